import { whenAborted } from '../../core/abort.ts'
import type { ErrorCode } from '../../core/errors.ts'
import { SpeechError } from '../../core/errors.ts'
import { Samples } from '../../core/samples.ts'
import type { Span } from '../../core/span.ts'
import {
  NoTimeError,
  type Owner,
  type SpeechEvent,
  type SpeechStream,
  type SpeechTask,
  type StreamOptions,
} from '../../core/speech.ts'
import { deadlineAfter } from '../thread/deadline.ts'
import type { SpeechPart } from '../thread/messages.ts'
import { EventQueue } from './event-queue.ts'

const MAX_CRASHES = 2

export interface StreamListener {
  /** The stream has a task that waits for a thread. */
  onWaiting(stream: PoolStream): void
  /** The task that a thread speaks for this stream was cancelled. */
  onUnwanted(stream: PoolStream): void
  /** The stream needs no thread any more. */
  onDone(stream: PoolStream): void
  onDisposed(stream: PoolStream): void
}

interface TaskRun {
  readonly task: SpeechTask
  readonly events: EventQueue<SpeechEvent>
  /** How many threads or engines died during this task. */
  crashes: number
  isHeard: boolean
  /** Seconds of audio so far. */
  audioS: number
  /** The stage that it is in, if it is traced. */
  stage: Span | undefined
}

type PoolStreamOptions = Pick<StreamOptions, 'engine' | 'span' | 'isBackground' | 'mayFallBack'>

/** How long a stream without a task is expected to have one soon. */
const SOON_MS = 1000

/** The tasks of one stream. They are spoken one at a time, in order, by the stream's deadline. */
export class PoolStream implements SpeechStream {
  readonly owner: Owner
  readonly isBackground: boolean
  readonly openedAtMs = performance.now()
  #isParked = false
  readonly #listener: StreamListener
  readonly #waiting: TaskRun[] = []
  #speaking: TaskRun | null = null
  #closedBy: Error | null = null
  /** Arrival of the first task after none, in milliseconds of `performance.now()`. */
  #arrivedAt = Number.NEGATIVE_INFINITY
  /** When there was room for the stream, if it had to wait for it. */
  #admittedAtMs = Number.NEGATIVE_INFINITY
  #deadlineMs = Number.NEGATIVE_INFINITY
  #engine: string | undefined
  readonly #span: Span | undefined
  #isEnded = false
  #mayFallBack: boolean

  /** `engine`: of its first task, if known. */
  constructor(
    listener: StreamListener,
    owner: Owner,
    { engine, span, isBackground = false, mayFallBack = false }: PoolStreamOptions,
  ) {
    this.#listener = listener
    this.owner = owner
    this.isBackground = isBackground
    this.#engine = engine
    this.#span = span
    this.#mayFallBack = mayFallBack
  }

  speak(task: SpeechTask, signal: AbortSignal): AsyncIterable<SpeechEvent> {
    const onSettled = (): void => {
      listening[Symbol.dispose]()
      this.#drop(run)
    }
    const events = new EventQueue<SpeechEvent>(onSettled)
    const run: TaskRun = { task, events, crashes: 0, isHeard: false, audioS: 0, stage: undefined }
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

  /** Tasks wait until there is room for the stream. */
  park(): void {
    this.#isParked = true
  }

  /** From now on the stream counts as one whose first task has just come: it must not make others late. */
  admit(): void {
    this.#isParked = false
    this.#admittedAtMs = performance.now()
  }

  /** The engine that may speak instead of one that no thread has begun; undefined if the stream may not fall back, or no more. */
  get fallbackEngine(): string | undefined {
    if (!this.#mayFallBack || !this.isUnheard || this.#speaking !== null) return undefined
    return this.#waiting[0]?.task.voice.fallback?.engine
  }

  /** Takes the turn of an engine that no thread has begun. Call only if there is a `fallbackEngine`. */
  fallBack(): void {
    const instead = this.fallbackEngine
    this.#mayFallBack = false
    const given = this.#waiting[0]?.task.voice.engine
    this.#engine = instead
    this.fail(new NoTimeError(`the threads have no time for ${given}`))
  }

  end(): void {
    this.#isEnded = true
    if (this.isDone) this.#listener.onDone(this)
  }

  /** No task of the stream will need a thread any more. */
  get isDone(): boolean {
    return this.#isEnded && this.#waiting.length === 0 && this.#speaking === null
  }

  /** The engine of the last task. */
  get engine(): string | undefined {
    return this.#engine
  }

  [Symbol.dispose](): void {
    this.close(new Error('the stream is disposed'))
    this.#listener.onDisposed(this)
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0 && !this.#speaking && !this.#isParked
  }

  /** Has a task that needs a thread, now or when there is room. */
  get hasTask(): boolean {
    return this.#waiting.length > 0 || this.#speaking !== null
  }

  /** The playback has stopped in the middle: its buffer ran dry before the task that waits or is spoken had audio enough. */
  get isLate(): boolean {
    return this.hasTask && !this.isStarting && this.#deadlineMs < performance.now()
  }

  /**
   * Nothing is being played: the audio that is made next is the first one, or the first after a pause in which there was
   * nothing to speak.
   */
  get isStarting(): boolean {
    return !this.isBackground && this.#deadlineMs <= this.#arrivedAt
  }

  /** Is starting and has a task, or will have one soon. */
  get willStart(): boolean {
    return this.isStarting && (this.hasTask || performance.now() - this.openedAtMs < SOON_MS)
  }

  /** The engine of the task that waits; undefined if none does. */
  get nextEngine(): string | undefined {
    return this.#speaking ? undefined : this.#waiting[0]?.task.voice.engine
  }

  /** Milliseconds since the first task after none came. */
  get waitedMs(): number {
    return performance.now() - this.#arrivedAt
  }

  /** Seconds of audio of the task that is spoken, so far. */
  get spokenS(): number {
    return this.#speaking?.audioS ?? 0
  }

  /** True until the first audio of the first task. */
  get isUnheard(): boolean {
    return this.#deadlineMs === Number.NEGATIVE_INFINITY
  }

  /**
   * When the next audio is due, in milliseconds of `performance.now()`: at the end of the playback buffer; at once if the
   * stream is starting.
   */
  get dueMs(): number {
    if (this.isBackground) return Number.POSITIVE_INFINITY
    return this.isStarting ? Math.max(this.#arrivedAt, this.#admittedAtMs) : this.#deadlineMs
  }

  /** Milliseconds left in the playback buffer; minus infinity if the stream is starting. */
  get msToDeadline(): number {
    if (this.isBackground) return Number.POSITIVE_INFINITY
    return this.isStarting ? Number.NEGATIVE_INFINITY : this.#deadlineMs - performance.now()
  }

  /** Takes the next task. Call only if `isWaiting`. */
  start(): SpeechTask {
    const run = this.#waiting.shift() as TaskRun
    this.#speaking = run
    run.stage?.end()
    run.stage = this.#span?.begin('synthesize')
    return run.task
  }

  hear({ marks, samples }: SpeechPart): void {
    const run = this.#speaking as TaskRun
    run.isHeard = true
    for (const mark of marks) run.events.push(mark)
    if (samples.length === 0) return
    run.events.push({ kind: 'audio', samples: new Samples(samples) })
    const audioS = samples.length / run.task.sampleRateHz
    run.audioS += audioS
    this.credit(audioS)
  }

  /**
   * Ends the current task; `failure` is null if it succeeded. A task whose engine crashed before any audio is retried
   * once.
   */
  finish(failure: { readonly code: ErrorCode; readonly message: string } | null): void {
    const run = this.#speaking as TaskRun
    this.#speaking = null
    endSynthesis(run, failure?.code)
    if (!failure) {
      run.events.end()
    } else if (failure.code === 'engine.crashed' && ++run.crashes < MAX_CRASHES && !run.isHeard) {
      this.#wait(run)
      this.#waiting.unshift(run)
    } else {
      run.events.fail(new SpeechError(failure.code, failure.message))
    }
    if (this.isDone) this.#listener.onDone(this)
  }

  /** Fails all current tasks. */
  fail(error: Error): void {
    const waiting = this.#waiting.splice(0)
    for (const { stage } of waiting) stage?.end()
    const runs = [this.#speaking, ...waiting]
    this.#abandon()
    for (const run of runs) run?.events.fail(error)
  }

  /** Fails all current and future tasks. */
  close(error: Error): void {
    this.#closedBy ??= error
    this.fail(error)
  }

  #enqueue(run: TaskRun): void {
    if (this.#waiting.length === 0 && this.#speaking === null) this.#arrivedAt = performance.now()
    this.#engine = run.task.voice.engine
    this.#wait(run)
    this.#waiting.push(run)
    this.#listener.onWaiting(this)
  }

  #drop(run: TaskRun): void {
    if (this.#speaking === run) return this.#abandon()
    const at = this.#waiting.indexOf(run)
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.stage?.end()
  }

  #wait(run: TaskRun): void {
    run.stage = this.#span?.begin('wait')
  }

  #abandon(): void {
    if (!this.#speaking) return
    endSynthesis(this.#speaking, 'cancelled')
    this.#speaking = null
    this.#listener.onUnwanted(this)
  }
}

function endSynthesis({ stage, task, audioS }: TaskRun, error: string | undefined): void {
  stage?.end({ 'hoarfrost.engine': task.voice.engine, 'hoarfrost.audio_seconds': audioS, 'error.type': error })
}
