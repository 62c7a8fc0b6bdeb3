import type { EngineVoice } from '../src/core/voice.ts'

/** Just-noticeable difference of each quality; sources in docs/adding-voices.md. */
export const NOTICEABLE = {
  pitchSemitones: 1,
  /** Standard deviation of pitch. */
  spreadSemitones: 0.5,
  rateRatio: 1.05,
  /** RMS over the mean spectrum, which formants and brightness both change. */
  envelopeDb: 1,
} as const

/** Measured effects of timbre parameters on a base voice. */
interface Sensitivity {
  /** Change of the pitch's standard deviation per range ratio. */
  readonly spreadSemitones: number
  /** Change of the mean spectrum per factor e of formant shift, linearized. */
  readonly formantDb: number
  /** Correlation of that change with the change by brightness. */
  readonly formantBrightness: number
}

const FLITE_SENSITIVITIES: Readonly<Record<string, Sensitivity>> = {
  slt: { spreadSemitones: 0.7, formantDb: 16.6, formantBrightness: -0.5 },
  rms: { spreadSemitones: 1.9, formantDb: 20.6, formantBrightness: -0.43 },
  awb: { spreadSemitones: 1.85, formantDb: 24.3, formantBrightness: -0.13 },
}
const ESPEAK_SENSITIVITY: Sensitivity = { spreadSemitones: 1.4, formantDb: 34, formantBrightness: 0 }
/** Change of the mean spectrum per dB of gain at 4 kHz relative to 500 Hz. */
const ENVELOPE_DB_PER_BRIGHTNESS_DB = 0.43

export const semitones = (ratio: number): number => 12 * Math.log2(ratio)

/** A voice as a point; Euclidean distances approximate just-noticeable differences between voices of one base. */
export type TimbrePoint = readonly [pitch: number, spread: number, rate: number, envelope: number, envelopeToo: number]

export function timbrePoint({ base, timbre }: EngineVoice): TimbrePoint {
  const { spreadSemitones, formantDb, formantBrightness } = FLITE_SENSITIVITIES[base] ?? ESPEAK_SENSITIVITY
  const byFormants = Math.log(timbre.formantRatio) * formantDb
  const byBrightness = timbre.brightnessDb * ENVELOPE_DB_PER_BRIGHTNESS_DB
  return [
    semitones(timbre.pitchMeanHz / 100) / NOTICEABLE.pitchSemitones,
    (timbre.pitchRangeRatio * spreadSemitones) / NOTICEABLE.spreadSemitones,
    Math.log(timbre.rateRatio) / Math.log(NOTICEABLE.rateRatio),
    (byBrightness + byFormants * formantBrightness) / NOTICEABLE.envelopeDb,
    (byFormants * Math.sqrt(1 - formantBrightness ** 2)) / NOTICEABLE.envelopeDb,
  ]
}

export function squaredDistance(a: TimbrePoint, b: TimbrePoint): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += ((a[i] as number) - (b[i] as number)) ** 2
  return sum
}
