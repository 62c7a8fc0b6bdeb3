import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Network } from '../onnx-network.ts'
import { openNetwork } from '../onnx-network.ts'
import { KOKORO_SYMBOLS } from '../phrases/kokoro-symbols.ts'
import { HOP } from './frame-sizes.ts'
import { type PredictedPhrase, predictPhrase } from './front.ts'
import { Styles } from './styles.ts'
import { type FramesPerRun, speakFrames } from './vocoder.ts'
import { openNaturalFolder } from './voice-folder.ts'

const { manifest, pathOf } = openNaturalFolder(new URL('../../../voices/natural/', import.meta.url))
let vocoder: Network
let phrase: PredictedPhrase
beforeAll(async () => {
  vocoder = await openNetwork(pathOf('vocoder.onnx'), {})
  using front = await openNetwork(pathOf('front.onnx'), {})
  const ids = [0, ...[...'sˈɪks θˈɪn sˈɪŋəɹz'].map((symbol) => KOKORO_SYMBOLS.ids.get(symbol) as number), 0]
  const style = new Styles(pathOf('styles.bin'), manifest.styles, manifest.maxTokens).of('af_heart')
  phrase = await predictPhrase(front, {
    ids,
    rates: ids.map(() => 1),
    style: style.forLength(ids.length - 2),
    pitchRatio: 1,
    pitchRange: 1,
  })
})
afterAll(() => vocoder[Symbol.dispose]())

async function speakIn(runs: FramesPerRun | undefined, from = 0): Promise<Float32Array> {
  const heard: number[] = []
  await speakFrames(
    vocoder,
    phrase,
    { from, to: phrase.pitch.length },
    async (samples) => {
      heard.push(...samples)
      return true
    },
    runs,
  )
  return Float32Array.from(heard)
}

const power = (samples: Float32Array): number => samples.reduce((sum, sample) => sum + sample ** 2, 0)

test.each([
  { first: 1, max: 1 },
  { first: 5, max: 5 },
  { first: 12, max: 13 },
  { first: 64, max: 64 },
])('runs of $first to $max frames give the samples of the usual ones, 60 dB down', async (runs) => {
  const usual = await speakIn(undefined)
  const other = await speakIn(runs)
  expect(usual.some((sample) => Math.abs(sample) > 0.05)).toBe(true)
  expect(other).toHaveLength(usual.length)
  const difference = usual.map((sample, i) => sample - (other[i] ?? 0))
  expect(10 * Math.log10(power(difference) / power(usual) + 1e-20)).toBeLessThan(-60)
})

test('a range that begins within the phrase has the length of its frames', async () => {
  expect(await speakIn(undefined, 20)).toHaveLength((phrase.pitch.length - 21) * HOP)
})

test('is stopped by a listener', async () => {
  const lengths: number[] = []
  const range = { from: 0, to: phrase.pitch.length }
  const isWanted = await speakFrames(vocoder, phrase, range, async (samples) => lengths.push(samples.length) < 3)
  expect(isWanted).toBe(false)
  expect(lengths).toHaveLength(3)
})
