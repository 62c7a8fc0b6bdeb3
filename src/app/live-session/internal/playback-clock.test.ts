import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PlaybackClock, type PlaybackTrack } from './playback-clock.ts'

test('the position stands while nothing is left to play, and begins after the lag', () => {
  const track = new PlaybackClock(100).open()
  expect(track.positionMs(0)).toBe(0)
  track.add(1000, 0)
  expect([50, 100, 600, 1100, 5000].map((now) => track.positionMs(now))).toEqual([0, 0, 500, 1000, 1000])
  track.add(1000, 5000)
  expect([5000, 5100, 5600, 9000].map((now) => track.positionMs(now))).toEqual([1000, 1000, 1500, 2000])
  track.stopAt(1500)
  expect([track.positionMs(9000), track.endMs]).toEqual([1500, 1500])
  track.add(500, 9000)
  expect([9100, 9200, 9900].map((now) => track.positionMs(now))).toEqual([1500, 1600, 2000])
})

test('tracks are played one after the other, in the order in which they were opened', () => {
  const clock = new PlaybackClock()
  const [first, second, third] = [clock.open(), clock.open(), clock.open()]
  const positions = (now: number) => [first, second, third].map((track) => track.positionMs(now))
  second.add(100, 0)
  first.add(1000, 0)
  third.add(1000, 0)
  second.add(400, 0)
  expect(positions(900)).toEqual([900, 0, 0])
  expect(positions(1300)).toEqual([1000, 300, 0])
  second.stopAt(300)
  expect(positions(1700)).toEqual([1000, 300, 400])
  expect(positions(9000)).toEqual([1000, 300, 1000])
})

const step = fc.record({ track: fc.nat(2), waitMs: fc.nat(3000), durationMs: fc.nat(2000), stops: fc.boolean() })

test('positions never decrease, never pass what was sent, and grow no faster than time, all together', () => {
  fc.assert(
    fc.property(fc.array(step), fc.nat(2000), fc.integer({ min: 1, max: 3 }), (steps, lagMs, count) => {
      const clock = new PlaybackClock(lagMs)
      const tracks = Array.from({ length: count }, (): PlaybackTrack => clock.open())
      const sentMs = tracks.map(() => 0)
      let before = tracks.map(() => 0)
      let nowMs = 0
      const look = (afterMs: number): readonly number[] => {
        nowMs += afterMs
        const positions = tracks.map((track) => track.positionMs(nowMs))
        const grown = positions.map((position, i) => position - (before[i] as number))
        for (const [i, each] of grown.entries()) {
          expect(each).toBeGreaterThanOrEqual(-1e-6)
          expect(positions[i]).toBeLessThanOrEqual((sentMs[i] as number) + 1e-6)
        }
        expect(grown.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(afterMs + 1e-6)
        before = positions
        return positions
      }
      for (const { track, waitMs, durationMs, stops } of steps) {
        const i = track % count
        const position = look(waitMs)[i] as number
        if (stops) {
          tracks[i]?.stopAt(position)
          sentMs[i] = position
        }
        tracks[i]?.add(durationMs, nowMs)
        sentMs[i] = (sentMs[i] as number) + durationMs
        expect(tracks[i]?.endMs).toBeCloseTo(sentMs[i] as number)
        look(0)
        look(waitMs / 2)
      }
      const all = look(sentMs.reduce((sum, each) => sum + each, lagMs))
      for (const [i, position] of all.entries()) expect(position).toBeCloseTo(sentMs[i] as number)
    }),
  )
})

test('the clocks of two clients know nothing of each other', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), fc.array(step, { maxLength: 10 }), (own, others) => {
      const run = (isAlone: boolean): readonly number[] => {
        const track = new PlaybackClock().open()
        const other = new PlaybackClock(50).open()
        let nowMs = 0
        return own.map(({ waitMs, durationMs }, i) => {
          nowMs += waitMs
          if (!isAlone) other.add(others[i]?.durationMs ?? 0, nowMs)
          track.add(durationMs, nowMs)
          return track.positionMs(nowMs + waitMs / 2)
        })
      }
      expect(run(false)).toEqual(run(true))
    }),
  )
})
