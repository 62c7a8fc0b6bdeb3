const realImmediate = setImmediate

interface Due {
  readonly atMs: number
  readonly order: number
  readonly run: () => void
}

/**
 * Replaces the timers and the clock of the process: waiting takes no time, and every run is the same. Disposing restores
 * them.
 */
export class VirtualClock implements Disposable {
  #nowMs = 0
  #order = 0
  /** A binary heap, the earliest first. */
  readonly #due: Due[] = []
  readonly #cancelled = new Set<number>()
  readonly #restore: () => void

  constructor() {
    const { setTimeout, clearTimeout, setImmediate, clearImmediate } = globalThis
    const now = Object.getOwnPropertyDescriptor(performance, 'now')
    const cancel = (timer: unknown): void => {
      if (timer instanceof Timer) timer.cancel()
    }
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms = 0) => new Timer(this, run, ms),
      setImmediate: (run: () => void) => new Timer(this, run, 0),
      clearTimeout: cancel,
      clearImmediate: cancel,
    })
    Object.defineProperty(performance, 'now', { value: () => this.#nowMs, configurable: true, writable: true })
    this.#restore = () => {
      Object.assign(globalThis, { setTimeout, clearTimeout, setImmediate, clearImmediate })
      if (now === undefined) Reflect.deleteProperty(performance, 'now')
      else Object.defineProperty(performance, 'now', now)
    }
  }

  get nowMs(): number {
    return this.#nowMs
  }

  /** Calls `run` in `ms`; returns what cancels it. */
  after(ms: number, run: () => void): () => void {
    const order = this.#order++
    this.#push({ atMs: this.#nowMs + Math.max(0, ms), order, run })
    return () => this.#cancelled.add(order)
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve))
  }

  /** Lets time pass until the promise is settled. Throws if nothing is left that could settle it. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false
    const settle = (): void => {
      isSettled = true
    }
    promise.then(settle, settle)
    for (;;) {
      // Promises that are resolved already come before any timer.
      await new Promise((resolve) => realImmediate(resolve))
      if (isSettled) return promise
      const due = this.#pop()
      if (due === undefined) throw new Error('nothing is left to wait for')
      this.#nowMs = Math.max(this.#nowMs, due.atMs)
      due.run()
    }
  }

  [Symbol.dispose](): void {
    this.#restore()
  }

  #push(due: Due): void {
    const heap = this.#due
    let at = heap.push(due) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!isBefore(due, heap[above] as Due)) break
      heap[at] = heap[above] as Due
      at = above
    }
    heap[at] = due
  }

  #pop(): Due | undefined {
    for (;;) {
      const first = this.#due[0]
      if (first === undefined) return undefined
      this.#sink(this.#due.pop() as Due)
      if (!this.#cancelled.delete(first.order)) return first
    }
  }

  /** Puts the last one in the place of the first. */
  #sink(last: Due): void {
    const heap = this.#due
    if (heap.length === 0) return
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= heap.length) break
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Due, heap[below] as Due)) below++
      if (!isBefore(heap[below] as Due, last)) break
      heap[at] = heap[below] as Due
      at = below
    }
    heap[at] = last
  }
}

const isBefore = (one: Due, other: Due): boolean =>
  one.atMs === other.atMs ? one.order < other.order : one.atMs < other.atMs

/** What `setTimeout` returns. */
class Timer {
  readonly #clock: VirtualClock
  readonly #run: () => void
  readonly #ms: number
  cancel: () => void

  constructor(clock: VirtualClock, run: () => void, ms: number) {
    this.#clock = clock
    this.#run = run
    this.#ms = ms
    this.cancel = clock.after(ms, run)
  }

  refresh(): this {
    this.cancel()
    this.cancel = this.#clock.after(this.#ms, this.#run)
    return this
  }

  unref(): this {
    return this
  }

  ref(): this {
    return this
  }
}
