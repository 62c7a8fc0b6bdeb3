import { seededRandom } from '../core/seeded-random.ts'

/** The value below which `fraction` (0 to 1) of `values` lie, interpolated between neighbours. NaN for no values. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * fraction
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position - Math.floor(position))
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export interface Interval {
  readonly low: number
  readonly high: number
}

const RESAMPLES = 1000
/** 95 %. */
const TAIL = 0.025

/**
 * The interval in which the median of measurements like these lies with 95 % confidence: the percentile bootstrap, repeatable by its
 * seed. NaN for no values.
 */
export function bootstrapInterval(values: readonly number[]): Interval {
  const random = seededRandom('bootstrap')
  const found = Array.from({ length: RESAMPLES }, () => median(resampled(values, random)))
  return { low: quantile(found, TAIL), high: quantile(found, 1 - TAIL) }
}

/** The interval of the difference between the medians of two sets of measurements, second minus first. */
export function differenceInterval(first: readonly number[], second: readonly number[]): Interval {
  const random = seededRandom('difference')
  const found = Array.from(
    { length: RESAMPLES },
    () => median(resampled(second, random)) - median(resampled(first, random)),
  )
  return { low: quantile(found, TAIL), high: quantile(found, 1 - TAIL) }
}

const resampled = (values: readonly number[], random: () => number): readonly number[] =>
  values.map(() => values[Math.floor(random() * values.length)] as number)
