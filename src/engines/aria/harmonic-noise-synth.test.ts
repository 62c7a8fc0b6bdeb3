import { expect, test } from 'vitest'
import { peakLevel, pitchTrackHz, rmsDb } from '../../../test/audio-measures.ts'
import { WINDOW } from '../spectra/frame-layout.ts'
import { FILTER_WIDTH, HOP, SAMPLE_RATE_HZ } from './frame-sizes.ts'
import type { Voicing } from './harmonic-noise-synth.ts'
import { HarmonicNoiseSynth } from './harmonic-noise-synth.ts'

const FRAMES = 40
const BINS = WINDOW / 2 + 1
const ENVELOPE = FILTER_WIDTH - 16

/** Constant filters: gains of the pulses and of plain noise. */
function filtersOf(pulses: number, noise: number): Float32Array {
  const filters = new Float32Array(FILTER_WIDTH).fill(pulses, 0, BINS)
  filters.fill(noise, 2 * BINS, 3 * BINS).fill(1, ENVELOPE)
  return filters
}

function synthesize(filters: Float32Array, voicingAt: (frame: number) => Voicing, synth = new HarmonicNoiseSynth()) {
  const samples = new Float32Array((FRAMES + 1) * HOP)
  synth.restart(voicingAt(0), voicingAt(1))
  for (let frame = 0; frame < FRAMES; frame++) {
    synth.add(filters, 0, voicingAt(frame + 1), voicingAt(frame + 2), samples, Math.max(frame - 2, 0) * HOP)
  }
  synth.writeHop(samples, (FRAMES - 2) * HOP)
  return samples.subarray(HOP, (FRAMES - 2) * HOP)
}

test.each([80, 160, 240, 400])('pulses have the pitch that is asked for, in every frame: %f Hz', (pitchHz) => {
  // The pitch tracker decimates without a filter.
  const dull = filtersOf(0.1, 0).fill(0, BINS / 4, BINS)
  const samples = synthesize(dull, () => ({ pitchHz, voiced: 1 }))
  const track = [...pitchTrackHz(samples, SAMPLE_RATE_HZ)]
  expect(track.length).toBeGreaterThan(20)
  for (const hz of track) expect(Math.abs(hz / pitchHz - 1)).toBeLessThan(0.02)
})

test('filters that let everything through keep the power of pulses and of noise', () => {
  const pulses = synthesize(filtersOf(0.2, 0), () => ({ pitchHz: 150, voiced: 1 }))
  const noise = synthesize(filtersOf(0, 0.2), () => ({ pitchHz: 150, voiced: 0 }))
  expect(rmsDb(noise)).toBeCloseTo(20 * Math.log10(0.2), 0)
  expect(Math.abs(rmsDb(pulses) - rmsDb(noise))).toBeLessThan(1)
})

test('without voicing there are no pulses, and a voiced frame between unvoiced ones fades in and out', () => {
  expect(peakLevel(synthesize(filtersOf(1, 0), () => ({ pitchHz: 150, voiced: 0 })))).toBe(0)
  const samples = synthesize(filtersOf(1, 0), (frame) => ({ pitchHz: 150, voiced: frame === 20 ? 1 : 0 }))
  const centre = 19 * HOP
  expect(peakLevel(samples.subarray(centre - HOP, centre + HOP))).toBeGreaterThan(0.1)
  expect(peakLevel(samples.subarray(0, centre - 3 * HOP))).toBeLessThan(1e-6)
  expect(peakLevel(samples.subarray(centre + 3 * HOP))).toBeLessThan(1e-6)
})

test('after a restart the same frames give the same samples', () => {
  const synth = new HarmonicNoiseSynth()
  const filters = filtersOf(0.3, 0.1).fill(0.05, 3 * BINS, 7 * BINS)
  const voicingAt = (frame: number) => ({ pitchHz: 150 + frame, voiced: frame % 9 < 5 ? 1 : 0 })
  const first = synthesize(filters, voicingAt, synth)
  expect(synthesize(filters, voicingAt, synth)).toEqual(first)
  expect(synthesize(filters, voicingAt)).toEqual(first)
})
