import { whenAborted } from '../../core/abort.ts'
import type { ErrorCode } from '../../core/errors.ts'
import { SpeechError } from '../../core/errors.ts'
import type { SpeechEvent, SpeechJob, SpeechStream } from '../../core/speech.ts'
import { deadlineAfter } from './deadline.ts'
import { EventQueue } from './event-queue.ts'
import type { SpeechPart } from './messages.ts'

const MAX_CRASHES = 2

export interface StreamListener {
  onWaiting(): void
  /** The job that a thread speaks for this stream was cancelled. */
  onUnwanted(stream: PoolStream): void
  onDisposed(stream: PoolStream): void
}

interface JobRun {
  readonly job: SpeechJob
  readonly events: EventQueue<SpeechEvent>
  /** How many threads or engines died during this job. */
  crashes: number
  isHeard: boolean
}

/** The jobs of one stream. They are spoken one at a time, in order, by the stream's deadline. */
export class PoolStream implements SpeechStream {
  readonly #listener: StreamListener
  readonly #waiting: JobRun[] = []
  #speaking: JobRun | null = null
  #closedBy: Error | null = null
  /** Arrival of the first job, in milliseconds of `performance.now()`. */
  #arrivedAt = Number.POSITIVE_INFINITY
  #deadlineMs = Number.NEGATIVE_INFINITY

  constructor(listener: StreamListener) {
    this.#listener = listener
  }

  speak(job: SpeechJob, signal: AbortSignal): AsyncIterable<SpeechEvent> {
    const onSettled = (): void => {
      listening[Symbol.dispose]()
      this.#drop(run)
    }
    const run: JobRun = { job, events: new EventQueue(onSettled), crashes: 0, isHeard: false }
    const listening = whenAborted(signal, () => {
      run.events.fail(signal.reason)
      this.#drop(run)
    })
    if (this.#closedBy) run.events.fail(this.#closedBy)
    else if (!signal.aborted) this.#enqueue(run)
    return run.events
  }

  credit(audioS: number): void {
    this.#deadlineMs = deadlineAfter(this.#deadlineMs, audioS)
  }

  [Symbol.dispose](): void {
    this.close(new Error('the stream is disposed'))
    this.#listener.onDisposed(this)
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0 && !this.#speaking
  }

  /** The engine of the job that waits; undefined if none does. */
  get nextEngine(): string | undefined {
    return this.#speaking ? undefined : this.#waiting[0]?.job.voice.engine
  }

  /** True until the first audio of the first job. */
  get isUnheard(): boolean {
    return this.#deadlineMs === Number.NEGATIVE_INFINITY
  }

  /** Scheduling order: streams without audio first, by arrival; then earliest deadline first, by playback buffer. */
  precedes(other: PoolStream): boolean {
    return this.#deadlineMs === other.#deadlineMs
      ? this.#arrivedAt < other.#arrivedAt
      : this.#deadlineMs < other.#deadlineMs
  }

  /** Milliseconds left in the playback buffer; minus infinity before the first audio. */
  get msToDeadline(): number {
    return this.#deadlineMs - performance.now()
  }

  /** Takes the next job. Call only if `isWaiting`. */
  start(): SpeechJob {
    const run = this.#waiting.shift() as JobRun
    this.#speaking = run
    return run.job
  }

  hear({ marks, samples }: SpeechPart): void {
    const run = this.#speaking as JobRun
    run.isHeard = true
    for (const mark of marks) run.events.push(mark)
    if (samples.length === 0) return
    run.events.push({ kind: 'audio', samples })
    this.credit(samples.length / run.job.sampleRateHz)
  }

  /**
   * Ends the current job; `failure` is null if it succeeded. A job whose engine crashed before any audio is retried
   * once.
   */
  finish(failure: { readonly code: ErrorCode; readonly message: string } | null): void {
    const run = this.#speaking as JobRun
    this.#speaking = null
    if (!failure) {
      run.events.end()
    } else if (failure.code === 'engine.crashed' && ++run.crashes < MAX_CRASHES && !run.isHeard) {
      this.#waiting.unshift(run)
    } else {
      run.events.fail(new SpeechError(failure.code, failure.message))
    }
  }

  /** Fails all current jobs. */
  fail(error: Error): void {
    const runs = [this.#speaking, ...this.#waiting.splice(0)]
    this.#abandon()
    for (const run of runs) run?.events.fail(error)
  }

  /** Fails all current and future jobs. */
  close(error: Error): void {
    this.#closedBy ??= error
    this.fail(error)
  }

  #enqueue(run: JobRun): void {
    if (this.isUnheard) this.#arrivedAt = Math.min(this.#arrivedAt, performance.now())
    this.#waiting.push(run)
    this.#listener.onWaiting()
  }

  #drop(run: JobRun): void {
    if (this.#speaking === run) return this.#abandon()
    const at = this.#waiting.indexOf(run)
    if (at >= 0) this.#waiting.splice(at, 1)
  }

  #abandon(): void {
    if (!this.#speaking) return
    this.#speaking = null
    this.#listener.onUnwanted(this)
  }
}
