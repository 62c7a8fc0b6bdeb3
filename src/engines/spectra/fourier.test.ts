import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ComplexNumbers, FOURIER_SIZE, FourierTransform } from './fourier.ts'

const SIZE = FOURIER_SIZE
/** Of sums of 1024 products in 32 bits. */
const ROUNDING = 2e-5

const numbers = fc
  .infiniteStream(fc.double({ min: -1, max: 1, noNaN: true }))
  .map((stream) => Float32Array.from({ length: SIZE }, () => stream.next().value as number))

/** A bin of the spectrum, by the definition. */
function binOf({ re, im }: ComplexNumbers, weights: Float32Array, bin: number): readonly [number, number] {
  let [sumRe, sumIm] = [0, 0]
  for (let i = 0; i < SIZE; i++) {
    const angle = (-2 * Math.PI * bin * i) / SIZE
    const [x, y] = [(re[i] ?? 0) * (weights[i] ?? 0), (im[i] ?? 0) * (weights[i] ?? 0)]
    sumRe += x * Math.cos(angle) - y * Math.sin(angle)
    sumIm += x * Math.sin(angle) + y * Math.cos(angle)
  }
  return [sumRe, sumIm]
}

test('a spectrum is that of the definition, of the input with and without the window', () => {
  fc.assert(
    fc.property(numbers, numbers, numbers, fc.nat(SIZE - 1), (re, im, window, bin) => {
      const fourier = new FourierTransform(window, 2)
      fourier.input.re.set(re)
      fourier.input.im.set(im)
      fourier.transformWindowed(0)
      fourier.transform(1)
      for (const [i, weights] of [window, new Float32Array(SIZE).fill(1)].entries()) {
        const expected = binOf({ re, im }, weights, bin)
        const output = fourier.outputs[i] as ComplexNumbers
        expect(Math.abs((output.re[bin] as number) - expected[0])).toBeLessThan(ROUNDING)
        expect(Math.abs((output.im[bin] as number) - expected[1])).toBeLessThan(ROUNDING)
      }
    }),
    { numRuns: 30 },
  )
})

test('each bin of an impulse is where the definition has it', () => {
  const fourier = new FourierTransform(new Float32Array(SIZE).fill(1), 1)
  fourier.input.re[1] = 1
  fourier.transform(0)
  const { re, im } = fourier.outputs[0] as ComplexNumbers
  for (let bin = 0; bin < SIZE; bin++) {
    expect(re[bin]).toBeCloseTo(Math.cos((2 * Math.PI * bin) / SIZE), 6)
    expect(im[bin]).toBeCloseTo(-Math.sin((2 * Math.PI * bin) / SIZE), 6)
  }
})
