import type { FairTurns } from './fair-turns.ts'
import type { PoolStream } from './pool/pool-stream.ts'

/** What playback buffers keep for delays of the main thread and of encoders. */
export const MARGIN_MS = 100
/** A stream with more in its playback buffer is not urgent when there is no time for all, whoever owns it. */
const URGENT_MS = 2000

/** What the order of a lane's streams depends on. */
export interface LaneOrder {
  /** Whether its streams need more than all of the threads' time. */
  readonly isOverloaded: boolean
  readonly turns: FairTurns
}

/**
 * The order in which threads take the streams that wait. Those that are starting go before those that are played, whose
 * deadlines are not forgotten: `canWait` is asked before a start. Those that are played go by deadline, so that nobody runs
 * dry while there is time for all. When there is not, the owner who was given least goes first. Streams in the background
 * come last, in order of arrival.
 */
export function comesFirst(one: PoolStream, other: PoolStream, { isOverloaded, turns }: LaneOrder): boolean {
  if (one.isBackground !== other.isBackground) return other.isBackground
  if (one.isBackground) return one.openedAtMs < other.openedAtMs
  const urgentMs = performance.now() + URGENT_MS
  const mayWait = isOverloaded ? one.dueMs > urgentMs : !one.isStarting
  const mayOtherWait = isOverloaded ? other.dueMs > urgentMs : !other.isStarting
  if (mayWait !== mayOtherWait) return mayOtherWait
  if (isOverloaded || one.isStarting) {
    const [given, givenOther] = [turns.given(one.owner), turns.given(other.owner)]
    if (given !== givenOther) return given < givenOther
  }
  return one.dueMs < other.dueMs
}

/** A stream that is played and needs a thread to go on. */
export interface Played {
  /** When its playback buffer will be empty, in milliseconds of `performance.now()`. */
  readonly dueMs: number
  /** What a thread takes for its next piece of audio. */
  readonly pieceMs: number
  /** How many threads may speak it. */
  readonly threads: number
}

/**
 * Whether streams can wait for `ms` and then each still gets its next piece in time, earliest deadline first: the
 * condition for starting another stream, which nothing interrupts before its first audio.
 */
export function canWait(streams: readonly Played[], ms: number): boolean {
  let fromMs = performance.now() + ms
  return streams
    .toSorted((one, other) => one.dueMs - other.dueMs)
    .every(({ dueMs, pieceMs, threads }) => {
      const isInTime = fromMs + pieceMs <= dueMs
      fromMs += pieceMs / threads
      return isInTime
    })
}
