import fc from 'fast-check'
import { expect, test } from 'vitest'
import { integratedLufs } from '../audio/loudness.ts'
import { melTrack } from './mel-track.ts'
import { spectralDistanceDb } from './spectral-distance.ts'

const RATE_HZ = 24_000

/** Tones one after the other, each with two harmonics. */
function sound(tonesHz: readonly number[], { seconds = 0.3, gain = 0.1, rateHz = RATE_HZ } = {}) {
  const each = Math.round(seconds * rateHz)
  const samples = new Float32Array(tonesHz.length * each)
  for (const [n, hz] of tonesHz.entries()) {
    for (let i = 0; i < each; i++) {
      const turn = (2 * Math.PI * hz * i) / rateHz
      samples[n * each + i] = gain * (Math.sin(turn) + 0.5 * Math.sin(2 * turn) + 0.3 * Math.sin(3 * turn))
    }
  }
  return { mel: melTrack(samples, rateHz), lufs: integratedLufs(samples, rateHz) }
}

const TUNE = [200, 450, 900, 300]

test('a sound has no distance from itself, at whatever length', () => {
  for (const seconds of [0.002, 0.05, 1]) {
    const one = sound(TUNE, { seconds })
    expect(spectralDistanceDb(one, one)).toBe(0)
  }
})

test('loudness, pace and sampling rate hardly count, and another tone does', () => {
  const one = sound(TUNE)
  expect(spectralDistanceDb(one, sound(TUNE, { gain: 0.03 }))).toBeLessThan(1.5)
  expect(spectralDistanceDb(one, sound(TUNE, { seconds: 0.4 }))).toBeLessThan(3)
  expect(spectralDistanceDb(one, sound(TUNE, { rateHz: 16_000 }))).toBeLessThan(3)
  expect(spectralDistanceDb(one, sound([200, 450, 1700, 300]))).toBeGreaterThan(6)
})

test('sounds of quite other lengths are not aligned', () => {
  const long = sound(TUNE, { seconds: 5 })
  expect(spectralDistanceDb(long, sound(TUNE, { seconds: 4 }))).toBeLessThan(6)
  expect(spectralDistanceDb(long, sound(TUNE, { seconds: 3.5 }))).toBeNull()
})

test('the distance of any two sounds is finite and not negative', () => {
  const tones = fc.array(fc.integer({ min: 100, max: 3000 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(tones, tones, fc.double({ min: 0.02, max: 0.3, noNaN: true }), (one, other, seconds) => {
      const [before, after] = [sound(one), sound(other, { seconds })]
      const distance = spectralDistanceDb(before, after) ?? Number.NaN
      expect(Number.isFinite(distance) && distance >= 0).toBe(true)
    }),
    { numRuns: 20 },
  )
})
