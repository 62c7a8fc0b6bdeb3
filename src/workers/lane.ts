import { SpeechError } from '../core/errors.ts'
import { Admission, type LaneState, MAX_WAIT_OF_BETTER_MS, type Running, type StreamDemand } from './admission.ts'
import { FairTurns } from './fair-turns.ts'
import { canWait, type LaneOrder, MARGIN_MS, type Played } from './order.ts'
import type { PoolStream } from './pool/pool-stream.ts'
import type { PoolThread } from './pool/pool-thread.ts'

export interface LaneOptions {
  readonly threads: number
  /** So many streams have room in any case. */
  readonly minStreams: number
  /** Maximum wait for the first audio in milliseconds; infinite admits every stream. */
  readonly maxWaitMs: number
  /** Maximum number of streams without audio, and of those that wait for room. */
  readonly maxQueuedStreams: number
  /** Whether a thread has started that can begin tasks. */
  hasStarted(): boolean
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
  /** Streams that wait for room, in order. */
  readonly #parked = new Set<PoolStream>()
  /** Timers of those that wait for room, or for a thread to begin their first task. */
  readonly #waits = new Map<PoolStream, NodeJS.Timeout>()

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
    return this.#queued >= this.#options.maxQueuedStreams || this.admission.isFull(this.#state)
  }

  /**
   * Admits a stream, or lets it wait for room unless too many wait: a patient one in any case, others if it is expected
   * in time. Throws `pool.overloaded`.
   */
  enter(stream: PoolStream, isPatient: boolean): void {
    if (this.#hasRoomFor(stream) || this.#makesRoomFor(stream)) {
      this.#running.add(stream)
      return
    }
    const { maxWaitMs, maxQueuedStreams } = this.#options
    const mayWait = maxWaitMs !== Number.POSITIVE_INFINITY && this.#parked.size < maxQueuedStreams
    const expectedMs = Math.max(
      this.admission.startWaitMs(this.#state),
      this.admission.waitMs(this.#parked.size, this.#runningStreams),
    )
    if (!mayWait || !(isPatient || expectedMs <= maxWaitMs)) throw this.#refusal()
    stream.park()
    this.#parked.add(stream)
  }

  /**
   * A stream has its first task. If no thread begins it in the time that a better engine has, it falls back, if it may. If
   * none does in the maximum time, it is closed with `pool.overloaded`. Streams that have room in any case wait longer; so do
   * all of them while the threads start.
   */
  limitWait(stream: PoolStream): void {
    const { maxWaitMs, minStreams } = this.#options
    if (maxWaitMs === Number.POSITIVE_INFINITY || this.#waits.has(stream) || !stream.isUnheard) return
    const refuse = (): void => {
      this.#waits.delete(stream)
      this.#parked.delete(stream)
      stream.close(this.#refusal())
    }
    const wait = (ms: number, onTimeout: () => void): void => {
      const timer = setTimeout(() => {
        // Another lane may have begun it, by its fallback.
        if (!stream.isUnheard) return void this.#waits.delete(stream)
        const isOneOfFew = this.#running.has(stream) && this.#running.size <= minStreams
        if (isOneOfFew || !this.#options.hasStarted()) timer.refresh()
        else onTimeout()
      }, ms).unref()
      this.#waits.set(stream, timer)
    }
    const ofBetterMs = Math.min(maxWaitMs / 2, MAX_WAIT_OF_BETTER_MS)
    if (stream.fallbackEngine === undefined) return wait(maxWaitMs, refuse)
    wait(ofBetterMs, () => {
      wait(maxWaitMs - ofBetterMs, refuse)
      if (stream.fallbackEngine !== undefined) stream.fallBack()
    })
  }

  /** Whether there is time for a stream of a better engine, also for callers who come next unless its own was heard before. */
  hasTimeFor(demand: StreamDemand, wasHeard: boolean): boolean {
    return this.#hasRoomFor(demand) && (wasHeard || this.admission.hasTimeToSpare(demand, this.#state))
  }

  /** A thread begins a task of a stream. */
  begin(stream: PoolStream): void {
    this.#stopWait(stream)
    this.turns.begin(stream.owner)
  }

  /** Takes a stream out that needs its threads no more. */
  leave(stream: PoolStream): void {
    this.#stopWait(stream)
    this.#parked.delete(stream)
    if (!this.#running.delete(stream)) return
    this.admission.noteEnd(performance.now() - stream.openedAtMs)
    this.admitWaiting()
  }

  /** Keeps room for a stream for some seconds, or until it is disposed. Throws `pool.overloaded`. */
  reserve(demand: StreamDemand): Disposable {
    if (!this.#hasRoomFor(demand) && !this.#makesRoomFor(demand)) throw this.#refusal()
    const end = (): void => {
      clearTimeout(timer)
      if (this.#reserved.delete(demand)) this.admitWaiting()
    }
    const timer = setTimeout(end, RESERVATION_MS).unref()
    this.#reserved.add(demand)
    return { [Symbol.dispose]: end }
  }

  /** What the order of its streams depends on. */
  get order(): LaneOrder {
    return { isOverloaded: this.utilization > 1, turns: this.turns }
  }

  /**
   * Whether a thread may begin a stream that is starting: those that are played can wait until it has its first audio. Those
   * that the thread speaks wait for each other too, and those that no thread speaks for whichever thread is free.
   */
  mayStart(stream: PoolStream, thread: PoolThread, others: readonly PoolThread[]): boolean {
    const { threads, minStreams, maxWaitMs } = this.#options
    if (maxWaitMs === Number.POSITIVE_INFINITY || this.#running.size <= minStreams) return true
    const firstPartMs = this.admission.firstPartMs(stream.engine)
    const startMs = Math.max(firstPartMs, this.admission.pieceMs(stream.engine))
    const here = new Set(thread.streams)
    const elsewhere = new Set(others.flatMap((other) => (other === thread ? [] : other.streams)))
    const { isOverloaded } = this.order
    const played: Played[] = []
    for (const other of this.#running) {
      if (!other.hasTask || other.isStarting || elsewhere.has(other)) continue
      // Nothing helps one whose engine is slower than playback.
      if (this.admission.threadShare(other.engine) >= 1) continue
      if (isOverloaded && other.isLate && this.turns.given(other.owner) > this.turns.given(stream.owner)) continue
      const pieceMs = this.admission.pieceMs(other.engine)
      const { dueMs } = other
      if (here.has(other)) played.push({ dueMs, pieceMs, threads: 1 })
      else played.push({ dueMs, pieceMs: Math.max(this.admission.firstPartMs(other.engine), pieceMs), threads })
    }
    return canWait(played, startMs + MARGIN_MS)
  }

  /** Admits streams that wait, as far as there is room. */
  admitWaiting(): void {
    const refused = new Set<string>()
    const waiting = this.#parked.size
    for (const stream of this.#parked) {
      // An owner with less than its share need not wait for the one before it.
      if (refused.has(stream.owner.id)) continue
      if (!this.#isAdmissible(stream)) {
        refused.add(stream.owner.id)
        continue
      }
      this.#parked.delete(stream)
      this.#running.add(stream)
      stream.admit()
    }
    if (this.#parked.size < waiting) this.#options.onAdmitted()
  }

  #stopWait(stream: PoolStream): void {
    clearTimeout(this.#waits.get(stream))
    this.#waits.delete(stream)
  }

  #hasRoomFor(demand: StreamDemand): boolean {
    return !this.#isBehindOthers(demand) && this.#isAdmissible(demand)
  }

  /** A stream does not overtake others of its owner. */
  #isBehindOthers({ owner }: StreamDemand): boolean {
    for (const parked of this.#parked) if (parked.owner.id === owner.id) return true
    return false
  }

  /** Lets those that better engines have not begun fall back, the last first, as many as there is room with; none if there is none. */
  #makesRoomFor(demand: StreamDemand): boolean {
    if (this.#isBehindOthers(demand)) return false
    const { starting, isLate } = this.#state
    const falling: PoolStream[] = []
    const instead = new Map<StreamDemand, StreamDemand>()
    const asThen = (stream: StreamDemand): StreamDemand => instead.get(stream) ?? stream
    for (const stream of [...this.#running].toReversed()) {
      const engine = stream.fallbackEngine
      if (engine === undefined) continue
      falling.push(stream)
      instead.set(stream, { engine, owner: stream.owner })
      const state = { streams: this.#demands.map(asThen), starting: starting.map(asThen), isLate }
      if (!this.#isAdmissible(demand, state)) continue
      for (const one of falling) one.fallBack()
      return true
    }
    return false
  }

  #isAdmissible(demand: StreamDemand, state = this.#state): boolean {
    return this.#queued < this.#options.maxQueuedStreams && this.admission.hasRoom(demand, state)
  }

  /** Number of streams that no thread has begun. */
  get #queued(): number {
    let queued = 0
    for (const stream of this.#running) if (stream.isWaiting && stream.isUnheard) queued++
    return queued
  }

  get #state(): LaneState {
    const starting: PoolStream[] = []
    let isLate = false
    for (const stream of this.#running) {
      if (stream.willStart) starting.push(stream)
      isLate ||= stream.isLate
    }
    return { streams: this.#demands, starting, isLate }
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
