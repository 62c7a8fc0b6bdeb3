import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NotchFilter } from './notch-filter.ts'

const RATE_HZ = 24_000
const sine = (hz: number, length = RATE_HZ) =>
  Float32Array.from({ length }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / RATE_HZ))
const powerOf = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length
/** What is left of a sine once the filter has settled, in dB. */
function gainDb(hz: number): number {
  const samples = sine(hz)
  new NotchFilter([4800, 9600], RATE_HZ).filter(samples)
  return 10 * Math.log10(powerOf(samples.subarray(RATE_HZ / 4)) / powerOf(sine(hz)))
}

test('the tones are taken out, and what is 40 Hz beside them stays within 1.5 dB', () => {
  for (const hz of [4800, 9600]) {
    expect(gainDb(hz)).toBeLessThan(-60)
    expect(gainDb(hz - 40)).toBeGreaterThan(-1.5)
    expect(gainDb(hz + 40)).toBeGreaterThan(-1.5)
  }
  for (const hz of [100, 1000, 4000, 5500, 8000, 11_000]) expect(Math.abs(gainDb(hz))).toBeLessThan(0.05)
})

test('clipped speech stays within -1 to 1', () => {
  const clipped = sine(300).map((sample) => Math.sign(sample))
  new NotchFilter([4800, 9600], RATE_HZ).filter(clipped)
  expect(clipped.every((sample) => Math.abs(sample) <= 1)).toBe(true)
})

test('how the speech is cut does not change it', () => {
  const whole = sine(4700, 2000)
  new NotchFilter([4800], RATE_HZ).filter(whole)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2000 })), (cuts) => {
      const filter = new NotchFilter([4800], RATE_HZ)
      const parts = sine(4700, 2000)
      const ends = [...cuts.toSorted((one, other) => one - other), parts.length]
      for (const [i, end] of ends.entries()) filter.filter(parts.subarray(ends[i - 1] ?? 0, end))
      expect(parts).toEqual(whole)
    }),
  )
})
