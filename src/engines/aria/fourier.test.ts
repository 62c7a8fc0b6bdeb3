import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFourierTransform } from './fourier.ts'

const SIZE = 64
const signal = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: SIZE, maxLength: SIZE })

test('the transform is that of the definition, of the weighted signal', () => {
  const transform = createFourierTransform(SIZE)
  fc.assert(
    fc.property(signal, signal, signal, (re, im, weights) => {
      const [real, imaginary] = [new Float64Array(SIZE), new Float64Array(SIZE)]
      transform(Float64Array.from(re), Float64Array.from(im), Float64Array.from(weights), real, imaginary)
      for (let bin = 0; bin < SIZE; bin++) {
        let [sumRe, sumIm] = [0, 0]
        for (let i = 0; i < SIZE; i++) {
          const angle = (-2 * Math.PI * bin * i) / SIZE
          const [x, y] = [(re[i] ?? 0) * (weights[i] ?? 0), (im[i] ?? 0) * (weights[i] ?? 0)]
          sumRe += x * Math.cos(angle) - y * Math.sin(angle)
          sumIm += x * Math.sin(angle) + y * Math.cos(angle)
        }
        expect(real[bin]).toBeCloseTo(sumRe, 9)
        expect(imaginary[bin]).toBeCloseTo(sumIm, 9)
      }
    }),
    { numRuns: 20 },
  )
})

test.each([0, 2, 8, 100, 512, -4, Number.NaN])('a size of %f is refused', (size) => {
  expect(() => createFourierTransform(size)).toThrow(RangeError)
})
