import { expect, test } from 'vitest'
import { MEL_BINS } from './frame-track.ts'
import { warpMels } from './mel-warp.ts'

/** A peak around a bin, in two frames, in the network's order: bin by bin. */
const bumpAt = (bin: number): Float32Array =>
  Float32Array.from({ length: 2 * MEL_BINS }, (_, i) => -(((Math.floor(i / 2) - bin) / 5) ** 2))

const hzOf = (bin: number): number => 700 * (10 ** (((bin + 1) * 3265.6) / 101 / 2595) - 1)
const loudest = (mels: Float32Array): number => mels.indexOf(Math.max(...mels))

test('a ratio of 1 changes the order of the numbers alone, and keeps the frames that are asked for', () => {
  const mels = bumpAt(40)
  const warped = warpMels(mels, 2, { from: 1, to: 2 }, 1)
  expect(warped).toHaveLength(MEL_BINS)
  for (const [bin, value] of warped.entries()) expect(value).toBeCloseTo(mels[2 * bin + 1] ?? Number.NaN, 5)
})

test.each([0.85, 0.93, 1.08, 1.18])(
  'a ratio of %f moves what is at a frequency to that many times the frequency',
  (ratio) => {
    for (const bin of [20, 45, 70]) {
      const moved = loudest(warpMels(bumpAt(bin), 2, { from: 0, to: 1 }, ratio))
      expect(hzOf(moved) / hzOf(bin)).toBeGreaterThan(ratio * 0.95)
      expect(hzOf(moved) / hzOf(bin)).toBeLessThan(ratio * 1.05)
    }
  },
)

test('past the ends the last values go on, and any ratio gives numbers', () => {
  for (const ratio of [0.5, 2]) {
    const warped = warpMels(bumpAt(50), 2, { from: 0, to: 2 }, ratio)
    expect(warped.every(Number.isFinite)).toBe(true)
  }
})
