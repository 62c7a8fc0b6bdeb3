import { onTestFinished, vi } from 'vitest'

/** Longer than any timer of an HTTP client. */
const ALL_MS = 600_000

/**
 * Fakes the timers until the test has finished. The test files of a worker share undici's one timer: it runs out before the
 * real timers come back, or no later request would ever time out.
 */
export function useFakeTimers(): void {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.advanceTimersByTime(ALL_MS)
    vi.useRealTimers()
  })
}
