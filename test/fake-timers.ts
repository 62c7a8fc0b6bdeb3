import { onTestFinished, vi } from 'vitest'

/** Fakes the timers until the test has finished. */
export function useFakeTimers(): void {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}
