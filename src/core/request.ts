import type { Language } from './language.ts'
import type { FindGivenReading } from './lexicon.ts'
import type { ModelId } from './model.ts'
import type { Quality } from './quality.ts'
import type { Span } from './span.ts'
import type { Owner } from './speech.ts'
import type { Voice } from './voice.ts'

/** A validated request: names resolved, defaults applied, differences of models settled. */
export interface SynthesisRequest {
  /** For the log only; never sent to the client. */
  readonly id: string
  /** Whose request it is; undefined if nobody's in particular. */
  readonly owner?: Owner | undefined
  /** Stages of the work are traced in it. */
  readonly span?: Span | undefined
  readonly text: string
  /** The model that serves, after the cutover. */
  readonly model: ModelId
  readonly voice: Voice
  /** Language of the text; the same as the voice's. */
  readonly language: Language
  /** Present if each sentence is read in its own language. */
  readonly detected?: DetectedLanguage
  readonly sampleRateHz: number
  /** Seconds of audio that the codec needs before it returns bytes. */
  readonly minFirstPartS: number
  /** Above 1 is faster, on every model. */
  readonly rate: number
  /** Gain in dB on top of the voice's own, with a soft limit; 0 if absent. */
  readonly gainDb?: number | undefined
  readonly sampling: Sampling
  readonly markup: Markup
  /** If false, numbers, dates and the like are left to the engine. */
  readonly isNormalized: boolean
  /** Readings for this request alone; they precede those of the dictionary. */
  readonly ownReadings?: FindGivenReading
  /** The same for sentences of other languages, where these are detected; undefined for a language without. */
  readonly ownReadingsIn?: (language: Language) => FindGivenReading | undefined
  /** Languages of the speaker that the model does not have: texts in their scripts are refused, others spoken. */
  readonly refused?: readonly { readonly language: Language; readonly error: Error }[]
  /** Nobody waits for it: all other requests are spoken first, and by the best engine. */
  readonly isBackground?: boolean
  /** Instead of that of the service. */
  readonly quality?: Quality
  /** The engines of the caller's voice. Requests of one connection share them, so that its voice does not change back and forth. */
  readonly engines?: EngineHistory
}

/** What is known of the languages of a text, or of those that follow each other, as far as it was read. Its readers change it. */
export interface DetectedLanguage {
  /** Of the last sentence; before the first one, that of a sentence with too little to tell. */
  language: Language
  /** The languages that sentences may have. */
  readonly among: readonly Language[]
}

/** Which engines spoke for a caller. The narrator changes it. */
export interface EngineHistory {
  /** Those that have spoken, for the log. */
  readonly spoken: Set<string>
  /** Better engines that once had no time or failed, and are not used again. */
  readonly givenUp: Set<string>
}

export const newEngineHistory = (): EngineHistory => ({ spoken: new Set(), givenUp: new Set() })

/**
 * The markup that takes effect. Other tags are never spoken; their content is. Brackets of other markup are not spoken;
 * their content is plain text.
 */
export interface Markup {
  /** `<N>` is a pause of N milliseconds. */
  readonly pauses: boolean
  /** `<break time="1s"/>`, `[pause 1s]` and the like are pauses. */
  readonly breaks: boolean
  /** `[laughs]` and other directions are left out; false where all words in `[]` are read. */
  readonly cues: boolean
  /** Words in `{}` are in the phonetic alphabet. */
  readonly phonemes: boolean
  /** Speaking rates of the groups in `[]`, in order; 2 takes half as long. */
  readonly inlineRates: readonly number[]
}

export const NO_MARKUP: Markup = { pauses: false, breaks: false, cues: true, phonemes: false, inlineRates: [] }

/** Of callers that have no other markup. */
export const BREAKS: Markup = { ...NO_MARKUP, breaks: true }

/** How a text is spoken, where it differs from its request. */
export interface Delivery {
  /** Above 1 is faster. */
  readonly rate: number
  readonly gainDb: number
}

/** How much speech varies between readings of the same text. */
export interface Sampling {
  /** 0 gives the same audio every time. */
  readonly temperature: number
  readonly topP: number
  readonly repetitionPenalty: number
  /** Maximum audio of one utterance, in tokens of 12 ms. */
  readonly maxTokens: number
  /** The same seed gives the same variation; without one it is random. */
  readonly seed?: string
}

export const DEFAULT_SAMPLING: Sampling = { temperature: 0.5, topP: 1, repetitionPenalty: 1.5, maxTokens: 1200 }
