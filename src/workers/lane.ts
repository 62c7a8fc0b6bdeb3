import { SpeechError } from '../core/errors.ts'
import { Admission, type LaneState, type Running, type StreamDemand } from './admission.ts'
import { FairTurns } from './fair-turns.ts'
import type { PoolStream } from './thread/pool-stream.ts'

export interface LaneOptions {
  readonly threads: number
  /** Maximum wait for the first audio in milliseconds; infinite admits every stream. */
  readonly maxWaitMs: number
  /** Maximum number of streams without audio, and of those that wait for room. */
  readonly maxQueuedStreams: number
  /** Streams that waited for room may be spoken. */
  onAdmitted(): void
}

/** How long a connected caller may take to send its first text before its room is given away. */
const RESERVATION_MS = 5000

/** The threads of an engine, or the shared ones, and the streams that need them. */
export class Lane {
  readonly admission: Admission
  readonly turns = new FairTurns()
  readonly #options: LaneOptions
  /** Streams that may need the threads at any moment. */
  readonly #running = new Set<PoolStream>()
  /** Room for callers who are being connected. */
  readonly #reserved = new Set<StreamDemand>()
  /** Streams that wait for room, in order, with the timers that end their wait. */
  readonly #parked = new Map<PoolStream, NodeJS.Timeout>()

  constructor(options: LaneOptions) {
    this.#options = options
    this.admission = new Admission(options)
  }

  /** Share of the threads' time that the streams need. */
  get utilization(): number {
    return this.admission.utilization(this.#demands)
  }

  /** Whether another stream would have to wait or would be refused. */
  get isFull(): boolean {
    const state = this.#state
    return state.unheard >= this.#options.maxQueuedStreams || this.admission.isFull(state)
  }

  /**
   * Admits a stream, or lets it wait for room unless too many wait: a patient one in any case, others if it is expected
   * in time. A stream that has waited for the maximum time is closed. Throws `pool.overloaded`.
   */
  enter(stream: PoolStream, isPatient: boolean): void {
    if (this.#hasRoomFor(stream)) {
      this.#running.add(stream)
      return
    }
    const { maxWaitMs, maxQueuedStreams } = this.#options
    const mayWait = maxWaitMs !== Number.POSITIVE_INFINITY && this.#parked.size < maxQueuedStreams
    const isInTime = isPatient || this.admission.waitMs(this.#parked.size, this.#runningStreams) <= maxWaitMs
    if (!mayWait || !isInTime) throw this.#refusal()
    const onTimeout = (): void => {
      this.#parked.delete(stream)
      stream.close(this.#refusal())
    }
    stream.park()
    this.#parked.set(stream, setTimeout(onTimeout, maxWaitMs).unref())
  }

  /** Takes a stream out that needs its threads no more. */
  leave(stream: PoolStream): void {
    clearTimeout(this.#parked.get(stream))
    this.#parked.delete(stream)
    if (!this.#running.delete(stream)) return
    this.admission.noteEnd(performance.now() - stream.openedAtMs)
    this.admitWaiting()
  }

  /** Keeps room for a stream for some seconds, or until it is disposed. Throws `pool.overloaded`. */
  reserve(demand: StreamDemand): Disposable {
    if (!this.#hasRoomFor(demand)) throw this.#refusal()
    const end = (): void => {
      clearTimeout(timer)
      if (this.#reserved.delete(demand)) this.admitWaiting()
    }
    const timer = setTimeout(end, RESERVATION_MS).unref()
    this.#reserved.add(demand)
    return { [Symbol.dispose]: end }
  }

  /** Admits streams that wait, as far as there is room. */
  admitWaiting(): void {
    const refused = new Set<string>()
    const waiting = this.#parked.size
    for (const [stream, timer] of this.#parked) {
      // An owner with less than its share need not wait for the one before it.
      if (refused.has(stream.owner.id)) continue
      if (!this.#isAdmissible(stream)) {
        refused.add(stream.owner.id)
        continue
      }
      clearTimeout(timer)
      this.#parked.delete(stream)
      this.#running.add(stream)
      stream.admit()
    }
    if (this.#parked.size < waiting) this.#options.onAdmitted()
  }

  /** A stream does not overtake others of its owner. */
  #hasRoomFor(demand: StreamDemand): boolean {
    for (const { owner } of this.#parked.keys()) if (owner.id === demand.owner.id) return false
    return this.#isAdmissible(demand)
  }

  #isAdmissible(demand: StreamDemand): boolean {
    const state = this.#state
    return state.unheard < this.#options.maxQueuedStreams && this.admission.hasRoom(demand, state)
  }

  get #state(): LaneState {
    let unheard = 0
    let isLate = false
    for (const stream of this.#running) {
      if (stream.isWaiting && stream.isUnheard) unheard++
      isLate ||= stream.isLate
    }
    return { streams: this.#demands, unheard, isLate }
  }

  get #demands(): readonly StreamDemand[] {
    return [...this.#running, ...this.#reserved]
  }

  get #runningStreams(): Running {
    const now = performance.now()
    let ageMs = 0
    for (const { openedAtMs } of this.#running) ageMs += now - openedAtMs
    return { count: this.#running.size, meanAgeMs: ageMs / Math.max(1, this.#running.size) }
  }

  #refusal(): SpeechError {
    const retryAfterS = this.admission.refuse(this.#runningStreams)
    const message = 'the threads have no time for another stream'
    return new SpeechError('pool.overloaded', message, { isFixed: true, retryAfterS })
  }
}
