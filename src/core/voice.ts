import type { Language } from './language.ts'
import type { ModelId } from './model.ts'

/**
 * How a voice differs from its engine voice. Values are relative, so that one timbre fits every engine; 1 (or 0 dB)
 * leaves the engine voice unchanged.
 */
export interface Timbre {
  /** Formant frequencies; above 1 is a shorter vocal tract. 0.85 to 1.18 stays natural. */
  readonly formantRatio: number
  /** Mean fundamental frequency in Hz; absolute, because it distinguishes men, women and children. */
  readonly pitchMeanHz: number
  /** Range of the fundamental frequency around its mean; 0 is a monotone. */
  readonly pitchRangeRatio: number
  /** Speaking rate; above 1 is faster. */
  readonly rateRatio: number
  /** Spectral tilt: gain at 4 kHz relative to 500 Hz, in dB. Positive is brighter. */
  readonly brightnessDb: number
}

/** The engine of a voice, its base voice (`slt`, `es-419+f3`) and the timbre applied to it. */
export interface EngineVoice {
  readonly engine: string
  readonly base: string
  readonly timbre: Timbre
  /** Differs after the voice's pack was installed anew: its speech may too, and is cached anew. Absent without a pack. */
  readonly installation?: string | undefined
  /** The times of words are estimated. */
  readonly hasEstimatedTimes?: boolean | undefined
}

/** An engine voice with its gain. */
export interface LeveledVoice extends EngineVoice {
  /** Gain that gives all voices the same loudness. */
  readonly gainDb: number
  /**
   * Speaks instead where the engine fails before its first audio: of the voice of a pack, or of a better engine
   * (`BETTER_ENGINES`), for which there may be no time either. Absent for other engines.
   */
  readonly fallback?: LeveledVoice
}

/** A voice and those that speak instead of it, in order. */
export function withFallbacks(voice: LeveledVoice): readonly LeveledVoice[] {
  return voice.fallback === undefined ? [voice] : [voice, ...withFallbacks(voice.fallback)]
}

/** The voice and those that speak instead of it, louder by a gain. */
export function louder(voice: LeveledVoice, gainDb: number): LeveledVoice {
  if (gainDb === 0) return voice
  const { fallback } = voice
  return { ...voice, gainDb: voice.gainDb + gainDb, ...(fallback && { fallback: louder(fallback, gainDb) }) }
}

/** One row of the catalogue: a speaker in one language and model. Unknown attributes are empty strings. */
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

/** Lookups for the voices of a deployment. Names are compared without regard to case. */
export interface Catalogue {
  readonly voices: readonly Voice[]
  find(model: ModelId, speaker: string, language: Language): Voice | undefined
  /** All voices of that name in all models and languages, in catalogue order; empty if there are none. */
  named(speaker: string): readonly Voice[]
  ofModel(model: ModelId, language?: Language): readonly Voice[]
  /** A voice of `model` and `language` with the gender of `absent` and, if possible, its age. Deterministic. */
  standIn(absent: Voice, model: ModelId, language: Language): Voice | undefined
}
