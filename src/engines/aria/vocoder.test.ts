import { afterAll, beforeAll, expect, test } from 'vitest'
import { exactProducts } from '../exact-products.ts'
import type { Network } from '../onnx-network.ts'
import { openNetwork } from '../onnx-network.ts'
import { HOP } from './frame-sizes.ts'
import { FrameTrack, MEL_BINS } from './frame-track.ts'
import { samplesOfFrames, Vocoder } from './vocoder.ts'
import { openVoiceFolder } from './voice-folder.ts'

const FRAMES = 120

const { manifest, vocoder: path } = openVoiceFolder(new URL('../../../voices/aria/', import.meta.url))
let network: Network
beforeAll(async () => {
  network = await openNetwork(path, await exactProducts())
})
afterAll(() => network[Symbol.dispose]())

/** Frames of vowels that glide into each other, with noise between. */
function framesFrom(start: number, count: number) {
  const mels = new Float32Array(count * MEL_BINS)
  for (let i = 0; i < mels.length; i++) {
    const [frame, bin] = [start + Math.floor(i / MEL_BINS), i % MEL_BINS]
    mels[i] = -bin / 25 + Math.cos(bin / 9 + frame / 15) + (frame % 40 < 30 ? 0 : -2)
  }
  const voicing = Array.from({ length: count }, (_, i) => ({
    pitchHz: 180 + 40 * Math.sin((start + i) / 12),
    voiced: (start + i) % 40 < 30 ? 1 : 0,
    isSonorant: (start + i) % 40 < 30,
  }))
  return { mels, voicing }
}

/** Speaks the same frames, added `step` at a time. */
async function speakInSteps(step: number): Promise<Float32Array> {
  const track = new FrameTrack()
  const samples = new Float32Array(samplesOfFrames(FRAMES))
  let filled = 0
  const vocoder = new Vocoder(network, manifest.vocoder)
  for (let start = 0; start < FRAMES; start += step) {
    const { mels, voicing } = framesFrom(start, Math.min(step, FRAMES - start))
    track.add(mels, voicing, vocoder.frame - manifest.vocoder.framesBefore)
    await vocoder.speak(track, start + step >= FRAMES, async (chunk) => {
      samples.set(chunk, filled)
      filled += chunk.length
      return true
    })
  }
  expect(filled).toBe(samples.length)
  return samples
}

const power = (samples: Float32Array): number => samples.reduce((sum, sample) => sum + sample ** 2, 0)

test.each([1, 3, 7, 50])(
  'frames that come %i at a time give the samples of the whole, rounding aside',
  async (step) => {
    const whole = await speakInSteps(FRAMES)
    const pieces = await speakInSteps(step)
    expect(whole.some((sample) => Math.abs(sample) > 0.01)).toBe(true)
    // The network's 8-bit products are scaled by run.
    const differenceDb = 10 * Math.log10(power(whole.map((sample, i) => sample - (pieces[i] ?? 0))) / power(whole))
    expect(differenceDb).toBeLessThan(-25)
    expect(await speakInSteps(step)).toEqual(pieces)
  },
)

test('is stopped by a listener', async () => {
  const track = new FrameTrack()
  const { mels, voicing } = framesFrom(0, FRAMES)
  track.add(mels, voicing, 0)
  const vocoder = new Vocoder(network, manifest.vocoder)
  const lengths: number[] = []
  const isWanted = await vocoder.speak(track, true, async (chunk) => lengths.push(chunk.length) < 3)
  expect(isWanted).toBe(false)
  expect(lengths).toHaveLength(3)
  expect(lengths[0]).toBe(2 * HOP)
})
