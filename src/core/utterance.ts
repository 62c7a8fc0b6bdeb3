import type { SpokenLanguage } from './language.ts'

/** Half-open range of UTF-16 units in the text that the caller sent. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

/**
 * What an engine speaks in one go: a sentence or clause of at most about 200 characters. Engines trim silence at both
 * ends; the silence between utterances is `pauseAfterMs`.
 */
export interface Utterance {
  /** That of the text, or of the script of its words where that is another one. */
  readonly language: SpokenLanguage
  readonly segments: readonly Segment[]
  readonly pauseAfterMs: number
  /** What came of the sentence in the utterances before; absent if nothing did. */
  readonly sentenceStart?: readonly Segment[]
  /** Engines that can breathe do so before the first word. */
  readonly startsWithBreath?: boolean
  /** Selects one reading of an engine that has several; absent for the usual one. */
  readonly variation?: Variation
}

/** Selects a reading of an utterance. Equal values give the same reading. */
export interface Variation {
  /** Integer from 0 to 2³² - 1. */
  readonly seed: number
  /** Standard deviation of the draw: 0 is the usual reading, 1 varies as speakers do. */
  readonly spread: number
  /** Maximum distance of a draw from the mean, in standard deviations. */
  readonly longestTail: number
}

export type Segment = Word | Punctuation

export interface Word {
  readonly kind: 'word'
  /** The word to speak, in the script of the language. */
  readonly spoken: string
  /** The English word in lower case with its accents, if it was written with some; `spoken` has none. */
  readonly accented?: string
  /** ARPAbet with stress digits, or IPA with stress marks before vowels, one sound an entry; null leaves the pronunciation to the engine. */
  readonly phonemes: readonly string[] | null
  readonly span: TextSpan
  /** Speaking rate relative to the voice's own; 2 takes half as long. */
  readonly rate: number
  /** Fundamental frequency relative to the voice's own; 1 is unchanged. */
  readonly pitch: number
  /** Silence inserted before the word, in addition to what the engine makes of punctuation; the audio chain adds it. */
  readonly pauseBeforeMs: number
}

/** A word of no text, in the voice's own manner; the engine pronounces it. */
export const plainWord = (spoken: string): Word => ({
  kind: 'word',
  spoken,
  phonemes: null,
  span: { start: 0, end: 0 },
  rate: 1,
  pitch: 1,
  pauseBeforeMs: 0,
})

export interface Punctuation {
  readonly kind: 'punctuation'
  /** One of `, ; : . ? ! …` or an equivalent mark of another script. */
  readonly mark: string
}
