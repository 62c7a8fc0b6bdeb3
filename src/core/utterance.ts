import type { Language } from './language.ts'

/** Half-open range of UTF-16 units in the text as the caller sent it. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

/**
 * What an engine speaks in one go: a sentence or a clause of at most about 200 characters. Engines trim their own
 * silence at both ends; silence between utterances is `pauseAfterMs` and nothing else.
 */
export interface Utterance {
  readonly language: Language
  readonly segments: readonly Segment[]
  readonly pauseAfterMs: number
  /** Which of its readings an engine that has several gives; absent for the usual one. */
  readonly variation?: Variation
}

/** A draw from the readings of an utterance. The same one gives the same reading. */
export interface Variation {
  /** A whole number, 0 to 2³² - 1. */
  readonly seed: number
  /** Standard deviation of what is drawn: 0 is the usual reading, 1 varies as speakers do. */
  readonly spread: number
  /** Nothing is drawn farther from the middle than this many standard deviations. */
  readonly longestTail: number
}

export type Segment = Word | Punctuation

export interface Word {
  readonly kind: 'word'
  /** As it is to be read, in the script of the language. */
  readonly spoken: string
  /** ARPAbet with stress digits where the reading is decided; null leaves it to the engine. */
  readonly phonemes: readonly string[] | null
  readonly span: TextSpan
  /** Speaking rate against the voice's own; 2 takes half as long. */
  readonly rate: number
  /** Fundamental frequency against the voice's own; 1 is unchanged. */
  readonly pitch: number
  /** Silence put in before it, on top of what the engine makes of punctuation; the audio chain adds it. */
  readonly pauseBeforeMs: number
}

export interface Punctuation {
  readonly kind: 'punctuation'
  /** One of `, ; : . ? ! …` or a mark of another script with the same office. */
  readonly mark: string
}
