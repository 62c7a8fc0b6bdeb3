import type { Steps } from '../core/steps.ts'

/** Longest time in a turn of the event loop that all long work together takes on this thread. */
const SLICE_MS = 5
/** Work that has taken less in a turn goes on, however long the turn: short texts never wait. */
const SHORT_MS = 1

/** For long work on a thread that serves others: lets them have their turn. */
export interface Breath {
  /** True when it is time to `take` one. Cheap; to be asked several times in a millisecond of work. */
  readonly isDue: boolean
  /** Resolves in a later turn of the event loop. Of the work that waits, what has taken the fewest goes on first. */
  take(): Promise<void>
}

interface Waiting {
  readonly taken: number
  readonly goOn: () => void
}

const waiting: Waiting[] = []
/** Counts the turns of the event loop in which there was long work. */
let turn = 0
/** When long work began in this turn. */
let sliceStartMs: number | undefined

function startSlice(): number {
  turn++
  setImmediate(endSlice)
  return performance.now()
}

function endSlice(): void {
  sliceStartMs = undefined
  if (waiting.length === 0) return
  sliceStartMs = startSlice()
  wakeNext()
}

/** Wakes one after the other for as long as the slice lasts. */
function wakeNext(): void {
  if (waiting.length === 0 || sliceStartMs === undefined || performance.now() - sliceStartMs >= SLICE_MS) return
  const next = waiting.reduce((least, other) => (other.taken < least.taken ? other : least))
  waiting.splice(waiting.indexOf(next), 1)
  next.goOn()
  // What is woken runs in microtasks, and ticks that are asked for in one come after all of them.
  queueMicrotask(() => process.nextTick(wakeNext))
}

export function createBreath(): Breath {
  let taken = 0
  /** When the work began in the turn it was last seen in. */
  let sinceMs = 0
  let seenIn = 0
  return {
    get isDue() {
      sliceStartMs ??= startSlice()
      const nowMs = performance.now()
      if (seenIn !== turn) {
        seenIn = turn
        sinceMs = nowMs
      }
      return nowMs - sinceMs >= SHORT_MS && nowMs - sliceStartMs >= SLICE_MS
    },
    take() {
      taken++
      sliceStartMs ??= startSlice()
      return new Promise((goOn) => void waiting.push({ taken, goOn }))
    },
  }
}

/** Does the work, taking a breath where one is due. */
export async function finishInBreaths<T>(steps: Steps<T>, breath: Breath): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (breath.isDue) await breath.take()
  }
}
