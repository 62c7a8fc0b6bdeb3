import { wordFiles } from '../word-files.ts'
import { alignLetters } from './spelled-sounds.ts'

// How Japanese borrows English words. The kana are those of the cabinet notice of 1991 on the writing of loanwords
// (外来語の表記, tables 1 and 2; バ行 for V). Inserted vowels (o after t and d, i after ch and j, else u), long vowels and
// geminates after lax vowels follow what the literature on loanwords describes (Kubozono; Irwin, Loanwords in Japanese). Vowels
// without stress are borrowed by their letters.

/** Words that were borrowed otherwise, as dictionaries write them. */
const BORROWED: ReadonlyMap<string, string> = new Map(
  wordFiles(new URL('./words/', import.meta.url))
    .rows('loanwords')
    .map(([word = '', kana = '']) => [word, kana]),
)

const MAX_LETTERS = 100

/** A word in Latin letters in katakana, given its ARPAbet. Empty for no phonemes. */
export function kanaOfEnglish(word: string, phonemes: readonly string[]): string {
  const letters = word
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '')
    .slice(0, MAX_LETTERS)
  return BORROWED.get(letters) ?? compound(soundsOf(letters, phonemes), letters)
}

const SHORTEST_PART = 5

/** `smartphone`: a borrowed word at the end or the start keeps its kana. */
function compound(sounds: readonly Sound[], letters: string): string {
  for (const [at, { rest }] of sounds.entries()) {
    const start = letters.slice(0, letters.length - rest.length)
    const [tail, head] = [BORROWED.get(rest), BORROWED.get(start)]
    if (tail !== undefined && rest.length >= SHORTEST_PART && at > 0) {
      const before = sounds.slice(0, at + 1).map((sound) => ({ ...sound, rest: sound.rest.slice(0, -rest.length) }))
      return borrow(before, start) + tail
    }
    if (head !== undefined && start.length >= SHORTEST_PART && /^[^aeiouy]\p{L}{3}/u.test(rest))
      return head + borrow(sounds.slice(at + 1), rest)
  }
  return borrow(sounds, letters)
}

interface Sound {
  /** ARPAbet without stress. */
  readonly phone: string
  readonly isStressed: boolean
  /** `0`, `1`, `2`; empty for a consonant. */
  readonly stress: string
  /** The letters that it is written with; empty for none of its own. */
  readonly written: string
  /** The letters of the word after them. */
  readonly rest: string
}

function soundsOf(letters: string, phonemes: readonly string[]): Sound[] {
  const phones = phonemes.map((phoneme) => phoneme.replace(/\d$/, ''))
  return alignLetters(letters, phones).map(({ start, end }, i) => ({
    phone: phones[i] as string,
    isStressed: /[12]$/.test(phonemes[i] as string),
    stress: /\d$/.exec(phonemes[i] as string)?.[0] ?? '',
    written: letters.slice(start, end),
    rest: letters.slice(end),
  }))
}

/** The five vowels of a row of the syllabary, in the order a i u e o. */
const ROWS: Readonly<Record<string, string>> = {
  '': 'ア イ ウ エ オ',
  B: 'バ ビ ブ ベ ボ',
  CH: 'チャ チ チュ チェ チョ',
  D: 'ダ ディ ドゥ デ ド',
  DH: 'ザ ジ ズ ゼ ゾ',
  F: 'ファ フィ フ フェ フォ',
  G: 'ガ ギ グ ゲ ゴ',
  HH: 'ハ ヒ フ ヘ ホ',
  JH: 'ジャ ジ ジュ ジェ ジョ',
  K: 'カ キ ク ケ コ',
  L: 'ラ リ ル レ ロ',
  M: 'マ ミ ム メ モ',
  N: 'ナ ニ ヌ ネ ノ',
  NG: 'ンガ ンギ ング ンゲ ンゴ',
  P: 'パ ピ プ ペ ポ',
  R: 'ラ リ ル レ ロ',
  S: 'サ シ ス セ ソ',
  SH: 'シャ シ シュ シェ ショ',
  T: 'タ ティ トゥ テ ト',
  TH: 'サ シ ス セ ソ',
  TS: 'ツァ ツィ ツ ツェ ツォ',
  V: 'バ ビ ブ ベ ボ',
  W: 'ワ ウィ ウ ウェ ウォ',
  Y: 'ヤ イ ユ イェ ヨ',
  Z: 'ザ ジ ズ ゼ ゾ',
  ZH: 'ジャ ジ ジュ ジェ ジョ',
  KY: 'キャ キ キュ キェ キョ',
  GY: 'ギャ ギ ギュ ギェ ギョ',
  WH: 'ホワ ホイ フ ホエ ホ',
  CW: 'ワ イ ウ ウェ ウォ',
  KW: 'クア クイ クウ クエ クオ',
}
/** Before small ャ, ュ and ョ. */
const GLIDED: Readonly<Record<string, string>> = {
  B: 'ビ',
  D: 'デ',
  F: 'フ',
  G: 'ギ',
  HH: 'ヒ',
  K: 'キ',
  L: 'リ',
  M: 'ミ',
  N: 'ニ',
  P: 'ピ',
  R: 'リ',
  T: 'チ',
  TH: 'シ',
  V: 'ビ',
}
/** A consonant with the vowel that is inserted after it. */
const ALONE: Readonly<Record<string, string>> = { T: 'ト', D: 'ド', CH: 'チ', JH: 'ジ', SH: 'シュ', ZH: 'ジュ' }
const VOWEL_ORDER = 'aiueo'
const VOWELS: ReadonlySet<string> = new Set('AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW'.split(' '))
const isVowel = (sound: Sound | undefined): boolean => sound !== undefined && VOWELS.has(sound.phone)

const cell = (row: string, vowel: string): string =>
  (ROWS[row] ?? ROWS[''] ?? '').split(' ')[VOWEL_ORDER.indexOf(vowel)] ?? ''
const alone = (consonant: string): string => ALONE[consonant] ?? cell(consonant, 'u')

/** What a vowel becomes: one of aiueo, and the kana after it. */
interface Nucleus {
  readonly vowel: string
  readonly tail: string
}

const short = (vowel: string): Nucleus => ({ vowel, tail: '' })
const long = (vowel: string): Nucleus => ({ vowel, tail: 'ー' })

function borrow(sounds: readonly Sound[], letters: string): string {
  let kana = ''
  for (let at = 0; at < sounds.length; ) {
    const { text, next } = syllableAt(sounds, at, letters)
    kana += text
    at = next
  }
  return kana
}

/** A consonant with its glide and vowel, or a consonant alone. */
function syllableAt(sounds: readonly Sound[], at: number, letters: string): { text: string; next: number } {
  const first = sounds[at] as Sound
  if (isVowel(first)) return vowelAt(sounds, at, '', false, letters)
  const second = sounds[at + 1]
  const third = sounds[at + 2]
  const isGlide = second?.phone === 'Y' && third !== undefined && isVowel(third) && first.phone in GLIDED
  if (isGlide) return vowelAt(sounds, at + 2, first.phone, true, letters)
  if (first.phone === 'K' && second?.phone === 'W' && isVowel(third))
    return vowelAt(sounds, at + 2, 'KW', false, letters)
  if (isParticle(sounds, at + 1)) return { text: codaOf(sounds, at), next: at + 1 }
  if (isVowel(second)) return vowelAt(sounds, at + 1, rowOf(sounds, at), false, letters)
  return { text: codaOf(sounds, at), next: at + (isTs(sounds, at) ? 2 : 1) }
}

const isTs = (sounds: readonly Sound[], at: number): boolean =>
  (sounds[at]?.phone === 'T' && sounds[at + 1]?.phone === 'S' && !isVowel(sounds[at + 2])) ||
  (sounds[at]?.phone === 'D' && sounds[at + 1]?.phone === 'Z' && !isVowel(sounds[at + 2]))

/** `white`, and `sweet`: W after a consonant is lost before i. */
function rowOf(sounds: readonly Sound[], at: number): string {
  const { phone, written } = sounds[at] as Sound
  if (phone !== 'W') return phone
  if (written === 'wh') return 'WH'
  return at > 0 && !isVowel(sounds[at - 1]) ? 'CW' : 'W'
}

/** `login`, `backup`, `checkout`: the second word of a compound opens no syllable with the first. */
const isParticle = (sounds: readonly Sound[], at: number): boolean => {
  const { stress, written, rest } = sounds[at] ?? { stress: '', written: '', rest: '' }
  return stress === '2' && /^(?:in|up|out|end)$/.test(written + rest)
}

/** A consonant that no vowel follows. */
function codaOf(sounds: readonly Sound[], at: number): string {
  const { phone } = sounds[at] as Sound
  const next = sounds[at + 1]?.phone
  if (isTs(sounds, at)) return phone === 'T' ? 'ツ' : 'ズ'
  if (phone === 'N') return 'ン'
  if (phone === 'M') return next === 'P' || next === 'B' ? 'ン' : 'ム'
  if (phone === 'NG') return next === 'K' || next === 'G' ? 'ン' : 'ング'
  if (phone === 'Y') return 'イ'
  if (phone === 'HH') return 'フ'
  return alone(phone)
}

function vowelAt(
  sounds: readonly Sound[],
  at: number,
  consonant: string,
  hasGlide: boolean,
  letters: string,
): { text: string; next: number } {
  const isRhotic = sounds[at + 1]?.phone === 'R' && !isVowel(sounds[at + 2])
  const next = at + (isRhotic ? 2 : 1)
  const sound = sounds[at] as Sound
  // `le` at the end of a word, `-en` after a stop: no vowel of its own
  if (sound.phone === 'AH' && !sound.isStressed && consonant !== '' && !hasGlide && isMute(sound, sounds, at))
    return { text: alone(consonant), next }
  const nucleus = nucleusOf(sounds, at, isRhotic, letters)
  const isAfterVowel = isVowel(sounds[at - 2])
  const onset = onsetOf(consonant, hasGlide, sound, nucleus.vowel, isAfterVowel)
  if (sound.phone === 'ER' && isVowel(sounds[next])) {
    const { text, next: end } = vowelAt(sounds, next, 'R', false, letters)
    return { text: onset + text, next: end }
  }
  // `power`
  const end = nucleus.tail === 'ワー' ? next + 1 : next
  return { text: onset + nucleus.tail + geminate(sounds, at, next, nucleus), next: end }
}

function isMute(sound: Sound, sounds: readonly Sound[], at: number): boolean {
  const after = sounds[at + 1]?.phone
  if (after === 'L' && at + 2 >= sounds.length - 1 && (sound.written === '' || /^le?s?$/.test(sound.rest)))
    return sound.written === '' || sound.written === 'le'
  const before = sounds[at - 1]?.phone ?? ''
  if (after === 'M' && sound.written === '') return true
  return (
    after === 'N' &&
    (sound.written === '' || (sound.written === 'e' && ['P', 'K', 'V', 'CH'].includes(before))) &&
    /^ns?$/.test(sound.rest)
  )
}

function onsetOf(
  consonant: string,
  hasGlide: boolean,
  { phone, written }: Sound,
  vowel: string,
  isAfterVowel: boolean,
): string {
  if (hasGlide)
    return (
      (GLIDED[consonant] ?? '') + (vowel === 'u' ? 'ュ' : vowel === 'o' ? 'ョ' : vowel === 'a' ? 'ャ' : cell('', vowel))
    )
  if (phone === 'AE' && !isAfterVowel && (consonant === 'K' || consonant === 'G')) return cell(`${consonant}Y`, vowel)
  // English lost the glide after these: `tube`, `student`, `new`
  if (
    phone === 'UW' &&
    /^(?:u|ue|ew|eu)$/.test(written) &&
    (consonant === 'T' || consonant === 'D' || consonant === 'N')
  )
    return `${GLIDED[consonant]}ュ`
  if (vowel === 'u' && consonant === 'T') return 'ツ'
  return cell(consonant, vowel)
}

/** What the vowel letters of a syllable without stress say. */
function byLetter(written: string, otherwise: string): string {
  const letter = /[aeiouy]/.exec(written)?.[0] ?? ''
  if (/^(?:ou|oo)/.test(written)) return otherwise
  if (letter === 'u') return 'a'
  return letter === '' ? otherwise : letter === 'y' ? 'i' : letter
}

function nucleusOf(sounds: readonly Sound[], at: number, isRhotic: boolean, letters: string): Nucleus {
  const { phone, written, isStressed, stress, rest } = sounds[at] as Sound
  const isLast = at === sounds.length - 1
  const next = sounds[at + 1]
  const isFirst = sounds.slice(0, at).every((sound) => !isVowel(sound))
  switch (phone) {
    case 'AA':
      if (written === 'au' || written === 'aw') return long('o')
      if (written === 'a' && sounds[at - 1]?.phone === 'W') return short('o')
      if (isRhotic) return long(/^o/.test(written) ? 'o' : 'a')
      if (/^o/.test(written)) return short('o')
      return /^a$/.test(written) && isStressed && (isLast || /^(?:l[mf]|h|th)/.test(rest)) ? long('a') : short('a')
    case 'AE':
      return short('a')
    case 'AH':
      if (isStressed) return short('a')
      if (isAge(written, rest)) return long('e')
      if (written === 'ai') return short('e')
      // `document`
      if (written === 'u' && sounds[at - 1]?.phone === 'Y') return short('u')
      // `random`, `customer`; not `computer`
      if (written === 'o' && next?.phone === 'M' && !isFirst) return short('a')
      if (/^[tsc]i?o$|^io$/.test(written) && next?.phone === 'N') return short('o')
      if (written === 'a' && /^te?s?$/.test(rest) && rest.startsWith('te') && next?.phone === 'T') return long('e')
      return short(byLetter(written, 'a'))
    case 'AO':
      if (isRhotic) return /^(?:oor|or?re)s?$/.test(written + rest) ? { vowel: 'o', tail: 'ア' } : long('o')
      if (next?.phone === 'R') return written.startsWith('o') ? short('o') : short('a')
      return written === 'o' || (written === 'a' && /^ll[aeiou]/.test(rest)) ? short('o') : long('o')
    case 'AW':
      return { vowel: 'a', tail: next?.phone === 'ER' ? 'ワー' : 'ウ' }
    case 'AY':
      return { vowel: 'a', tail: isRhotic ? 'イアー' : 'イ' }
    case 'EH':
      return isRhotic ? { vowel: 'e', tail: 'ア' } : short('e')
    case 'ER':
      return isVowel(next) ? short(byLetter(written, 'a')) : long('a')
    case 'EY':
      if (next?.phone === 'N' && sounds[at + 2]?.phone === 'JH') return short('e')
      // `holiday`, but `today`
      if (isLast && stress === '2' && letters.endsWith('day')) return long('e')
      return /^[ae]y$/.test(written) || (written === 'ai' && rest.startsWith('n'))
        ? { vowel: 'e', tail: 'イ' }
        : long('e')
    case 'IH':
      if (isRhotic) return { vowel: 'i', tail: 'ア' }
      if (isStressed) return short('i')
      if (isAge(written, rest)) return long('e')
      return unstressedI(written, isFirst, letters)
    case 'IY':
      if (isVowel(next)) return short(written === 'e' && next?.phone === 'OW' ? 'e' : 'i')
      if (isRhotic) return { vowel: 'i', tail: 'ア' }
      if (isStressed || isLast || /^(?:ee|ea|ie|y)/.test(written)) return long('i')
      return unstressedI(written, isFirst, letters)
    case 'OW':
      if (isLast && written === 'o' && !isFirst) return short('o')
      if (written === 'o' && (/^(?:st|nly)/.test(rest) || letters.startsWith('pro')) && (isFirst || isLast))
        return short('o')
      if (!isStressed && !isLast && written === 'o' && !/^.e$/.test(rest)) return short('o')
      return long('o')
    case 'OY':
      return { vowel: 'o', tail: 'イ' }
    case 'UH':
      if (isRhotic) return { vowel: 'u', tail: 'アー' }
      return written === 'u' && /^.es?$/.test(rest) ? long('u') : short('u')
    case 'UW':
      if (isFirst && /^uni(?!q)/.test(letters)) return short('u')
      if (written === 'u' && /^.es?$/.test(rest)) return long('u')
      return isStressed || isLast ? long('u') : short('u')
    default:
      return short('u')
  }
}

/** `package`, `manager` */
const isAge = (written: string, rest: string): boolean => written === 'a' && /^ge(?:s|r|rs)?$/.test(rest)

/** `report`, `design`, `system`, `market` */
function unstressedI(written: string, isFirst: boolean, letters: string): Nucleus {
  if (!/^[eao]$/.test(written)) return short('i')
  if (isFirst && /^(?:re|be)/.test(letters)) return short('i')
  return short(written)
}

const STOPS: ReadonlySet<string> = new Set(['P', 'T', 'K', 'CH', 'D', 'G', 'JH', 'SH'])
/** Consonants in the middle of a word that are doubled, by how they are written. */
const DOUBLED = /^(?:tt(?!er(?!y))|pp|ss|ck(?!et)|cc|tch|ssi|sh|kk)/

/** ッ before a consonant that closes a syllable with a short vowel. */
function geminate(sounds: readonly Sound[], at: number, next: number, { tail }: Nucleus): string {
  const sound = sounds[at] as Sound
  const after = sounds[next]
  if (tail !== '' || after === undefined || sound.phone === 'ER' || isVowel(after)) return ''
  const rest = sound.rest
  // `update`, `upload`
  if (at === 0 && sound.written === 'u' && after.phone === 'P') return 'ッ'
  if (next === sounds.length - 1 || isParticle(sounds, next + 1)) {
    if (after.phone === 'F') return rest.startsWith('ff') || rest.startsWith('ph') ? 'ッ' : ''
    return STOPS.has(after.phone) ? 'ッ' : ''
  }
  // `background`
  if (rest.startsWith('ck') && !isVowel(sounds[next + 1]) && !['S', 'L'].includes(sounds[next + 1]?.phone ?? ''))
    return 'ッ'
  // `box`, `nuts`; not `access`
  if (next === sounds.length - 2 && sounds[next + 1]?.phone === 'S' && ['K', 'T', 'P'].includes(after.phone))
    return 'ッ'
  if (!sound.isStressed || (!STOPS.has(after.phone) && !rest.startsWith('ss'))) return ''
  const isOpen = isVowel(sounds[next + 1]) || (sounds[next + 1]?.phone === 'L' && next + 2 === sounds.length)
  return isOpen && DOUBLED.test(rest) ? 'ッ' : ''
}
