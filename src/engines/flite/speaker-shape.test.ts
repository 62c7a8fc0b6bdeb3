import { describe, expect, test } from 'vitest'
import { alphaOfFormants, shapePitchInPlace } from './speaker-shape.ts'

const shaped = (
  pitchHz: number[],
  [pitchMeanHz, pitchRangeRatio]: [number, number],
  spans: { firstFrame: number; pitch: number }[] = [],
) => {
  const track = Float32Array.from(pitchHz)
  shapePitchInPlace(track, 100, { pitchMeanHz, pitchRangeRatio }, spans)
  return [...track].map((hz) => Math.round(hz * 10) / 10)
}

describe('the pitch of a speaker', () => {
  test('the mean moves in ratios, and unvoiced frames stay unvoiced', () => {
    expect(shaped([100, 0, 50, 200], [150, 1])).toEqual([150, 0, 75, 300])
  })

  test('the range is a power of the distance from the mean; 0 is a monotone', () => {
    expect(shaped([80, 100, 125], [200, 2])).toEqual([128, 200, 312.5])
    expect(shaped([80, 100, 125], [200, 0])).toEqual([200, 200, 200])
  })

  test('it stays within what people can say', () => {
    expect(shaped([60, 400], [100, 4])).toEqual([40, 500])
  })

  test('the pitch of a word begins and ends in a ramp around its borders', () => {
    const spans = [
      { firstFrame: 0, pitch: 1 },
      { firstFrame: 20, pitch: 2 },
      { firstFrame: 40, pitch: 1 },
    ]
    const track = shaped(new Array(60).fill(100), [100, 1], spans)
    expect(track.slice(0, 14)).toEqual(new Array(14).fill(100))
    expect(track.slice(26, 34)).toEqual(new Array(8).fill(200))
    expect(track.slice(46)).toEqual(new Array(14).fill(100))
    const steps = track.slice(1).map((hz, i) => Math.abs(hz - (track[i] ?? 0)))
    expect(Math.max(...steps)).toBeLessThan(10)
  })
})

test('formants move with the all-pass constant about that of the bases, within bounds', () => {
  expect(alphaOfFormants(1)).toBeCloseTo(0.42)
  expect(alphaOfFormants(1.1)).toBeLessThan(0.38)
  expect(alphaOfFormants(0.9)).toBeGreaterThan(0.46)
  expect(alphaOfFormants(100)).toBe(alphaOfFormants(1.35))
  expect(alphaOfFormants(0)).toBe(alphaOfFormants(0.75))
})
