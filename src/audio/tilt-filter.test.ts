import { expect, test } from 'vitest'
import { createTiltFilter } from './tilt-filter.ts'

const RATE_HZ = 16_000
const tone = (hz: number): Float32Array =>
  Float32Array.from({ length: RATE_HZ }, (_, i) => 0.1 * Math.sin((2 * Math.PI * hz * i) / RATE_HZ))

const power = (samples: Float32Array): number => samples.reduce((sum, sample) => sum + sample * sample, 0)

function gainDb(brightnessDb: number, hz: number): number {
  const samples = tone(hz)
  const before = power(samples)
  createTiltFilter(brightnessDb, RATE_HZ).apply(samples)
  return 10 * Math.log10(power(samples) / before)
}

test.each([-15, -6, -2, 0, 3, 9, 15])('%d dB is the gain at 4 kHz against 500 Hz', (brightnessDb) => {
  expect(gainDb(brightnessDb, 4000) - gainDb(brightnessDb, 500)).toBeCloseTo(brightnessDb, 1)
})

test.each([-40, 40, Number.POSITIVE_INFINITY])('%d dB is limited to what one pole can do', (brightnessDb) => {
  const limited = 15 * Math.sign(brightnessDb)
  expect(gainDb(brightnessDb, 4000) - gainDb(brightnessDb, 500)).toBeCloseTo(limited, 1)
})

test.each([-9, -4, 4, 9])('%d dB leaves the frequencies that carry speech about as loud', (brightnessDb) => {
  expect(Math.abs(gainDb(brightnessDb, 400))).toBeLessThan(3)
})

test('keeps its state between chunks', () => {
  const whole = tone(700)
  const chunked = whole.slice()
  createTiltFilter(6, RATE_HZ).apply(whole)
  const filter = createTiltFilter(6, RATE_HZ)
  for (let at = 0; at < chunked.length; at += 333) filter.apply(chunked.subarray(at, at + 333))
  expect(chunked).toEqual(whole)
})
