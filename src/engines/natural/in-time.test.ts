import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FEATURES, HOP } from './frame-sizes.ts'
import { inTime, type TimedFrames } from './in-time.ts'
import { isVoiced } from './pitch-track.ts'

const UNVOICED_HZ = 3

/** The frames of tokens; each frame's features are its number, and every third token is unvoiced. */
function framesOf(lengths: readonly number[]): TimedFrames {
  const ends = lengths.map((_, i) => lengths.slice(0, i + 1).reduce((sum, length) => sum + length, 0))
  const tokenAt = Array.from({ length: ends.at(-1) as number }, (_, frame) => ends.findIndex((end) => frame < end))
  return {
    features: Float32Array.from({ length: tokenAt.length * FEATURES }, (_, i) => Math.floor(i / FEATURES)),
    f0: Float32Array.from(tokenAt, (token) => (token % 3 === 2 ? UNVOICED_HZ : 100 + token)),
    tokenEdges: Float64Array.from([0, ...ends], (frame) => frame * HOP),
  }
}

/** Tokens of 0 to 10 frames, with a rate each; at least one has a frame. */
const tokens = fc
  .array(fc.tuple(fc.nat(10), fc.double({ min: 0.2, max: 5, noNaN: true })), { minLength: 1, maxLength: 6 })
  .filter((list) => list.some(([length]) => length > 0))

test('each token takes its length divided by its rate, to the sample, and the frames fill their sum', () => {
  fc.assert(
    fc.property(tokens, (list) => {
      const { tokenEdges, f0, features } = inTime(framesOf(list.map(([length]) => length)), ratesOf(list), isVoiced)
      let end = 0
      for (const [i, [length, rate]] of list.entries()) {
        end += (length * HOP) / rate
        expect(Math.abs((tokenEdges[i + 1] as number) - end)).toBeLessThan(0.5)
        expect(tokenEdges[i + 1]).toBeGreaterThanOrEqual(tokenEdges[i] as number)
      }
      expect(Math.abs(f0.length * HOP - end)).toBeLessThanOrEqual(Math.max(HOP / 2, HOP - end))
      expect(features).toHaveLength(f0.length * FEATURES)
    }),
  )
})

test('frames keep their order, and none sounds that was not there', () => {
  fc.assert(
    fc.property(tokens, (list) => {
      const frames = framesOf(list.map(([length]) => length))
      const { f0, features } = inTime(frames, ratesOf(list), isVoiced)
      const last = frames.f0.length - 1
      let before = 0
      for (const [frame, hz] of f0.entries()) {
        const source = features[frame * FEATURES] as number
        expect(source).toBeGreaterThanOrEqual(before)
        expect(source).toBeLessThanOrEqual(last)
        const around = [Math.floor(source), Math.ceil(source)].map((at) => frames.f0[at] as number)
        expect(hz).toBeGreaterThanOrEqual(Math.min(...around))
        expect(hz).toBeLessThanOrEqual(Math.max(...around))
        expect(around.map(isVoiced)).toContain(isVoiced(hz))
        before = source
      }
    }),
  )
})

test('at rate 1 nothing changes', () => {
  fc.assert(
    fc.property(tokens, (list) => {
      const frames = framesOf(list.map(([length]) => length))
      const rates = list.map(() => 1)
      expect(inTime(frames, rates, isVoiced)).toBe(frames)
      // One token at another rate leaves those before it as they are.
      const { f0, tokenEdges } = inTime(frames, [...rates.slice(1), 1.5], isVoiced)
      const kept = Math.floor((frames.tokenEdges.at(-2) as number) / HOP) - 1
      expect([...f0.slice(0, Math.max(kept, 0))]).toEqual([...frames.f0.slice(0, Math.max(kept, 0))])
      expect([...tokenEdges.slice(0, -1)]).toEqual([...frames.tokenEdges.slice(0, -1)])
    }),
  )
})

const ratesOf = (list: readonly (readonly [length: number, rate: number])[]): readonly number[] =>
  list.map(([, rate]) => rate)
