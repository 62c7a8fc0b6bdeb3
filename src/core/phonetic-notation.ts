import { SpeechError } from './errors.ts'
import { VOWELS } from './phonemes.ts'

/** An alphabet in which words are written sound by sound. Patterns are sticky. */
export interface PhoneticNotation {
  /** For errors. */
  readonly name: string
  /** The ARPAbet of each symbol, vowels without stress; empty for what English does not write. */
  readonly arpabetOf: ReadonlyMap<string, string>
  /** Marks that precede a stressed syllable. */
  readonly stresses: ReadonlyMap<string, '1' | '2'>
  /** Spaces, and marks between syllables. */
  readonly separator: RegExp
  /** What follows a symbol and is a part of its sound. */
  readonly diacritic: RegExp
  /** Diacritics that make a syllable of a consonant, and that nasalize. */
  readonly syllabic: RegExp
  readonly nasal: RegExp
  /** The vowel that takes the stress only if there is no other. */
  readonly schwa: string
  /** Central vowels that an r after them joins, as in bird and letter; none if absent. */
  readonly rhotic?: ReadonlySet<string>
}

/** Consonants that are syllables with a syllabic mark: a vowel comes before the consonant. */
const SYLLABIC = new Map([
  ['R', 'ER'],
  ['L', 'AH L'],
  ['M', 'AH M'],
  ['N', 'AH N'],
  ['NG', 'AH NG'],
])

const LONGEST = 400

interface Sound {
  /** ARPAbet without stress. */
  readonly phonemes: readonly string[]
  readonly stress: '1' | '2' | undefined
  readonly symbol: string
  /** Whether nothing stands between it and the sound before it. */
  readonly isJoined: boolean
}

/**
 * Returns the parser of a notation: it converts a word, with or without spaces between its symbols, to ARPAbet with stress
 * digits. A word without a primary stress gets it on its first full vowel. Throws `request.invalid` with the symbol and
 * its position, from 1.
 */
export function phoneticParser(notation: PhoneticNotation): (written: string) => readonly string[] {
  const symbols = [...notation.arpabetOf.keys()].sort((a, b) => b.length - a.length)
  return (written) => {
    if (written.length > LONGEST) throw invalid('pronunciation is too long')
    const sounds = withRhotics([...soundsOf(written, symbols, notation)], notation)
    const vowels = sounds.filter(({ phonemes }) => phonemes.some(isVowel))
    if (vowels.length === 0) throw invalid('pronunciation must hold a vowel')
    const hasPrimary = vowels.some(({ stress }) => stress === '1')
    const full = vowels.find(({ symbol }) => symbol !== notation.schwa)
    const first = hasPrimary ? undefined : (full ?? vowels[0])
    return sounds.flatMap((sound) => {
      const stress = sound === first ? '1' : (sound.stress ?? '0')
      return sound.phonemes.map((phoneme) => (isVowel(phoneme) ? `${phoneme}${stress}` : phoneme))
    })
  }
}

function* soundsOf(written: string, symbols: readonly string[], notation: PhoneticNotation): Generator<Sound> {
  let stress: '1' | '2' | undefined
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
      if (stress !== undefined) throw misplaced(written, at, 'follows another stress mark')
      stress = mark
      isJoined = false
      at++
      continue
    }
    const symbol = symbols.find((each) => written.startsWith(each, at))
    if (symbol === undefined) throw misplaced(written, at, `is not in ${notation.name}`)
    const start = at
    at += symbol.length
    for (let length = lengthOf(notation.diacritic, written, at); length > 0; ) {
      at += length
      length = lengthOf(notation.diacritic, written, at)
    }
    const phonemes = phonemesOf(symbol, written.slice(start + symbol.length, at), notation)
    const hasVowel = phonemes.some(isVowel)
    yield { phonemes, stress: hasVowel ? stress : undefined, symbol, isJoined }
    isJoined = true
    if (hasVowel) stress = undefined
  }
  if (stress !== undefined) throw invalid('a stress mark has no vowel after it')
}

/** Joins a central vowel and the r after it to the one vowel that they are in English. */
function withRhotics(sounds: readonly Sound[], { rhotic }: PhoneticNotation): readonly Sound[] {
  if (rhotic === undefined) return sounds
  const joins = (sound: Sound | undefined, before: Sound | undefined): boolean =>
    sound?.phonemes.join() === 'R' && sound.isJoined && before !== undefined && rhotic.has(before.symbol)
  return sounds.flatMap((sound, i) => {
    if (joins(sound, sounds[i - 1])) return []
    return joins(sounds[i + 1], sound) ? [{ ...sound, phonemes: ['ER'] }] : [sound]
  })
}

function phonemesOf(symbol: string, diacritics: string, notation: PhoneticNotation): readonly string[] {
  const arpabet = notation.arpabetOf.get(symbol) as string
  const phonemes = arpabet === '' ? [] : arpabet.split(' ')
  if (notation.syllabic.test(diacritics)) return SYLLABIC.get(arpabet)?.split(' ') ?? phonemes
  if (notation.nasal.test(diacritics) && phonemes.some(isVowel)) return [...phonemes, 'N']
  return phonemes
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

const isVowel = (phoneme: string): boolean => VOWELS.has(phoneme)

const invalid = (message: string) => new SpeechError('request.invalid', message)

function misplaced(written: string, at: number, problem: string): SpeechError {
  const excerpt = String.fromCodePoint(written.codePointAt(at) as number)
  return invalid(`symbol "${excerpt}" at place ${at + 1} ${problem}`)
}
