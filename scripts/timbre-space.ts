import type { EngineVoice } from '../src/core/voice.ts'

/** The smallest difference of each quality that listeners tell apart; docs/voices.md names the experiments. */
export const NOTICEABLE = {
  pitchSemitones: 1,
  /** Standard deviation of pitch. */
  spreadSemitones: 0.5,
  rateRatio: 1.05,
  formantRatio: 1.05,
  /** At 4 kHz against 500 Hz. */
  tiltDb: 3,
  /** Root mean square of the mean spectrum, where formants and tilt are not told apart. */
  envelopeDb: 1,
} as const

/** Standard deviation of pitch in a base voice as it is, semitones: what a range ratio of 1 stands for. */
const NATURAL_SPREAD_SEMITONES: Readonly<Record<string, number>> = { slt: 1.14, rms: 2.49, awb: 1.83 }
const ESPEAK_SPREAD_SEMITONES = 1.2

export const semitones = (ratio: number): number => 12 * Math.log2(ratio)

/** A timbre as a point whose Euclidean distances are just-noticeable differences. */
export type TimbrePoint = readonly [formant: number, pitch: number, range: number, rate: number, brightness: number]

export const timbrePoint = ({ base, timbre }: EngineVoice): TimbrePoint => [
  Math.log(timbre.formantRatio) / Math.log(NOTICEABLE.formantRatio),
  semitones(timbre.pitchMeanHz / 100) / NOTICEABLE.pitchSemitones,
  (timbre.pitchRangeRatio * (NATURAL_SPREAD_SEMITONES[base] ?? ESPEAK_SPREAD_SEMITONES)) / NOTICEABLE.spreadSemitones,
  Math.log(timbre.rateRatio) / Math.log(NOTICEABLE.rateRatio),
  timbre.brightnessDb / NOTICEABLE.tiltDb,
]

export function squaredDistance(a: TimbrePoint, b: TimbrePoint): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += ((a[i] as number) - (b[i] as number)) ** 2
  return sum
}
