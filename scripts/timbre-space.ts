import type { Timbre } from '../src/core/voice.ts'

/**
 * The smallest difference of each quality that listeners tell apart; docs/voices.md names the experiments. Ratios are
 * per cent of frequency or tempo, pitch is semitones, spread is the standard deviation of pitch in semitones.
 */
export const NOTICEABLE = {
  formantRatio: 1.05,
  pitchSemitones: 1,
  spreadSemitones: 0.5,
  rateRatio: 1.05,
  brightnessDb: 3,
} as const

/** Standard deviation of pitch in the engines' own voices, semitones; what a range ratio of 1 stands for. */
const NATURAL_SPREAD_SEMITONES = 2.2

export const semitones = (ratio: number): number => 12 * Math.log2(ratio)

/** A timbre as a point whose Euclidean distances are just-noticeable differences. */
export type TimbrePoint = readonly [formant: number, pitch: number, range: number, rate: number, brightness: number]

export const timbrePoint = (timbre: Timbre): TimbrePoint => [
  Math.log(timbre.formantRatio) / Math.log(NOTICEABLE.formantRatio),
  semitones(timbre.pitchMeanHz / 100) / NOTICEABLE.pitchSemitones,
  (timbre.pitchRangeRatio * NATURAL_SPREAD_SEMITONES) / NOTICEABLE.spreadSemitones,
  Math.log(timbre.rateRatio) / Math.log(NOTICEABLE.rateRatio),
  timbre.brightnessDb / NOTICEABLE.brightnessDb,
]

export function squaredDistance(a: TimbrePoint, b: TimbrePoint): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += ((a[i] as number) - (b[i] as number)) ** 2
  return sum
}
