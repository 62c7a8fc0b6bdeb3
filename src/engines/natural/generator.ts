import { FEATURES, HOP } from './frame-sizes.ts'
import { STYLE_WIDTH } from './styles.ts'
import type { SpeakFrames } from './vocoder.ts'

/** Frames beside the range that the generator sees, of which its first and last samples are made. */
const FRAMES_AROUND = 8

/**
 * By Kokoro's own generator, at once: it normalizes over all frames that it sees. Without the silence and the words
 * before the range, these are fewer by half.
 */
export const generateFrames: SpeakFrames = async (network, { features, f0, style }, { from, to }, take) => {
  const start = Math.max(0, from - FRAMES_AROUND)
  const end = Math.min(f0.length, to + FRAMES_AROUND)
  const { samples } = await network.run({
    frames: { data: features.subarray(start * FEATURES, end * FEATURES), dims: [1, end - start, FEATURES] },
    f0: { data: f0.subarray(start, end), dims: [1, end - start] },
    style: { data: style, dims: [1, STYLE_WIDTH] },
  })
  const made = samples?.data as Float32Array
  const speech = made.subarray((from - start) * HOP + HOP / 2, (to - start) * HOP - HOP / 2)
  for (let i = 0; i < speech.length; i++) speech[i] = Math.min(Math.max(speech[i] as number, -1), 1)
  return await take(speech)
}
