import { describe, expect, test } from 'vitest'
import type { Numbers } from '../onnx-runtime.ts'
import { predictFrames } from './acoustic-model.ts'
import type { Network } from './networks.ts'
import { phrasesOf } from './phrases.ts'
import { drawReading } from './readings.ts'

const NATURAL = { seed: 1, spread: 1, longestTail: 3 }

const spreadOf = (values: Float32Array) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length)

test('the usual reading is zeros', () => {
  expect(drawReading(undefined, 2)).toEqual(new Float32Array(8))
  expect(spreadOf(drawReading({ ...NATURAL, spread: 0 }, 100))).toBe(0)
})

test('a seed draws one reading, and the next another', () => {
  const [one, next] = [drawReading(NATURAL, 1000), drawReading({ ...NATURAL, seed: 2 }, 1000)]
  expect(drawReading(NATURAL, 1000)).toEqual(one)
  expect(drawReading({ ...NATURAL, seed: 2 ** 32 + 1 }, 1000)).toEqual(one)
  const correlation = one.reduce((sum, x, i) => sum + x * (next[i] ?? 0), 0) / one.length
  expect(Math.abs(correlation)).toBeLessThan(0.05)
})

test('a reading is normal noise of the spread that is asked for, one at the most, its tails cut off', () => {
  const natural = drawReading(NATURAL, 5000)
  expect(Math.abs(natural.reduce((sum, x) => sum + x, 0) / natural.length)).toBeLessThan(0.03)
  expect(spreadOf(natural)).toBeCloseTo(1, 1)
  expect(spreadOf(drawReading({ ...NATURAL, spread: 0.3 }, 5000))).toBeCloseTo(0.3, 1)
  expect(drawReading({ ...NATURAL, spread: 100 }, 5000)).toEqual(natural)
  expect(Math.max(...drawReading({ ...NATURAL, longestTail: 0.5 }, 5000))).toBe(0.5)
})

describe('the acoustic network', () => {
  const [phrase] = phrasesOf({
    language: 'eng',
    segments: [
      { kind: 'word', spoken: 'a', phonemes: ['AH0'], span: { start: 0, end: 1 }, rate: 1, pitch: 1, pauseBeforeMs: 0 },
    ],
    pauseAfterMs: 0,
  })
  const timbre = { formantRatio: 1, pitchMeanHz: 160, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  const rows = phrase?.rows.length ?? 0
  const network = (
    outputs: Readonly<Record<string, Numbers>>,
    seen: Readonly<Record<string, Numbers>>[] = [],
  ): Network => ({
    run: async (inputs) => {
      seen.push(inputs)
      return outputs
    },
    [Symbol.dispose]: () => {},
  })

  test.each([
    [true, [1, rows, 4]],
    [false, undefined],
  ])('is told which reading to give where it can: %s', async (hasReadings, dims) => {
    const seen: Readonly<Record<string, Numbers>>[] = []
    const acoustic = network(
      {
        mel: { data: new Float32Array(100 * rows), dims: [1, 100, rows] },
        durations: { data: new BigInt64Array(rows).fill(1n), dims: [1, rows] },
        f0: { data: new Float32Array(rows).fill(160), dims: [1, rows] },
      },
      seen,
    )
    const voicing = network({ v: { data: new Float32Array(rows), dims: [1, rows] } })
    await predictFrames(
      phrase as NonNullable<typeof phrase>,
      { timbre, variation: NATURAL },
      { acoustic, voicing, vocoder: network({}) },
      {
        symbolIds: new Map(phrase?.rows.map(({ symbol }, id) => [symbol, id])),
        pitchMeanHz: 160,
        pitchRangeFactor: 1,
        voicingFramesBefore: 0,
        voicingFramesAfter: 0,
        hasReadings,
      },
    )
    expect(seen[0]?.latent?.dims).toEqual(dims)
    expect(seen[0]?.latent?.data).toEqual(dims && drawReading(NATURAL, rows))
  })
})
