import { deadlineAfter } from './deadline.ts'

/** The turn of one task of a thread. */
export interface Turn extends Disposable {
  readonly isHeard: boolean
  /** How long the task has run, in milliseconds. */
  readonly ranMs: number
  /** Number of pieces, between which other tasks could run. */
  readonly pieces: number
  /** Length of the playback buffer in seconds; 0 before the first audio. */
  readonly bufferedS: number
  /** Extends the deadline by audio that was sent. */
  credit(audioS: number): void
  /** Resolves when the task may continue: at once before its first audio. */
  next(): Promise<void>
}

interface Waiting {
  readonly deadlineMs: number
  readonly isUnwanted: () => boolean
  goOn(): void
}

/** Runs the tasks of one thread one at a time: cancelled tasks first, so that they end; then earliest deadline first. */
export class ChunkScheduler {
  readonly #waiting = new Set<Waiting>()
  #going = 0

  /** Registers a task that begins now. */
  begin(msToDeadline: number, isUnwanted: () => boolean): Turn {
    let deadlineMs = performance.now() + msToDeadline
    let ranMs = 0
    let pieces = 1
    let goesSince = performance.now()
    this.#going++
    return {
      get ranMs() {
        return ranMs + performance.now() - goesSince
      },
      get pieces() {
        return pieces
      },
      get isHeard() {
        return deadlineMs > Number.NEGATIVE_INFINITY
      },
      get bufferedS() {
        return Math.max(0, deadlineMs - performance.now()) / 1000
      },
      credit(audioS) {
        deadlineMs = deadlineAfter(deadlineMs, audioS)
      },
      next: async () => {
        if (deadlineMs === Number.NEGATIVE_INFINITY) return
        ranMs += performance.now() - goesSince
        pieces++
        await this.#wait(deadlineMs, isUnwanted)
        goesSince = performance.now()
      },
      [Symbol.dispose]: () => this.#pause(),
    }
  }

  #wait(deadlineMs: number, isUnwanted: () => boolean): Promise<void> {
    return new Promise((goOn) => {
      this.#waiting.add({ deadlineMs, isUnwanted, goOn })
      // Messages are read first: a task that has come begins before another chunk.
      setImmediate(() => this.#pause())
    })
  }

  #pause(): void {
    this.#going--
    if (this.#going > 0) return
    let first: Waiting | undefined
    for (const one of this.#waiting) {
      if (first === undefined || urgencyOf(one) < urgencyOf(first)) first = one
    }
    if (first === undefined) return
    this.#waiting.delete(first)
    this.#going++
    first.goOn()
  }
}

const urgencyOf = ({ deadlineMs, isUnwanted }: Waiting): number =>
  isUnwanted() ? Number.NEGATIVE_INFINITY : deadlineMs
