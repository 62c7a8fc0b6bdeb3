import { SpeechError } from './errors.ts'
import { VOWELS } from './phonemes.ts'

/** An alphabet in which words are written sound by sound. Patterns are sticky. */
export interface PhoneticNotation {
  /** For errors. */
  readonly name: string
  /** Marks that precede a stressed syllable. */
  readonly stresses: ReadonlyMap<string, '1' | '2'>
  /** Spaces, and marks between syllables. */
  readonly separator: RegExp
  /** What follows a symbol and is a part of its sound. */
  readonly diacritic: RegExp
  /** Whether a second primary stress is a fault. */
  readonly hasOnePrimary: boolean
}

/** How the sounds of a notation are said in English. */
export interface EnglishSounds {
  /** The ARPAbet of each symbol, vowels without stress; empty for what English does not write. */
  readonly arpabetOf: ReadonlyMap<string, string>
  /** Diacritics that make a syllable of a consonant, and that nasalize. */
  readonly syllabic: RegExp
  readonly nasal: RegExp
  /** The vowel that takes the stress only if there is no other. */
  readonly schwa: string
  /** Central vowels that an r after them joins, as in bird and letter; none if absent. */
  readonly rhotic?: ReadonlySet<string>
}

export interface WrittenSound {
  readonly symbol: string
  readonly diacritics: string
}

/** What a sound is converted to. */
interface SaidSound {
  readonly parts: readonly string[]
  readonly hasVowel: boolean
}

export interface Sound extends SaidSound {
  readonly symbol: string
  /** Of its syllable, at the vowel. */
  readonly stress: '1' | '2' | undefined
  /** Whether nothing stands between it and the sound before it. */
  readonly isJoined: boolean
}

/** Consonants that are syllables with a syllabic mark: a vowel comes before the consonant. */
const SYLLABIC = new Map([
  ['R', 'ER'],
  ['L', 'AH L'],
  ['M', 'AH M'],
  ['N', 'AH N'],
  ['NG', 'AH NG'],
])

const MAX_LENGTH = 400

/**
 * Returns the parser of a notation for English: it converts a word, with or without spaces between its symbols, to ARPAbet
 * with stress digits. A word without a primary stress gets it on its first full vowel. Throws as `soundReader` tells.
 */
export function arpabetParser(
  notation: PhoneticNotation,
  english: EnglishSounds,
): (written: string) => readonly string[] {
  const read = soundReader(notation, english.arpabetOf.keys(), ({ symbol, diacritics }) => {
    const parts = phonemesOf(symbol, diacritics, english)
    return { parts, hasVowel: parts.some(isVowel) }
  })
  return (written) => {
    const sounds = withRhotics(read(written), english)
    const vowels = sounds.filter(({ hasVowel }) => hasVowel)
    const hasPrimary = vowels.some(({ stress }) => stress === '1')
    const full = vowels.find(({ symbol }) => symbol !== english.schwa)
    const first = hasPrimary ? undefined : (full ?? vowels[0])
    return sounds.flatMap((sound) => {
      const stress = sound === first ? '1' : (sound.stress ?? '0')
      return sound.parts.map((phoneme) => (isVowel(phoneme) ? `${phoneme}${stress}` : phoneme))
    })
  }
}

/**
 * Returns a function that reads a word sound by sound. It throws `request.invalid` with the symbol, its position from 1, and
 * the name of the fault in brackets.
 */
export function soundReader(
  notation: PhoneticNotation,
  symbols: Iterable<string>,
  say: (sound: WrittenSound) => SaidSound,
): (written: string) => readonly Sound[] {
  const longestFirst = [...symbols].sort((a, b) => b.length - a.length)
  return (written) => {
    if (written.trim() === '') throw invalid('pronunciation must not be empty', 'empty-pronunciation')
    if (written.length > MAX_LENGTH) throw invalid('pronunciation is too long', 'too-long')
    const sounds = [...soundsOf(written, longestFirst, notation, say)]
    if (!sounds.some(({ hasVowel }) => hasVowel)) throw invalid('pronunciation must contain a vowel', 'no-vowel')
    return sounds
  }
}

function* soundsOf(
  written: string,
  symbols: readonly string[],
  notation: PhoneticNotation,
  say: (sound: WrittenSound) => SaidSound,
): Generator<Sound> {
  let stress: '1' | '2' | undefined
  let hasPrimary = false
  let isJoined = false
  let at = 0
  while (at < written.length) {
    const separator = lengthOf(notation.separator, written, at)
    if (separator > 0) {
      at += separator
      isJoined = false
      continue
    }
    const mark = notation.stresses.get(written.charAt(at))
    if (mark !== undefined) {
      if (stress !== undefined) throw misplaced(written, at, 'follows another stress mark', 'misplaced-stress')
      if (mark === '1' && hasPrimary && notation.hasOnePrimary) {
        throw misplaced(written, at, 'is a second primary stress', 'two-primary-stresses')
      }
      hasPrimary ||= mark === '1'
      stress = mark
      isJoined = false
      at++
      continue
    }
    const symbol = symbols.find((each) => written.startsWith(each, at))
    if (symbol === undefined) throw misplaced(written, at, `is not in ${notation.name}`, 'unknown-phoneme')
    const start = at
    at += symbol.length
    for (let length = lengthOf(notation.diacritic, written, at); length > 0; ) {
      at += length
      length = lengthOf(notation.diacritic, written, at)
    }
    const said = say({ symbol, diacritics: written.slice(start + symbol.length, at) })
    yield { ...said, symbol, stress: said.hasVowel ? stress : undefined, isJoined }
    isJoined = true
    if (said.hasVowel) stress = undefined
  }
  if (stress !== undefined) throw invalid('a stress mark has no vowel after it', 'misplaced-stress')
}

/** Joins a central vowel and the r after it to the one vowel that they are in English. */
function withRhotics(sounds: readonly Sound[], { rhotic }: EnglishSounds): readonly Sound[] {
  if (rhotic === undefined) return sounds
  const joins = (sound: Sound | undefined, before: Sound | undefined): boolean =>
    sound?.parts.join() === 'R' && sound.isJoined && before !== undefined && rhotic.has(before.symbol)
  return sounds.flatMap((sound, i) => {
    if (joins(sound, sounds[i - 1])) return []
    return joins(sounds[i + 1], sound) ? [{ ...sound, parts: ['ER'] }] : [sound]
  })
}

function phonemesOf(symbol: string, diacritics: string, english: EnglishSounds): readonly string[] {
  const arpabet = english.arpabetOf.get(symbol) as string
  const phonemes = arpabet === '' ? [] : arpabet.split(' ')
  if (english.syllabic.test(diacritics)) return SYLLABIC.get(arpabet)?.split(' ') ?? phonemes
  if (english.nasal.test(diacritics) && phonemes.some(isVowel)) return [...phonemes, 'N']
  return phonemes
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

const isVowel = (phoneme: string): boolean => VOWELS.has(phoneme)

const invalid = (message: string, fault: string) => new SpeechError('request.invalid', `${message} (${fault})`)

/** The error of a symbol; `at` counts from 0. */
export function misplaced(written: string, at: number, problem: string, fault: string): SpeechError {
  const excerpt = String.fromCodePoint(written.codePointAt(at) as number)
  return invalid(`symbol "${excerpt}" at place ${at + 1} ${problem}`, fault)
}
