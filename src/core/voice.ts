import type { Language } from './language.ts'
import type { ModelId } from './model.ts'

/**
 * How a voice differs from the engine voice it is made of. Every value is relative, so that one description fits
 * every engine; 1 (or 0 dB) is the engine voice as it is.
 */
export interface Timbre {
  /** Formant frequencies; above 1 is a shorter vocal tract. 0.85 to 1.18 stays natural. */
  readonly formantRatio: number
  /** Mean fundamental frequency, Hz: absolute, because that is what tells men, women and the young apart. */
  readonly pitchMeanHz: number
  /** Spread of the fundamental frequency around its mean; 0 is a monotone. */
  readonly pitchRangeRatio: number
  /** Speaking rate; above 1 is faster. */
  readonly rateRatio: number
  /** Spectral tilt: gain at 4 kHz against 500 Hz, dB. Positive is brighter. */
  readonly brightnessDb: number
}

/** Which engine speaks for a voice, with which of its own voices (`slt`, `es-419+f3`), and how that is shaped. */
export interface EngineVoice {
  readonly engine: string
  readonly base: string
  readonly timbre: Timbre
}

/** An engine voice as callers hear it. */
export interface LeveledVoice extends EngineVoice {
  /** Brings what the engine speaks to the loudness that all voices have. */
  readonly gainDb: number
}

/** One row of the catalogue: a speaker in one language of one model. Unknown attributes are empty. */
export interface Voice {
  readonly speaker: string
  readonly model: ModelId
  readonly language: Language
  readonly gender: string
  readonly age: string
  readonly country: string
  readonly dialect: string
  readonly demographic: string
  readonly genres: readonly string[]
  readonly styles: readonly string[]
  readonly isFlagship: boolean
  readonly engineVoice: LeveledVoice
}

/** The voices of a deployment, as lookups. Names are matched without regard to case. */
export interface Catalogue {
  readonly voices: readonly Voice[]
  find(model: ModelId, speaker: string, language: Language): Voice | undefined
  /** Every voice of that name, over models and languages, in catalogue order; empty when no model knows it. */
  named(speaker: string): readonly Voice[]
  ofModel(model: ModelId, language?: Language): readonly Voice[]
  /** A voice of `model` and `language`, of the same gender as `absent` and, if possible, its age; always the same one. */
  standIn(absent: Voice, model: ModelId, language: Language): Voice | undefined
}
