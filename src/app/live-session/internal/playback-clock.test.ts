import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PlaybackClock } from './playback-clock.ts'

test('the position stands while nothing is left to play, and begins after the lag', () => {
  const clock = new PlaybackClock(100)
  expect(clock.positionMs(0)).toBe(0)
  clock.add(1000, 0)
  expect([50, 100, 600, 1100, 5000].map((now) => clock.positionMs(now))).toEqual([0, 0, 500, 1000, 1000])
  clock.add(1000, 5000)
  expect([5000, 5100, 5600, 9000].map((now) => clock.positionMs(now))).toEqual([1000, 1000, 1500, 2000])
  clock.stopAt(1500)
  expect([clock.positionMs(9000), clock.endMs]).toEqual([1500, 1500])
  clock.add(500, 9000)
  expect([9100, 9200, 9900].map((now) => clock.positionMs(now))).toEqual([1500, 1600, 2000])
})

test('the position never decreases, never passes what was sent, and grows no faster than time', () => {
  const step = fc.record({ waitMs: fc.nat(3000), durationMs: fc.nat(2000) })
  fc.assert(
    fc.property(fc.array(step), fc.nat(2000), (steps, lagMs) => {
      const clock = new PlaybackClock(lagMs)
      let nowMs = 0
      let sentMs = 0
      let before = 0
      const look = (afterMs: number) => {
        nowMs += afterMs
        const position = clock.positionMs(nowMs)
        expect(position).toBeGreaterThanOrEqual(before - 1e-9)
        expect(position).toBeLessThanOrEqual(Math.min(sentMs, before + afterMs) + 1e-9)
        before = position
      }
      for (const { waitMs, durationMs } of steps) {
        look(waitMs)
        clock.add(durationMs, nowMs)
        sentMs += durationMs
        expect(clock.endMs).toBe(sentMs)
        look(0)
        look(waitMs / 2)
      }
      look(sentMs + lagMs)
      expect(before).toBeCloseTo(sentMs)
    }),
  )
})
