import { expect, test } from 'vitest'
import { quantizeInto } from './pcm16.ts'

test('rounds to 16 bits, clips what is louder, and makes what is not a number silent', () => {
  const output = new Int16Array(9)
  quantizeInto(output, 1, Float32Array.of(0.5, -0.5, 1, -1, 3, -3, Number.NaN, Number.POSITIVE_INFINITY))
  expect([...output]).toEqual([0, 16_384, -16_383, 32_767, -32_767, 32_767, -32_768, 0, 32_767])
})
