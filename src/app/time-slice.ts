import type { Steps } from '../core/steps.ts'

/** Maximum time per turn of the event loop for all long work on this thread together. */
const SLICE_MS = 5
/** Work that has taken less than this in a turn continues, so that short texts never wait. */
const SHORT_MS = 1

/** Lets long work yield to other work of the thread. */
export interface TimeSlice {
  /** True if the work should `take` a slice. Cheap; check it several times per millisecond of work. */
  readonly isOver: boolean
  /** Resolves in a later turn of the event loop. The waiting work that had the fewest turns continues first. */
  next(): Promise<void>
}

interface Waiting {
  readonly taken: number
  readonly goOn: () => void
}

const waiting: Waiting[] = []
/** Number of event loop turns with long work. */
let turn = 0
/** Start of long work in this turn. */
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

/** Resumes waiting work one by one until the slice is used up. */
function wakeNext(): void {
  if (waiting.length === 0 || sliceStartMs === undefined || performance.now() - sliceStartMs >= SLICE_MS) return
  const next = waiting.reduce((min, other) => (other.taken < min.taken ? other : min))
  waiting.splice(waiting.indexOf(next), 1)
  next.goOn()
  // Resumed work runs in microtasks; a tick requested in a microtask runs after all of them.
  queueMicrotask(() => process.nextTick(wakeNext))
}

export function createTimeSlice(): TimeSlice {
  let taken = 0
  /** Start of this work in the last turn in which it ran. */
  let sinceMs = 0
  let seenIn = 0
  return {
    get isOver() {
      sliceStartMs ??= startSlice()
      const nowMs = performance.now()
      if (seenIn !== turn) {
        seenIn = turn
        sinceMs = nowMs
      }
      return nowMs - sinceMs >= SHORT_MS && nowMs - sliceStartMs >= SLICE_MS
    },
    next() {
      taken++
      sliceStartMs ??= startSlice()
      return new Promise((goOn) => void waiting.push({ taken, goOn }))
    },
  }
}

/** Runs the steps and takes a slice whenever one is due. */
export async function finishInSlices<T>(steps: Steps<T>, slice: TimeSlice): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (slice.isOver) await slice.next()
  }
}
