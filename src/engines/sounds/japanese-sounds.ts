import { toKatakana } from '../../languages/kana.ts'
import type { Sound } from './sounds.ts'

/** Rows of the syllabary: consonants before a i u e o; a dot where the row has no kana. */
const ROWS: readonly (readonly [string, readonly Sound[][]])[] = [
  ['アイウエオ', [[], [], [], [], []]],
  ['カキクケコ', [['k'], ['kʲ'], ['k'], ['k'], ['k']]],
  ['ガギグゲゴ', [['ɡ'], ['ɡʲ'], ['ɡ'], ['ɡ'], ['ɡ']]],
  ['サシスセソ', [['s'], ['ɕ'], ['s'], ['s'], ['s']]],
  ['ザジズゼゾ', [['ʣ'], ['ʥ'], ['z'], ['ʣ'], ['ʣ']]],
  ['タチツテト', [['t'], ['ʨ'], ['ʦ'], ['t'], ['t']]],
  ['ダヂヅデド', [['d'], ['ʥ'], ['z'], ['d'], ['d']]],
  ['ナニヌネノ', [['n'], ['ɲ'], ['n'], ['n'], ['n']]],
  ['ハヒフヘホ', [['h'], ['ç'], ['ɸ'], ['h'], ['h']]],
  ['バビブベボ', [['b'], ['bʲ'], ['b'], ['b'], ['b']]],
  ['パピプペポ', [['p'], ['pʲ'], ['p'], ['p'], ['p']]],
  ['マミムメモ', [['m'], ['mʲ'], ['m'], ['m'], ['m']]],
  ['ラリルレロ', [['ɾ'], ['ɾʲ'], ['ɾ'], ['ɾ'], ['ɾ']]],
  ['ワヰ・ヱヲ', [['β'], [], [], [], []]],
]
const VOWELS: readonly Sound[] = ['a', 'i', 'ɯ', 'e', 'o']
/** In these, u is a front vowel. */
const FRONT_U = new Set(['ス', 'ズ', 'ツ', 'ヅ'])

interface Beat {
  readonly before: readonly Sound[]
  readonly vowel: Sound
}

const BEATS: ReadonlyMap<string, Beat> = new Map([
  ...ROWS.flatMap(([kana, before]) =>
    [...kana].map((letter, i): [string, Beat] => [
      letter,
      { before: before[i] ?? [], vowel: FRONT_U.has(letter) ? 'ɨ' : (VOWELS[i] as Sound) },
    ]),
  ),
  ['ヤ', { before: ['j'], vowel: 'a' }],
  ['ユ', { before: ['j'], vowel: 'ɯ' }],
  ['ヨ', { before: ['j'], vowel: 'o' }],
  ['ヴ', { before: ['v'], vowel: 'ɯ' }],
])
const SMALL: Readonly<Record<string, Sound>> = {
  ャ: 'a',
  ュ: 'ɨ',
  ョ: 'o',
  ァ: 'a',
  ィ: 'i',
  ゥ: 'ɯ',
  ェ: 'e',
  ォ: 'o',
  ヮ: 'a',
}
/** Palatal before i, and so before a small vowel. */
const PALATAL = new Set(['キ', 'ギ', 'ニ', 'ヒ', 'ビ', 'ピ', 'ミ', 'リ', 'シ', 'ジ', 'チ', 'ヂ'])

/** Sounds of katakana or hiragana by pronunciation, with ー for long vowels. Other characters are left out. */
export const japaneseSounds = (word: string): readonly Sound[] => soundsByMora(word).sounds

/** With the morae that each sound takes: the first, and the one after the last. */
export function soundsByMora(word: string): {
  readonly sounds: readonly Sound[]
  readonly morae: readonly (readonly [from: number, to: number])[]
} {
  const sounds: Sound[] = []
  const morae: [number, number][] = []
  const kana = [...toKatakana(word)]
  for (let i = 0, mora = 0; i < kana.length; i++, mora++) {
    const letter = kana[i] as string
    const beat = BEATS.get(letter)
    if (letter === 'ー') lengthen(sounds)
    else if (letter === 'ッ') sounds.push('ʔ')
    else if (letter === 'ン') sounds.push(nasalBefore(BEATS.get(kana[i + 1] ?? '')?.before[0]))
    else if (beat !== undefined) {
      const small = SMALL[kana[i + 1] ?? '']
      sounds.push(
        ...(small === undefined
          ? [...beat.before, beat.vowel]
          : [...glided(letter, kana[i + 1] as string, beat), small]),
      )
      if (small !== undefined) i++
    } else if (letter in SMALL) sounds.push(SMALL[letter] as Sound)
    else mora--
    const last = morae.at(-1)
    if (letter === 'ー' && last !== undefined) last[1] = mora + 1
    while (morae.length < sounds.length) morae.push([mora, mora + 1])
  }
  return { sounds, morae }
}

function glided(letter: string, small: string, { before }: Beat): readonly Sound[] {
  if (letter === 'ウ') return ['β']
  if (letter === 'イ') return ['j']
  if (PALATAL.has(letter)) return before
  const last = before.at(-1) ?? ''
  const isRound = 'クグ'.includes(letter) && 'ァィェォ'.includes(small)
  const isSoft = 'ィュョャ'.includes(small) && 'テデトドフツヴ'.includes(letter)
  return [...before.slice(0, -1), `${last}${isRound ? 'ᵝ' : isSoft ? 'ʲ' : ''}`]
}

function lengthen(sounds: Sound[]): void {
  const last = sounds.at(-1)
  if (last !== undefined && !last.endsWith('ː')) sounds[sounds.length - 1] = `${last}ː`
}

function nasalBefore(next: Sound | undefined): Sound {
  const letter = next?.charAt(0) ?? ''
  if ('mpb'.includes(letter) && letter !== '') return 'm'
  if ('kɡ'.includes(letter) && letter !== '') return 'ŋ'
  if ('ɲʨʥ'.includes(letter) && letter !== '') return 'ɲ'
  return 'ntdɾz'.includes(letter) && letter !== '' ? 'n' : 'ɴ'
}
