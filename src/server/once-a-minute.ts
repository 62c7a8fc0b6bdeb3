import type { Clock } from '../core/clock.ts'

const MINUTE_MS = 60_000

/**
 * Returns a function that calls `write` at once and then at most once a minute, with the number of calls since the last
 * time.
 */
export function onceAMinute(write: (count: number) => void, clock: Clock): () => void {
  let count = 0
  let silentUntilMs = 0
  return () => {
    count++
    const nowMs = clock().getTime()
    if (nowMs < silentUntilMs) return
    silentUntilMs = nowMs + MINUTE_MS
    write(count)
    count = 0
  }
}
