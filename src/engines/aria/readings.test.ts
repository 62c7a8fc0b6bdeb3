import { expect, test } from 'vitest'
import { drawReading } from './readings.ts'

const NATURAL = { seed: 1, spread: 1, longestTail: 3 }

const spreadOf = (values: Float32Array) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length)

test('the usual reading is zeros', () => {
  expect(drawReading(undefined, 2)).toEqual(new Float32Array(8))
  expect(spreadOf(drawReading({ ...NATURAL, spread: 0 }, 100))).toBe(0)
})

test('a seed draws one reading, and the next another', () => {
  const [one, next] = [drawReading(NATURAL, 1000), drawReading({ ...NATURAL, seed: 2 }, 1000)]
  expect(drawReading(NATURAL, 1000)).toEqual(one)
  expect(drawReading({ ...NATURAL, seed: 2 ** 32 + 1 }, 1000)).toEqual(one)
  const correlation = one.reduce((sum, x, i) => sum + x * (next[i] ?? 0), 0) / one.length
  expect(Math.abs(correlation)).toBeLessThan(0.05)
})

test('a reading is normal noise of the spread that is asked for, one at the most, its tails cut off', () => {
  const natural = drawReading(NATURAL, 5000)
  expect(Math.abs(natural.reduce((sum, x) => sum + x, 0) / natural.length)).toBeLessThan(0.03)
  expect(spreadOf(natural)).toBeCloseTo(1, 1)
  expect(spreadOf(drawReading({ ...NATURAL, spread: 0.3 }, 5000))).toBeCloseTo(0.3, 1)
  expect(drawReading({ ...NATURAL, spread: 100 }, 5000)).toEqual(natural)
  expect(Math.max(...drawReading({ ...NATURAL, longestTail: 0.5 }, 5000))).toBe(0.5)
})
