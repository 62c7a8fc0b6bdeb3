import type { OwnThread } from '../core/engine.ts'
import { SpeechError } from '../core/errors.ts'
import type { SpeechJob, SpeechPool, SpeechStream } from '../core/speech.ts'
import type { StreamListener } from './thread/pool-stream.ts'
import { PoolStream } from './thread/pool-stream.ts'
import type { PoolThreadListener } from './thread/pool-thread.ts'
import { PoolThread } from './thread/pool-thread.ts'

const DEFAULTS = {
  hangTimeoutMs: 30_000,
  ownThreadEngines: new Map<string, OwnThread>(),
} as const satisfies Partial<ThreadPoolOptions>
// Keeps threads that cannot start from using the processor all the time.
const RESTART_DELAY_MS = 1000
/** An engine that speaks in turns in its own thread loads large models and cannot report progress during an inference. */
const LARGE_MODEL_PATIENCE = 10
/** How long process exit waits for the threads. */
const EXIT_TIMEOUT_MS = 1000

export interface ThreadPoolOptions {
  readonly threads: number
  /** The module that calls `runThread` with the engines. */
  readonly threadUrl: URL
  /** Engines with a thread of their own, which starts with the first job for it. The other threads do not speak with them. */
  readonly ownThreadEngines?: ReadonlyMap<string, OwnThread>
  /** Maximum number of streams without audio that wait for the shared threads, or for those of one engine. */
  readonly maxQueuedStreams: number
  /** Jobs that each thread speaks before it is ready: loads the engines and lets V8 compile hot code. */
  readonly warmUp: readonly SpeechJob[]
  /** A thread that sends no message for this long while it speaks is replaced. */
  readonly hangTimeoutMs?: number
  /** For the log. */
  report(trouble: ThreadTrouble): void
}

/** Problems that the pool handled and the operator should know of. */
export type ThreadTrouble =
  | { readonly kind: 'thread died'; readonly cause: Error }
  | { readonly kind: 'engine did not warm up'; readonly engine: string; readonly message: string }

export interface ThreadPool extends SpeechPool {
  /** Resolves when every thread is ready. Throws `engine.unusable` if one cannot start. */
  whenReady(): Promise<void>
  /** Refuses new streams; open streams continue. */
  drain(): void
  readonly speakingThreads: number
  /** Number of streams whose next job waits for a thread. */
  readonly waitingStreams: number
  readonly openStreams: number
  /** The threads by engine, `speech` for the shared ones, and whether each speaks. */
  readonly threadStates: { readonly name: string; readonly busy: boolean }[]
}

/** Starts the threads. Disposing ends them; their jobs fail with `pool.draining`. */
export const createThreadPool = (options: ThreadPoolOptions): ThreadPool => new WorkerThreadPool(options)

class WorkerThreadPool implements ThreadPool {
  readonly #options: Required<ThreadPoolOptions>
  readonly #threads = new Set<PoolThread>()
  readonly #streams = new Set<PoolStream>()
  readonly #restarts = new Set<NodeJS.Timeout>()
  #awaitReady: { resolve(): void; reject(error: Error): void }[] = []
  #isDraining = false

  readonly #threadListener: PoolThreadListener = {
    onProgress: () => {
      if (this.#isWarm) for (const { resolve } of this.#awaitReady.splice(0)) resolve()
      this.#dispatch()
    },
    onCold: (engine, message) => this.#options.report({ kind: 'engine did not warm up', engine, message }),
    onDied: (thread, cause) => this.#replace(thread, cause),
  }

  readonly #streamListener: StreamListener = {
    onWaiting: () => this.#dispatch(),
    onUnwanted: (stream) => {
      for (const thread of this.#threads) thread.cancel(stream)
      this.#dispatch()
    },
    onDisposed: (stream) => this.#streams.delete(stream),
  }

  /** At exit Node terminates threads at once, which aborts the process if they run native code. */
  readonly #endWithProcess = (): void => {
    const deadline = performance.now() + EXIT_TIMEOUT_MS
    for (const thread of this.#threads) thread.askToEnd()
    for (const thread of this.#threads) thread.holdUntilEnded(Math.max(0, deadline - performance.now()))
  }

  constructor(options: ThreadPoolOptions) {
    this.#options = Object.freeze({ ...DEFAULTS, ...options })
    for (let i = 0; i < options.threads; i++) this.#addThread()
    process.once('exit', this.#endWithProcess)
  }

  openStream(engine?: string): SpeechStream {
    if (this.#isDraining) throw new SpeechError('pool.draining', 'the pool is draining')
    const own = this.#ownThreadOf(engine)
    let queued = 0
    for (const stream of this.#streams) {
      if (stream.isWaiting && stream.isUnheard && this.#ownThreadOf(stream.nextEngine) === own) queued++
    }
    if (queued >= this.#options.maxQueuedStreams) {
      throw new SpeechError('pool.overloaded', `${queued} streams wait for a thread`)
    }
    const stream = new PoolStream(this.#streamListener)
    this.#streams.add(stream)
    return stream
  }

  get isBusy(): boolean {
    return !this.#sharedThreads.some((thread) => thread.isIdle)
  }

  get isReady(): boolean {
    return !this.#isDraining && this.#sharedThreads.some((thread) => thread.hasStarted)
  }

  whenReady(): Promise<void> {
    if (this.#isWarm) return Promise.resolve()
    return new Promise((resolve, reject) => this.#awaitReady.push({ resolve, reject }))
  }

  drain(): void {
    this.#isDraining = true
  }

  get speakingThreads(): number {
    return [...this.#threads].filter((thread) => thread.hasStarted && !thread.isIdle).length
  }

  get waitingStreams(): number {
    return [...this.#streams].filter((stream) => stream.isWaiting).length
  }

  get openStreams(): number {
    return this.#streams.size
  }

  get threadStates(): { readonly name: string; readonly busy: boolean }[] {
    return [...this.#threads].map(({ engine, hasStarted, isIdle }, i) => ({
      name: `${engine ?? 'speech'} ${i + 1}`,
      busy: hasStarted && !isIdle,
    }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.drain()
    process.off('exit', this.#endWithProcess)
    for (const restart of this.#restarts) clearTimeout(restart)
    const draining = new SpeechError('pool.draining', 'the pool has ended')
    for (const { reject } of this.#awaitReady.splice(0)) reject(draining)
    for (const stream of this.#streams) stream.close(draining)
    const threads = [...this.#threads]
    this.#threads.clear()
    await Promise.all(threads.map((thread) => thread.stop()))
  }

  get #isWarm(): boolean {
    const threads = this.#sharedThreads
    return threads.length === this.#options.threads && threads.every((thread) => thread.hasStarted)
  }

  get #sharedThreads(): readonly PoolThread[] {
    return [...this.#threads].filter((thread) => thread.engine === null)
  }

  #addThread(): void {
    this.#threads.add(new PoolThread({ ...this.#options, engine: null, isParallel: false }, this.#threadListener))
  }

  #addOwnThread(engine: string): void {
    const isParallel = this.#options.ownThreadEngines.get(engine) === 'at once'
    const hangTimeoutMs = this.#options.hangTimeoutMs * (isParallel ? 1 : LARGE_MODEL_PATIENCE)
    const options = { ...this.#options, engine, isParallel, warmUp: [], hangTimeoutMs }
    this.#threads.add(new PoolThread(options, this.#threadListener))
  }

  /** Starts the most urgent waiting job of each kind of thread, until there is no room. */
  #dispatch(): void {
    let hasStarted: boolean
    do {
      hasStarted = false
      for (const [engine, stream] of this.#mostUrgent()) {
        const thread = this.#threadFor(stream, engine)
        thread?.speak(stream)
        hasStarted ||= thread !== undefined
      }
    } while (hasStarted)
  }

  /** The most urgent waiting stream for each engine with its own thread, and for the shared threads (null). */
  #mostUrgent(): ReadonlyMap<string | null, PoolStream> {
    const first = new Map<string | null, PoolStream>()
    for (const stream of this.#streams) {
      if (!stream.isWaiting) continue
      const engine = this.#ownThreadOf(stream.nextEngine)
      const other = first.get(engine)
      if (other === undefined || stream.precedes(other)) first.set(engine, stream)
    }
    return first
  }

  /** The engine if it has a thread of its own, else null. */
  #ownThreadOf(engine: string | undefined): string | null {
    return engine !== undefined && this.#options.ownThreadEngines.has(engine) ? engine : null
  }

  /** Adds an engine's own thread if there is none; it has room when it has started. */
  #threadFor(stream: PoolStream, engine: string | null): PoolThread | undefined {
    const threads = [...this.#threads].filter((thread) => thread.engine === engine)
    if (engine !== null && threads.length === 0) this.#addOwnThread(engine)
    const withRoom = threads.filter((thread) => thread.hasRoomFor(stream))
    return withRoom.toSorted((one, other) => one.jobCount - other.jobCount)[0]
  }

  #replace(thread: PoolThread, cause: Error): void {
    this.#threads.delete(thread)
    this.#options.report({ kind: 'thread died', cause })
    if (thread.engine !== null) this.#giveUpStart(thread, cause)
    else if (thread.hasStarted) this.#addThread()
    else this.#retryStart(cause)
    this.#dispatch()
  }

  /** If an engine's own thread did not start, its jobs fail; the next one starts a thread again. */
  #giveUpStart({ engine, hasStarted }: PoolThread, cause: Error): void {
    if (hasStarted) return
    const unusable = new SpeechError('engine.unusable', `a thread cannot start: ${cause.message}`, { cause })
    for (const stream of this.#streams) if (this.#ownThreadOf(stream.nextEngine) === engine) stream.fail(unusable)
  }

  #retryStart(cause: Error): void {
    const unusable = new SpeechError('engine.unusable', `a thread cannot start: ${cause.message}`, { cause })
    for (const { reject } of this.#awaitReady.splice(0)) reject(unusable)
    if (!this.isReady) for (const stream of this.#streams) stream.fail(unusable)
    const restart = setTimeout(() => {
      this.#restarts.delete(restart)
      this.#addThread()
    }, RESTART_DELAY_MS)
    this.#restarts.add(restart)
  }
}
