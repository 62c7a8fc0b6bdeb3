/** Longest time that work on a large text keeps everybody else waiting. */
const SLICE_MS = 5

/** For long work on the thread that serves everybody: lets others have their turn now and then. */
export interface Breath {
  /** True when it is time to `take` one. */
  readonly isDue: boolean
  take(): Promise<void>
}

export function createBreath(): Breath {
  let lastAt = performance.now()
  return {
    get isDue() {
      return performance.now() - lastAt >= SLICE_MS
    },
    async take() {
      await new Promise((resolve) => setImmediate(resolve))
      lastAt = performance.now()
    },
  }
}
