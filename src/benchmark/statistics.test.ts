import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../core/seeded-random.ts'
import { bootstrapInterval, differenceInterval, median, quantile, sum } from './statistics.ts'

const measurements = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 })

describe('a quantile', () => {
  test.each([
    [[7], 0.99, 7],
    [[4, 1, 3, 2], 0, 1],
    [[4, 1, 3, 2], 1, 4],
    [[1, 2, 3, 4, 5], 0.5, 3],
    [[1, 2, 3, 4], 0.5, 2.5],
    [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110], 0.9, 100],
    [[0, 100], 0.99, 99],
  ])('of %j at %d is %d', (values, fraction, expected) => {
    expect(quantile(values, fraction)).toBeCloseTo(expected, 9)
  })

  test('of nothing is not a number', () => {
    expect(quantile([], 0.5)).toBeNaN()
  })

  test('lies among the values, grows with the fraction, and ignores their order', () => {
    fc.assert(
      fc.property(measurements, fc.double({ min: 0, max: 1, noNaN: true }), (values, fraction) => {
        const value = quantile(values, fraction)
        expect(value).toBeGreaterThanOrEqual(Math.min(...values))
        expect(value).toBeLessThanOrEqual(quantile(values, 1))
        expect(quantile(values.toReversed(), fraction)).toBe(value)
      }),
    )
  })

  test('leaves the measurements as they were', () => {
    const values = [3, 1, 2]
    quantile(values, 0.5)
    expect(values).toEqual([3, 1, 2])
  })
})

test('the median is the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
})

test('a sum of nothing is zero', () => {
  expect(sum([])).toBe(0)
  expect(sum([1, 2, 3.5])).toBe(6.5)
})

describe('a bootstrap interval', () => {
  test('lies within the measurements, and repeats', () => {
    fc.assert(
      fc.property(measurements, (values) => {
        const { low, high } = bootstrapInterval(values)
        expect(low).toBeGreaterThanOrEqual(Math.min(...values))
        expect(high).toBeLessThanOrEqual(Math.max(...values))
        expect(low).toBeLessThanOrEqual(high)
        expect(bootstrapInterval(values)).toEqual({ low, high })
      }),
      { numRuns: 30 },
    )
  })

  test('covers the true median of about 95 % of samples', () => {
    const random = seededRandom('coverage')
    const covered = Array.from({ length: 200 }, () => {
      const { low, high } = bootstrapInterval(Array.from({ length: 40 }, random))
      return low <= 0.5 && high >= 0.5
    }).filter(Boolean).length
    expect(covered).toBeGreaterThan(175)
    expect(covered).toBeLessThan(200)
  })

  test('of nothing is not a number', () => {
    expect(bootstrapInterval([])).toEqual({ low: Number.NaN, high: Number.NaN })
  })
})

test('the interval of a difference shows one that is there, and none where there is none', () => {
  const random = seededRandom('difference of samples')
  const sample = (shift: number) => Array.from({ length: 60 }, () => random() + shift)
  expect(differenceInterval(sample(0), sample(1)).low).toBeGreaterThan(0)
  expect(differenceInterval(sample(1), sample(0)).high).toBeLessThan(0)
  const same = differenceInterval(sample(0), sample(0))
  expect(same.low).toBeLessThan(0)
  expect(same.high).toBeGreaterThan(0)
})
