import type { Language } from './language.ts'
import type { ModelId } from './model.ts'
import type { Voice } from './voice.ts'

/** After validation: names resolved, defaults applied, the models' differences settled; nothing is optional below. */
export interface SynthesisRequest {
  /** For the log alone; never sent to the client. */
  readonly id: string
  readonly text: string
  /** The model that serves, after the cutover. */
  readonly model: ModelId
  readonly voice: Voice
  /** How the text is read; the same as the voice's. */
  readonly language: Language
  readonly sampleRateHz: number
  /** Audio that the codec of the answer needs before it gives any bytes, in seconds. */
  readonly leastFirstPartS: number
  /** Above 1 is faster, on every model. */
  readonly rate: number
  readonly sampling: Sampling
  readonly markup: Markup
  /** False leaves numbers, dates and the like to the engine. */
  readonly isNormalized: boolean
}

/** Which markup in the text is acted on; where it is not, brackets are not spoken and what they hold is text. */
export interface Markup {
  /** `<N>` is a pause of N milliseconds. */
  readonly pauses: boolean
  /** Words in `{}` are in the phonetic alphabet. */
  readonly phonemes: boolean
  /** Speaking rates of the words in `[]`, group by group in order; 2 takes half as long. */
  readonly inlineRates: readonly number[]
}

export const NO_MARKUP: Markup = { pauses: false, phonemes: false, inlineRates: [] }

/** How speech varies between two readings of the same text. */
export interface Sampling {
  /** 0 is the same every time. */
  readonly temperature: number
  readonly topP: number
  readonly repetitionPenalty: number
  /** Longest audio of one utterance, in tokens of 12 ms. */
  readonly maxTokens: number
}

export const DEFAULT_SAMPLING: Sampling = { temperature: 0.5, topP: 1, repetitionPenalty: 1.5, maxTokens: 1200 }
