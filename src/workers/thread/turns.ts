import { deadlineAfter } from './deadline.ts'

/** One of the jobs that a thread has begun, and how soon its listener needs more of it. */
export interface Turn extends Disposable {
  readonly isHeard: boolean
  /** Audio was made for the listener. */
  credit(audioS: number): void
  /** Resolves when the job may go on: at once while nobody has heard it. */
  next(): Promise<void>
}

interface Waiting {
  readonly deadlineMs: number
  readonly isUnwanted: () => boolean
  goOn(): void
}

/** Lets the jobs of one thread go on one at a time: those that nobody wants end, then whose listener runs dry first. */
export class Turns {
  readonly #waiting = new Set<Waiting>()
  #going = 0

  /** For a job that begins now. */
  begin(msToDeadline: number, isUnwanted: () => boolean): Turn {
    let deadlineMs = performance.now() + msToDeadline
    this.#going++
    return {
      get isHeard() {
        return deadlineMs > Number.NEGATIVE_INFINITY
      },
      credit(audioS) {
        deadlineMs = deadlineAfter(deadlineMs, audioS)
      },
      next: () => (deadlineMs > Number.NEGATIVE_INFINITY ? this.#wait(deadlineMs, isUnwanted) : Promise.resolve()),
      [Symbol.dispose]: () => this.#pause(),
    }
  }

  #wait(deadlineMs: number, isUnwanted: () => boolean): Promise<void> {
    return new Promise((goOn) => {
      this.#waiting.add({ deadlineMs, isUnwanted, goOn })
      this.#pause()
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
