import type { Language } from './language.ts'

/** Where a pronunciation comes from, most reliable first; `letters` spells the word, `spelling` is predicted. */
export type PronunciationSource = 'entry' | 'supplement' | 'cmudict' | 'inflection' | 'letters' | 'spelling'

export interface Pronunciation {
  /** ARPAbet with stress digits; never empty. */
  readonly phonemes: readonly string[]
  readonly source: PronunciationSource
}

/** Pronounces single English words, in any case; accents are looked up before they are left out. */
export interface Lexicon {
  /** All listed pronunciations, the most usual first, else one by rule or prediction. Never empty, never throws. */
  pronounce(word: string): readonly [Pronunciation, ...Pronunciation[]]
  /** Whether the word itself is listed, without inflection rules. */
  has(word: string): boolean
  /**
   * The longest listed phrase that begins at that place, such as `faux pas` or `Des Moines`, whose words sound otherwise than
   * alone: the ARPAbet of each of its words, or undefined. Takes microseconds.
   */
  findPhrase(words: readonly string[], at: number): readonly (readonly string[])[] | undefined
}

/** A given reading of a token, which replaces its normal reading. */
export interface GivenReading {
  /** Words separated by spaces. */
  readonly spoken: string
  /** ARPAbet of all words together, or IPA in other languages than English; null leaves them to the lexicon. */
  readonly phonemes: readonly string[] | null
}

/**
 * Looks up a token as written, without the punctuation around it: a word, or a string without spaces such as `k8s` or
 * `node.js`. Called for every token before it is normalized. With a space at its end, a token is the beginning of an
 * entry of several words: any reading says that there is one.
 */
export interface FindGivenReading {
  (token: string): GivenReading | undefined
  /** UTF-16 units of the longest token that has a reading; any where absent. */
  readonly maxLength?: number
}

/** The given readings for texts in a language; undefined if there are none. */
export type FindGivenIn = (language: Language) => FindGivenReading | undefined

/** Readings of the first, then those of the second; undefined where there is neither. */
export function eitherReading(
  first: FindGivenReading | undefined,
  second: FindGivenReading | undefined,
): FindGivenReading | undefined {
  if (first === undefined || second === undefined) return first ?? second
  const maxLength = Math.max(first.maxLength ?? Number.POSITIVE_INFINITY, second.maxLength ?? Number.POSITIVE_INFINITY)
  return Object.assign((token: string) => first(token) ?? second(token), { maxLength })
}
