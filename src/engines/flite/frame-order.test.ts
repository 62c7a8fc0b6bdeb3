import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lengthenPausesInPlace, type SpokenSpan } from './frame-order.ts'

const FRAME_S = 0.005

const spans = fc
  .array(
    fc.record({
      gapFrames: fc.nat(80),
      frames: fc.integer({ min: 1, max: 100 }),
      hasMark: fc.boolean(),
      rate: fc.double({ min: 0.5, max: 2, noNaN: true }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((words) => {
    let at = 0
    return words.map(({ gapFrames, frames, hasMark, rate }, i): SpokenSpan => {
      const start = at + (i === 0 ? 0 : gapFrames)
      at = start + frames
      return { startS: start * FRAME_S, endS: at * FRAME_S, hasMark, rate }
    })
  })

test('pauses at marks last 250 ms at the rate of the word before, or as long as before; all else keeps its length', () => {
  fc.assert(
    fc.property(spans, (before) => {
      const after = before.map((span) => ({ ...span }))
      const count = Math.round((before.at(-1)?.endS ?? 0) / FRAME_S)
      const order = lengthenPausesInPlace(after, { first: 0, count }, FRAME_S)
      for (const [i, { startS, endS }] of after.entries()) {
        const old = before[i] as SpokenSpan
        expect(endS - startS).toBeCloseTo(old.endS - old.startS, 6)
        const last = before[i - 1]
        if (last === undefined) continue
        const oldGapS = old.startS - last.endS
        const isPause = last.hasMark && oldGapS > 1.5 * FRAME_S
        const gapS = startS - (after[i - 1] as SpokenSpan).endS
        if (isPause) expect(Math.abs(gapS - Math.max(0.25 / last.rate, oldGapS))).toBeLessThanOrEqual(FRAME_S)
        else if (oldGapS < 0.5 * FRAME_S || !last.hasMark) expect(gapS).toBeCloseTo(oldGapS, 6)
      }
      expect(order.length * FRAME_S).toBeCloseTo(after.at(-1)?.endS ?? 0, 6)
      expect([...new Set(order)]).toEqual(Array.from({ length: count }, (_, frame) => frame))
      expect(order).toEqual(order.toSorted())
    }),
  )
})
