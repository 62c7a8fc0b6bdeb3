import { LRUCache } from 'lru-cache'
import type { Clock } from '../../core/clock.ts'

/** Limits failed attempts by address. */
export interface AttemptLimit {
  /** Counts an attempt, or says in how many seconds the next one is allowed. A success is not counted. */
  start(address: string): { succeed(): void } | { readonly retryAfterS: number }
}

const MOST_ATTEMPTS = 10
const WINDOW_MS = 60_000
const MOST_ADDRESSES = 10_000

export function createAttemptLimit(clock: Clock): AttemptLimit {
  const windows = new LRUCache<string, { readonly endsAtMs: number; count: number }>({ max: MOST_ADDRESSES })
  return {
    start(address) {
      const nowMs = clock().getTime()
      let window = windows.get(address)
      if (window === undefined || window.endsAtMs <= nowMs) {
        window = { endsAtMs: nowMs + WINDOW_MS, count: 0 }
        windows.set(address, window)
      }
      if (window.count >= MOST_ATTEMPTS) return { retryAfterS: Math.ceil((window.endsAtMs - nowMs) / 1000) }
      window.count++
      const counted = window
      return { succeed: () => void counted.count-- }
    },
  }
}
