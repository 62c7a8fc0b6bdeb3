import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PlaybackClock } from './playback.ts'

const arrivals = fc
  .array(fc.record({ afterMs: fc.nat(2000), durationMs: fc.integer({ min: 1, max: 1000 }) }), { minLength: 1 })
  .map((steps) => {
    let atMs = 0
    return steps.map(({ afterMs, durationMs }) => {
      atMs += afterMs
      return { atMs, durationMs }
    })
  })

type Chunks = readonly { readonly atMs: number; readonly durationMs: number }[]

function played(chunks: Chunks) {
  const clock = new PlaybackClock()
  for (const { atMs, durationMs } of chunks) clock.hear(atMs, durationMs)
  return clock
}

describe('a listener', () => {
  test('hears no gap if each chunk arrives before the one before has been played', () => {
    const clock = played([
      { atMs: 100, durationMs: 50 },
      { atMs: 150, durationMs: 50 },
      { atMs: 160, durationMs: 50 },
    ])
    expect([clock.gaps, clock.firstMs, clock.playedMs, clock.worstDelayMs]).toEqual([[], 100, 250, 0])
  })

  test('waits for audio that is late, and then plays on from there', () => {
    const clock = played([
      { atMs: 0, durationMs: 100 },
      { atMs: 300, durationMs: 100 },
      { atMs: 320, durationMs: 100 },
      { atMs: 505, durationMs: 100 }, // too short to be heard
      { atMs: 700, durationMs: 10 },
    ])
    expect(clock.gaps).toEqual([
      { atS: 0.1, ms: 200 },
      { atS: 0.4, ms: 95 },
    ])
    expect(clock.playedMs).toBe(710)
    expect(clock.worstDelayMs).toBe(300)
  })

  test('is never late with audio in one piece', () => {
    expect(played([{ atMs: 40, durationMs: 500 }]).worstDelayMs).toBe(-500)
  })

  test('plays for as long as there is audio, and all waits besides', () => {
    fc.assert(
      fc.property(arrivals, (chunks) => {
        const clock = played(chunks)
        const heardMs = clock.gaps.reduce((total, { ms }) => total + ms, 0)
        const restMs = clock.playedMs - (clock.firstMs ?? 0) - clock.audioMs - heardMs
        expect(restMs).toBeGreaterThanOrEqual(0)
        expect(restMs).toBeLessThan(10 * chunks.length) // waits that nobody hears
        for (const { atS, ms } of clock.gaps) {
          expect(ms).toBeGreaterThanOrEqual(10)
          expect(atS * 1000).toBeLessThan(clock.audioMs)
        }
      }),
    )
  })

  test('hears no gap in audio that arrives at once, however it is cut', () => {
    fc.assert(
      fc.property(arrivals, (chunks) => {
        expect(played(chunks.map(({ durationMs }) => ({ atMs: 5, durationMs }))).gaps).toEqual([])
      }),
    )
  })

  test('does not hear how a chunk is cut', () => {
    fc.assert(
      fc.property(arrivals, (chunks) => {
        const halves = chunks.flatMap(({ atMs, durationMs }) => [
          { atMs, durationMs: durationMs / 2 },
          { atMs, durationMs: durationMs / 2 },
        ])
        expect(played(halves).gaps).toEqual(played(chunks).gaps)
        expect(played(halves).playedMs).toBe(played(chunks).playedMs)
      }),
    )
  })

  test('is done no later if all audio comes earlier', () => {
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 2, max: 9 }), (chunks, speed) => {
        const earlier = chunks.map(({ atMs, durationMs }) => ({ atMs: atMs / speed, durationMs }))
        expect(played(earlier).playedMs).toBeLessThanOrEqual(played(chunks).playedMs + 1e-6)
      }),
    )
  })
})
