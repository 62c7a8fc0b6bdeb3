import { expect, test } from 'vitest'
import { quantizeInto } from './pcm16.ts'

const quantized = (gain: number, ...samples: number[]): number[] => {
  const output = new Int16Array(samples.length + 1)
  quantizeInto(output, 1, Float32Array.from(samples), gain)
  return [...output.subarray(1)]
}

test('rounds to 16 bits, times the gain, and makes what is not a number silent', () => {
  expect(quantized(1, 0.5, -0.5, 0.6, Number.NaN)).toEqual([16_384, -16_383, 19_660, 0])
  expect(quantized(0.5, 0.5, -1, Number.NaN)).toEqual([8192, -16_383, 0])
})

test('bends what is louder below -2.5 dB of full scale, in order and alike on both sides', () => {
  const rising = Array.from({ length: 40 }, (_, i) => 0.51 + i / 100)
  const bent = quantized(1, ...rising)
  expect(bent).toEqual(bent.toSorted((a, b) => a - b))
  expect(bent.slice(0, 10)).toEqual(rising.slice(0, 10).map((level) => Math.round(32_767 * Math.fround(level))))
  expect(quantized(1, ...rising.map((level) => -level))).toEqual(bent.map((level) => -level))
  const limit = Math.round(10 ** (-2.5 / 20) * 32_767)
  for (const level of quantized(4, 1, 3, 1e30, Number.POSITIVE_INFINITY)) {
    expect(level).toBeGreaterThan(0.7 * 32_767)
    expect(level).toBeLessThanOrEqual(limit)
  }
})
