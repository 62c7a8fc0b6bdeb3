import { describe, expect, test } from 'vitest'
import { integratedLufs, truePeakDb } from '../src/audio/loudness.ts'

const RATES_HZ = [16_000, 24_000, 48_000]

/** A sine; `peakDb` is its amplitude against full scale. */
const sine = (hz: number, peakDb: number, seconds: number, rateHz: number): Float32Array =>
  Float32Array.from(
    { length: seconds * rateHz },
    (_, i) => 10 ** (peakDb / 20) * Math.sin((2 * Math.PI * hz * (i + 0.5)) / rateHz),
  )

function joined(...parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

describe.each(RATES_HZ)('at %i Hz the loudness', (rateHz) => {
  test('of a sine of 997 Hz at full scale in one of the channels is -3.01 LUFS, and scales with its level', () => {
    expect(integratedLufs(sine(997, 0, 5, rateHz), rateHz)).toBeCloseTo(-3.01, 1)
    expect(integratedLufs(sine(997, -20, 5, rateHz), rateHz)).toBeCloseTo(-23.01, 1)
  })

  test('of bass is less and of treble more, as the weighting has it', () => {
    expect(integratedLufs(sine(40, -20, 5, rateHz), rateHz)).toBeLessThan(-27)
    expect(integratedLufs(sine(5000, -20, 5, rateHz), rateHz)).toBeCloseTo(-19.6, 0)
  })

  test('does not count what is 10 LU below the rest (EBU Tech 3341, case 3)', () => {
    const tone = (lufs: number, seconds: number) => sine(997, lufs + 3.01, seconds, rateHz)
    expect(Math.abs(integratedLufs(joined(tone(-36, 10), tone(-23, 60), tone(-36, 10)), rateHz) + 23)).toBeLessThan(0.1)
  })

  test('is that of the speech, however much silence follows', () => {
    const tone = sine(997, -20, 4, rateHz)
    const padded = joined(tone, new Float32Array(20 * rateHz))
    expect(Math.abs(integratedLufs(padded, rateHz) - integratedLufs(tone, rateHz))).toBeLessThan(0.5)
  })
})

test('silence is as quiet as the gate', () => {
  expect(integratedLufs(new Float32Array(24_000), 24_000)).toBe(-70)
  expect(integratedLufs(new Float32Array(0), 24_000)).toBe(-70)
})

test('the true peak is found between the samples (EBU Tech 3341, cases 15 to 19)', () => {
  const quarter = (phase: number): Float32Array =>
    Float32Array.from(
      { length: 4800 },
      (_, i) => 0.5 * Math.sin((Math.PI / 2) * i + phase) * Math.sin((Math.PI * i) / 4800),
    )
  for (const phase of [0, Math.PI / 4, Math.PI / 3]) expect(truePeakDb(quarter(phase))).toBeCloseTo(-6.02, 0)
  const peakOfSamples = quarter(Math.PI / 4).reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
  expect(20 * Math.log10(peakOfSamples)).toBeLessThan(-8.9)
})
