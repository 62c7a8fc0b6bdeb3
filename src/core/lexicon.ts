/** Where a pronunciation comes from, the surest first; `letters` names them one by one, `spelling` is a guess. */
export type PronunciationSource = 'addition' | 'dictionary' | 'inflection' | 'letters' | 'spelling'

export interface Pronunciation {
  /** ARPAbet with stress digits; never empty. */
  readonly phonemes: readonly string[]
  readonly source: PronunciationSource
}

/** How English words are pronounced, each on its own. Letters may be of any case. */
export interface Lexicon {
  /** All that the dictionary has of a word, the usual one first; else one by rule or guess. Never empty, never fails. */
  pronounce(word: string): readonly [Pronunciation, ...Pronunciation[]]
  /** Whether the dictionary itself has the word; what follows from others by rule does not count. */
  has(word: string): boolean
}

/** How a token is read, whatever its letters say. */
export interface GivenReading {
  /** Words separated by spaces. */
  readonly spoken: string
  /** ARPAbet of them all together; null leaves them to the lexicon. */
  readonly phonemes: readonly string[] | null
}

/**
 * Looks a token up as it stands in the text, without the punctuation around it: a word, or several characters between
 * spaces such as `k8s` or `node.js`. Asked for every token before it is normalized.
 */
export type FindGivenReading = (token: string) => GivenReading | undefined
