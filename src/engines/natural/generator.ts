import { FEATURES, HOP } from './frame-sizes.ts'
import { STYLE_WIDTH } from './styles.ts'
import type { SpeakFrames } from './vocoder.ts'

/** By Kokoro's own generator, at once: it normalizes over the whole phrase. */
export const generateFrames: SpeakFrames = async (network, { features, f0, style }, { from, to }, take) => {
  const { samples } = await network.run({
    frames: { data: features, dims: [1, f0.length, FEATURES] },
    f0: { data: f0, dims: [1, f0.length] },
    style: { data: style, dims: [1, STYLE_WIDTH] },
  })
  const made = samples?.data as Float32Array
  const speech = made.subarray(from * HOP + HOP / 2, to * HOP - HOP / 2)
  for (let i = 0; i < speech.length; i++) speech[i] = Math.min(Math.max(speech[i] as number, -1), 1)
  return await take(speech)
}
