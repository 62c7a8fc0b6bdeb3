import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CreateResampler } from './resample.ts'
import { loadResampling } from './resample.ts'

const tone = (hz: number, rateHz: number, length: number): Float32Array =>
  Float32Array.from({ length }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / rateHz))

/** Level of one frequency in dB of full scale, through a Blackman window. */
function levelDb(samples: Float32Array, hz: number, rateHz: number): number {
  let [re, im, weight] = [0, 0, 0]
  samples.forEach((sample, i) => {
    const x = (2 * Math.PI * i) / samples.length
    const window = 0.42 - 0.5 * Math.cos(x) + 0.08 * Math.cos(2 * x)
    const phase = (2 * Math.PI * hz * i) / rateHz
    re += sample * window * Math.cos(phase)
    im += sample * window * Math.sin(phase)
    weight += window
  })
  return 20 * Math.log10((2 * Math.hypot(re, im)) / weight)
}

const rmsDb = (samples: Float32Array): number =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length + 1e-12)

const concat = (parts: readonly Float32Array[]): Float32Array => Float32Array.from(parts.flatMap((part) => [...part]))

describe('resampler', () => {
  let createResampler: CreateResampler
  beforeAll(async () => {
    createResampler = await loadResampling()
  })

  function resample(samples: Float32Array, fromHz: number, toHz: number, chunkLengths: readonly number[] = []) {
    const resampler = createResampler(fromHz, toHz)
    const parts: Float32Array[] = []
    let at = 0
    for (const length of chunkLengths) {
      parts.push(resampler.process(samples.subarray(at, at + length)))
      at += length
    }
    parts.push(resampler.process(samples.subarray(at)), resampler.finish())
    return concat(parts)
  }

  test('hands back the very same samples where the rates match', () => {
    const samples = tone(440, 16_000, 100)
    const resampler = createResampler(16_000, 16_000)
    expect(resampler.process(samples)).toBe(samples)
    expect(resampler.finish()).toHaveLength(0)
  })

  test.each([
    [16_000, 24_000],
    [16_000, 22_050],
    [16_000, 8000],
    [22_050, 24_000],
    [22_050, 44_100],
    [24_000, 96_000],
    [16_000, 44_101],
  ])('keeps every sample of a tone in its place from %i to %i Hz', (fromHz, toHz) => {
    const output = resample(tone(440, fromHz, fromHz / 2), fromHz, toHz)
    const expected = tone(440, toHz, output.length)
    const edge = Math.round(toHz * 0.02)
    let worst = 0
    for (let i = edge; i < output.length - edge; i++) {
      worst = Math.max(worst, Math.abs((output[i] as number) - (expected[i] as number)))
    }
    expect(worst).toBeLessThan(0.001)
  })

  test.each([
    [16_000, 24_000],
    [16_000, 48_000],
    [16_000, 44_100],
    [22_050, 24_000],
    [22_050, 44_100],
    [24_000, 44_100],
    [24_000, 96_000],
  ])('leaves images of speech frequencies more than 60 dB down from %i to %i Hz', (fromHz, toHz) => {
    for (let hz = 300; hz <= 0.44 * fromHz; hz += 431) {
      const output = resample(tone(hz, fromHz, 8000), fromHz, toHz)
      const middle = output.subarray(1000, output.length - 1000)
      expect(levelDb(middle, hz, toHz)).toBeCloseTo(20 * Math.log10(0.5), 0)
      const image = fromHz - hz
      if (image < toHz / 2) expect(levelDb(middle, image, toHz)).toBeLessThan(-66)
    }
  })

  test.each([
    [16_000, 8000],
    [16_000, 4000],
    [22_050, 8000],
    [24_000, 16_000],
    [24_000, 11_025],
  ])('removes what a lower rate cannot carry, more than 60 dB down, from %i to %i Hz', (fromHz, toHz) => {
    for (let hz = 0.56 * toHz; hz < fromHz / 2; hz += 431) {
      const output = resample(tone(hz, fromHz, fromHz / 2), fromHz, toHz)
      expect(rmsDb(output.subarray(200, -200))).toBeLessThan(-66)
    }
  })

  test.each([
    [16_000, 4000],
    [22_050, 24_000],
    [16_000, 44_100],
    [16_000, 48_001],
    [16_000, 96_000],
    [22_050, 384_000],
  ])(
    'a tone stays one, in chunks of any length too: all else is more than 60 dB down, from %i to %i Hz',
    (fromHz, toHz) => {
      const hz = 997
      const output = resample(tone(hz, fromHz, fromHz), fromHz, toHz, Array(90).fill(173))
      const middle = output.subarray(Math.round(0.02 * toHz), -Math.round(0.02 * toHz))
      const [re, im] = [0, 1].map((quarter) => {
        const wave = (i: number) => Math.sin((2 * Math.PI * hz * i) / toHz + (quarter * Math.PI) / 2)
        return (2 * middle.reduce((sum, sample, i) => sum + sample * wave(i), 0)) / middle.length
      }) as [number, number]
      const rest = middle.map((sample, i) => {
        const phase = (2 * Math.PI * hz * i) / toHz
        return sample - re * Math.sin(phase) - im * Math.cos(phase)
      })
      expect(Math.hypot(re, im)).toBeCloseTo(0.5, 3)
      expect(rmsDb(rest)).toBeLessThan(-66)
    },
  )

  test('is the same however the samples are cut into chunks', () => {
    const samples = tone(523, 16_000, 3000)
    const rates = fc.constantFrom(
      [16_000, 24_000],
      [22_050, 44_100],
      [16_000, 8000],
      [16_000, 44_101],
      [24_000, 96_000],
    )
    fc.assert(
      fc.property(rates, fc.array(fc.nat(700), { maxLength: 12 }), ([fromHz, toHz], lengths) => {
        const [from, to] = [fromHz as number, toHz as number]
        expect(resample(samples, from, to, lengths)).toEqual(resample(samples, from, to))
      }),
      { numRuns: 60 },
    )
  })

  test('makes lengths relate as the rates do', () => {
    const rate = fc.integer({ min: 1000, max: 384_000 })
    fc.assert(
      fc.property(rate, rate, fc.nat(5000), (fromHz, toHz, length) => {
        const output = resample(new Float32Array(length), fromHz, toHz, [length >> 1])
        expect(Math.abs(output.length - (length * toHz) / fromHz)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 100 },
    )
  })
})
