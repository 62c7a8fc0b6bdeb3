import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '../../core/errors.ts'
import type { SpeechTask } from '../../core/speech.ts'
import type { FromThread, ThreadData, ToThread } from '../thread/messages.ts'
import { END, SLOTS } from '../thread/messages.ts'
import type { PoolStream } from './pool-stream.ts'

// JavaScript heap only, without WebAssembly memory. V8 ends a worker that exceeds it, which protects the process.
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 }

/** After this time a thread that was asked to end is terminated. */
const END_TIMEOUT_MS = 5000

/** A worker thread of Node, as far as the pool uses it. */
export interface ThreadWorker {
  postMessage(message: ToThread): void
  on(event: 'message', onMessage: (message: FromThread) => void): unknown
  on(event: 'error', onError: (error: Error) => void): unknown
  on(event: 'exit', onExit: (exitCode: number) => void): unknown
  terminate(): Promise<unknown>
}

export type StartWorker = (threadUrl: URL, workerData: ThreadData) => ThreadWorker

// Flags of the process are for its main module: a TypeScript loader would slow the thread down, `--input-type`
// would break it.
export const startWorker: StartWorker = (threadUrl, workerData) =>
  new Worker(threadUrl, { workerData, resourceLimits: RESOURCE_LIMITS, execArgv: [] })

export interface PoolThreadOptions {
  /** The module that calls `runThread`. */
  readonly threadUrl: URL
  readonly startWorker: StartWorker
  readonly warmUp: readonly SpeechTask[]
  /** One number: milliseconds of audio that a stream starts with at least. */
  readonly startMs: Int32Array<SharedArrayBuffer>
  /** A thread that sends no message for this long while it starts or speaks is considered dead. */
  readonly hangTimeoutMs: number
  /** The only engine that it speaks with; null for all engines without a thread of their own. */
  readonly engine: string | null
  /** Whether it speaks its tasks at once. */
  readonly isParallel: boolean
}

export interface PoolThreadListener {
  /** A task progressed or ended, or the thread became ready: it may have a free slot. */
  onProgress(thread: PoolThread): void
  onCold(engine: string, message: string): void
  /** A task has been spoken to its end; `ranMs` is how long the thread worked on it. */
  onSpoken(work: SpokenWork): void
  /** A stream gets audio, `ms` after the thread began its task. Called before the stream hears it. */
  onPart(stream: PoolStream, task: { readonly engine: string; readonly audioS: number; readonly ms: number }): void
  /** Called once, with any cause; never after `stop`. */
  onDied(thread: PoolThread, cause: Error): void
}

export interface SpokenWork {
  readonly engine: string
  readonly audioS: number
  readonly ranMs: number
  /** In how many pieces it was spoken, between which the thread may speak others. */
  readonly pieces: number
  /** Whether it was the first one of its stream, or after a pause: these are shorter. */
  readonly isStart: boolean
}

/** A task that the thread has begun and not finished. */
interface Slot {
  readonly taskId: number
  readonly engine: string
  readonly sampleRateHz: number
  readonly startedAtMs: number
  readonly isStart: boolean
  /** Null if the task was cancelled. */
  stream: PoolStream | null
  isYielding: boolean
}

/** One worker thread, as the pool sees it. */
export class PoolThread {
  readonly engine: string | null
  readonly #isParallel: boolean
  readonly #worker: ThreadWorker
  readonly #listener: PoolThreadListener
  readonly #cancelled = sharedNumbers(SLOTS)
  readonly #ended = sharedNumbers(1)
  readonly #slots = new Map<number, Slot>()
  readonly #watchdog: NodeJS.Timeout
  readonly #exited: Promise<void>
  #state: 'starting' | 'started' | 'dead' = 'starting'
  #hasStarted = false
  #lastTaskId = 0

  constructor(options: PoolThreadOptions, listener: PoolThreadListener) {
    const { warmUp, startMs } = options
    const workerData: ThreadData = { warmUp, cancelled: this.#cancelled, startMs, ended: this.#ended }
    this.engine = options.engine
    this.#isParallel = options.isParallel
    this.#listener = listener
    this.#worker = options.startWorker(options.threadUrl, workerData)
    this.#exited = new Promise((resolve) => this.#worker.on('exit', () => resolve()))
    this.#worker.on('message', (message) => this.#hear(message))
    this.#worker.on('error', (error) => this.#die(error))
    this.#worker.on('exit', (exitCode) => this.#die(new Error(`the thread exited with ${exitCode}`)))
    const onSilence = (): void => {
      if (this.isIdle) return
      this.#die(new Error(`the thread said nothing for ${options.hangTimeoutMs} ms`))
      void this.#worker.terminate()
    }
    this.#watchdog = setTimeout(onSilence, options.hangTimeoutMs).unref()
  }

  get hasStarted(): boolean {
    return this.#hasStarted
  }

  get isIdle(): boolean {
    return this.#state === 'started' && this.#slots.size === 0
  }

  /** Whether it speaks for background streams alone. */
  get isInBackground(): boolean {
    return this.#slots.size > 0 && [...this.#slots.values()].every(({ stream }) => stream?.isBackground === true)
  }

  /** Number of slots in use. */
  get taskCount(): number {
    return this.#slots.size
  }

  /** The streams of its tasks. */
  get streams(): readonly PoolStream[] {
    return [...this.#slots.values()].flatMap(({ stream }) => stream ?? [])
  }

  /** Whether the thread would begin a task of this stream at once, ahead of its other tasks. */
  hasRoomFor(stream: PoolStream): boolean {
    if (this.#state !== 'started' || this.#slots.size === SLOTS) return false
    if (this.#isParallel) return true
    return [...this.#slots.values()].every(
      (slot) => slot.isYielding && (slot.stream === null || stream.dueMs < slot.stream.dueMs),
    )
  }

  /** Starts the stream's next task. Call only if `hasRoomFor` is true. */
  speak(stream: PoolStream): void {
    let slot = 0
    while (this.#slots.has(slot)) slot++
    const taskId = ++this.#lastTaskId
    this.#watchdog.refresh()
    const { msToDeadline, isStarting: isStart } = stream
    const task = stream.start()
    const { voice, sampleRateHz } = task
    const startedAtMs = performance.now()
    this.#slots.set(slot, {
      taskId,
      engine: voice.engine,
      sampleRateHz,
      startedAtMs,
      isStart,
      stream,
      isYielding: false,
    })
    this.#post({ kind: 'speak', slot, taskId, task, msToDeadline })
  }

  /** Has tasks spoken without a listener while there are no others. */
  warmUp(tasks: readonly SpeechTask[]): void {
    this.#post({ kind: 'warm up', tasks })
  }

  /** Cancels the stream's task. It stops at its next chunk; the slot is free once the thread confirms it. */
  cancel(stream: PoolStream): void {
    for (const [slot, spoken] of this.#slots) {
      if (spoken.stream !== stream) continue
      spoken.stream = null
      Atomics.store(this.#cancelled, slot, spoken.taskId)
    }
  }

  /** Cancels all tasks and asks the thread to end. Its later messages are ignored. */
  askToEnd(): void {
    this.#leave()
    for (let slot = 0; slot < SLOTS; slot++) Atomics.store(this.#cancelled, slot, END)
    this.#post({ kind: 'end' })
  }

  /** Blocks the caller until the thread has ended, or `timeoutMs`. For process exit, where nothing can be awaited. */
  holdUntilEnded(timeoutMs: number): void {
    Atomics.wait(this.#ended, 0, 0, timeoutMs)
  }

  /** Waits for the thread to end by itself: terminating it during a native call would abort the process. */
  async stop(): Promise<void> {
    this.askToEnd()
    const overdue = setTimeout(() => void this.#worker.terminate(), END_TIMEOUT_MS)
    await this.#exited
    clearTimeout(overdue)
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromThread): void {
    if (this.#state === 'dead') return
    this.#watchdog.refresh()
    switch (message.kind) {
      case 'warming':
        return
      case 'ready':
        this.#state = 'started'
        this.#hasStarted = true
        break
      case 'warmed':
        return this.#listener.onSpoken({ ...message, isStart: false })
      case 'cold':
        return this.#listener.onCold(message.engine, message.message)
      case 'speech':
        this.#hearPart(message)
        break
      case 'yielding':
        ;(this.#slots.get(message.slot) as Slot).isYielding = true
        break
      case 'done':
        this.#noteWork(message)
        this.#finish(message.slot, null)
        break
      case 'failed':
        this.#finish(message.slot, message)
        break
      default:
        message satisfies never
    }
    this.#listener.onProgress(this)
  }

  #hearPart({ slot, part }: Extract<FromThread, { kind: 'speech' }>): void {
    const { stream, engine, startedAtMs, sampleRateHz } = this.#slots.get(slot) as Slot
    if (stream === null) return
    const audioS = part.samples.length / sampleRateHz
    this.#listener.onPart(stream, { engine, audioS, ms: performance.now() - startedAtMs })
    stream.hear(part)
  }

  #noteWork({ slot, ranMs, pieces }: Extract<FromThread, { kind: 'done' }>): void {
    const { engine, stream, isStart } = this.#slots.get(slot) as Slot
    if (stream !== null) this.#listener.onSpoken({ engine, audioS: stream.spokenS, ranMs, pieces, isStart })
  }

  #finish(slot: number, failure: { readonly code: ErrorCode; readonly message: string } | null): void {
    const stream = this.#slots.get(slot)?.stream
    this.#slots.delete(slot)
    stream?.finish(failure)
  }

  #die(cause: Error): void {
    if (this.#state === 'dead') return
    this.#leave()
    for (const slot of [...this.#slots.keys()]) this.#finish(slot, { code: 'engine.crashed', message: cause.message })
    this.#listener.onDied(this, cause)
  }

  #leave(): void {
    this.#state = 'dead'
    clearTimeout(this.#watchdog)
  }
}

export const sharedNumbers = (count: number) =>
  new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT))
