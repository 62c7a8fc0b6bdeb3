import type { Clock } from '../../core/clock.ts'

const MINUTE_MS = 60_000

/**
 * Returns a function that calls `write` at once and then at most once a minute, with the number of calls since the last
 * time.
 */
export function onceAMinute(write: (count: number) => void, clock: Clock): () => void {
  let count = 0
  let writtenAtMs = Number.NEGATIVE_INFINITY
  return () => {
    count++
    const nowMs = clock().getTime()
    // The clock may have been set back.
    if (Math.abs(nowMs - writtenAtMs) < MINUTE_MS) return
    writtenAtMs = nowMs
    write(count)
    count = 0
  }
}
