import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BINS, ENVELOPE_POINTS } from '../spectra/frame-layout.ts'
import { clearFiltersInPlace, findSonorants, steadyInPlace } from './clear-voice.ts'
import { FILTER_WIDTH, LAYOUT } from './frame-sizes.ts'

const binOf = (hz: number): number => Math.round((hz * 1024) / 24_000)

function filtersOf(pulses: number, noise: number): Float32Array {
  const filters = new Float32Array(FILTER_WIDTH).fill(pulses, 0, BINS).fill(noise, LAYOUT.noise * BINS)
  return filters.fill(1, FILTER_WIDTH - ENVELOPE_POINTS)
}

describe('the filters of a vowel', () => {
  test.each([
    [500, 7.5],
    [2000, 7],
    [4000, 4.5],
    [9000, 0],
  ])('at %i Hz have the noise %f dB softer relative to the pulses', (hz, softerDb) => {
    const filters = filtersOf(0.5, 0.1)
    clearFiltersInPlace(filters, 0)
    const at = (filter: number): number => filters[filter * BINS + binOf(hz)] as number
    for (const noise of [LAYOUT.noise, ...LAYOUT.beats, ...LAYOUT.beats.map((beat) => beat + 1)]) {
      expect(20 * Math.log10((at(LAYOUT.pulse) / at(noise)) * (0.1 / 0.5))).toBeCloseTo(softerDb, 0)
    }
  })

  test('keep their power, but are not filled with pulses where there is little but noise', () => {
    const level = fc.double({ min: 0.01, max: 2, noNaN: true })
    fc.assert(
      fc.property(level, level, (pulses, noise) => {
        const filters = filtersOf(pulses, noise)
        const before = powerOf(filters)
        clearFiltersInPlace(filters, 0)
        const changeDb = 10 * Math.log10(powerOf(filters) / before)
        expect(changeDb).toBeLessThan(0.1)
        if (noise < pulses / 4) expect(changeDb).toBeGreaterThan(-0.5)
        expect(filters[0]).toBeLessThanOrEqual(pulses * 1.413)
      }),
    )
  })

  test('are changed in their own frame only', () => {
    const filters = new Float32Array(3 * FILTER_WIDTH).fill(0.3)
    clearFiltersInPlace(filters, FILTER_WIDTH)
    for (const other of [filters.subarray(0, FILTER_WIDTH), filters.subarray(2 * FILTER_WIDTH)]) {
      expect(other.every((value) => value === Math.fround(0.3))).toBe(true)
    }
  })
})

/** Up to 8 kHz. */
function powerOf(filters: Float32Array): number {
  let sum = 0
  for (const [filter, weight] of [1, 1, 1, 0.5, 0.5, 0.5, 0.5].entries()) {
    for (let bin = 0; bin < binOf(8000); bin++) sum += weight * (filters[filter * BINS + bin] as number) ** 2
  }
  return sum
}

const SOUNDS = { symbols: ['^', 's', 'a', 'z', 'n', '.'], rowStarts: [0, 2, 6, 12, 16, 21, 23] }

test('vowels and sonorants are cleared where they are voiced, voiced fricatives are not', () => {
  const isVoiced = Array.from({ length: 23 }, (_, frame) => frame >= 7 && frame < 20)
  const found = findSonorants({ ...SOUNDS, isVoiced })
  expect(found.map(Number).join('')).toBe('00000001111100001111000')
})

test('a vowel flickers half as much, keeps its ends, and other sounds are as they were', () => {
  const isVoiced = Array.from({ length: 23 }, () => true)
  const flicker = (): Float32Array => Float32Array.from({ length: 2 * 23 }, (_, i) => (i % 2 === 0 ? 1 : -1))
  const mels = flicker()
  steadyInPlace(mels, { ...SOUNDS, isVoiced })
  for (const [i, value] of mels.entries()) {
    const frame = i % 23
    const isInside = (frame > 6 && frame < 11) || (frame > 16 && frame < 20)
    expect(value).toBe(isInside ? 0 : flicker()[i])
  }
})
