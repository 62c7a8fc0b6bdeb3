import { MODIFIERS, type Sound } from './sounds.ts'

const IS_MODIFIER: ReadonlySet<string> = new Set(MODIFIERS)

/** What eSpeak writes in two letters and is one sound here. */
const JOINED: readonly (readonly [string, string])[] = [
  ['eɪ', 'A'],
  ['aɪ', 'I'],
  ['oʊ', 'O'],
  ['əʊ', 'Q'],
  ['aʊ', 'W'],
  ['ɔɪ', 'Y'],
  ['tʃ', 'ʧ'],
  ['dʒ', 'ʤ'],
  ['ts', 'ʦ'],
  ['dz', 'ʣ'],
  ['tɕ', 'ʨ'],
  ['dʑ', 'ʥ'],
]
/** Letters that the networks do not know, as the nearest that they do. */
const NEAREST: Readonly<Record<string, string>> = {
  g: 'ɡ',
  ʏ: 'y',
  ɫ: 'l',
  ɱ: 'm',
  ʀ: 'ʁ',
  ɘ: 'ə',
  ɵ: 'o',
  ʑ: 'ʥ',
  ɦ: 'h',
  ɬ: 'l',
  ʉ: 'u',
  ħ: 'h',
  ʕ: 'ʔ',
  ɭ: 'l',
  ɞ: 'ɜ',
  ɶ: 'œ',
  ʍ: 'w',
  ɮ: 'l',
  ʐ: 'ʒ',
  ɓ: 'b',
  ɗ: 'd',
  ɠ: 'ɡ',
  ɢ: 'ɡ',
  ʛ: 'ɡ',
  ʟ: 'l',
  ʙ: 'b',
  ɺ: 'ɾ',
}
/** Marks without a symbol: breathy, syllabic, dental, tied, voiceless, lowered, pharyngealized and the like. */
const WITHOUT_SYMBOL = /(?!\u0303)[^\p{L}ːʰʲᵝˈˌ]|[ʱˤʷˠˑʼ˞]/gu

/** The sounds of a phoneme as eSpeak's events name it, such as `ˈaɪ`. */
export function espeakSounds(phoneme: string): readonly Sound[] {
  const stress = /^[ˈˌ]/u.exec(phoneme)?.[0] ?? ''
  let letters = phoneme.replace(/[ˈˌ]/gu, '').normalize('NFD')
  for (const [two, one] of JOINED) letters = letters.replaceAll(two, one)
  const sounds: Sound[] = []
  for (const letter of letters) {
    if (IS_MODIFIER.has(letter) || !/\p{L}/u.test(letter) || /\p{Lm}/u.test(letter)) {
      if (sounds.length > 0) sounds[sounds.length - 1] += letter
    } else {
      sounds.push(letter)
    }
  }
  const [first, ...others] = sounds
  return first === undefined ? [] : [stress + first, ...others]
}

/** The sound without letters and marks that the networks lack. */
export const nearestSound = (sound: Sound): Sound =>
  // The cedilla of ç is no mark on a letter.
  [...sound.normalize('NFD').replaceAll('c\u0327', 'ç').replace(WITHOUT_SYMBOL, '')]
    .map((letter) => NEAREST[letter] ?? letter)
    .join('')
