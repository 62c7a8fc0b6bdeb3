import type { OwnThread } from '../core/engine.ts'
import { SpeechError } from '../core/errors.ts'
import type { Owner, SpeechPool, SpeechStream, SpeechTask, StreamOptions } from '../core/speech.ts'
import { Lane } from './lane.ts'
import { comesFirst, type LaneOrder, MARGIN_MS } from './order.ts'
import type { StreamListener } from './pool/pool-stream.ts'
import { PoolStream } from './pool/pool-stream.ts'
import type { PoolThreadListener } from './pool/pool-thread.ts'
import { PoolThread, type PoolThreadOptions, type StartWorker, sharedNumbers, startWorker } from './pool/pool-thread.ts'

const DEFAULTS = {
  hangTimeoutMs: 30_000,
  maxWaitMs: 1500,
  startWorker,
  observe: () => {},
  ownThreadEngines: new Map<string, OwnThread>(),
} as const satisfies Partial<ThreadPoolOptions>
// Keeps threads that cannot start from using the processor all the time.
const RESTART_DELAY_MS = 1000
/** An engine that speaks in turns in its own thread loads large models and cannot report progress during an inference. */
const LARGE_MODEL_PATIENCE = 10
/** The shared threads speak so many streams in any case, also if there is but one thread or the machine is very slow. */
const MIN_STREAMS = 2
/** Of speech that is nobody's in particular, such as samples. */
const NOBODY: Owner = { id: '', weight: 1 }
/** How long process exit waits for the threads. */
const EXIT_TIMEOUT_MS = 1000

export interface ThreadPoolOptions {
  readonly threads: number
  /** The module that calls `runThread` with the engines. */
  readonly threadUrl: URL
  /** A worker thread of Node by default. */
  readonly startWorker?: StartWorker
  /** Engines with a thread of their own, with which the other threads do not speak. It starts with the first task for it. */
  readonly ownThreadEngines?: ReadonlyMap<string, OwnThread>
  /** Maximum number of streams without audio that wait for the shared threads, or for those of one engine. */
  readonly maxQueuedStreams: number
  /**
   * Maximum wait for the first audio in milliseconds. Streams that could not start by then, or that would make others
   * late, are refused; infinite admits every stream.
   */
  readonly maxWaitMs?: number
  /**
   * Tasks that each thread speaks before it is ready: loads the engines and lets V8 compile hot code. An engine of its own
   * thread that has some is loaded at once rather than with the first task for it.
   */
  readonly warmUp: readonly SpeechTask[]
  /** A thread that sends no message for this long while it speaks is replaced. */
  readonly hangTimeoutMs?: number
  /** For the log. */
  report(trouble: ThreadTrouble): void
  /** For metrics. */
  observe?(work: ObservedWork): void
}

/** What the threads did, by engine. */
export type ObservedWork =
  /** A stream has its first audio, `waitMs` after its first task came. */
  | { readonly kind: 'started'; readonly engine: string; readonly waitMs: number }
  /** A task has been spoken to its end; `ranMs` is how long the thread worked on it. */
  | { readonly kind: 'spoken'; readonly engine: string; readonly audioS: number; readonly ranMs: number }

/** Problems that the pool handled and the operator should know of. */
export type ThreadTrouble =
  | { readonly kind: 'thread died'; readonly cause: Error }
  | { readonly kind: 'engine did not warm up'; readonly engine: string; readonly message: string }

export interface ThreadPool extends SpeechPool {
  /** Resolves when every thread is ready. Throws `engine.unusable` if one cannot start. */
  whenReady(): Promise<void>
  /** Has each thread of the tasks' engines speak them without a listener while it has no others. */
  warmUp(tasks: readonly SpeechTask[]): void
  /** Refuses new streams; open streams continue. */
  drain(): void
  readonly speakingThreads: number
  /** Number of streams whose next task waits for a thread, without those in the background. */
  readonly waitingStreams: number
  /** Without those in the background. */
  readonly openStreams: number
  /** Number of open streams that each engine speaks, those in the background included. */
  readonly streamsByEngine: ReadonlyMap<string, number>
  /** Share of the shared threads' time that open streams need: near 1, further ones are refused. */
  readonly utilization: number
  /** Whether a shared thread speaks nothing. */
  readonly hasIdleThread: boolean
  /** Whether the shared threads have no time for another stream. */
  readonly isFull: boolean
  /** Number of streams that were refused for lack of time. */
  readonly refusals: number
  /** Seconds of audio that streams in the background get of an engine in a second, as measured, while nobody listens. */
  backgroundSpeedOf(engine: string): number
  /** The threads by engine, `speech` for the shared ones, and whether each speaks. */
  readonly threadStates: { readonly name: string; readonly busy: boolean }[]
}

/** Starts the threads. Disposing ends them; their tasks fail with `pool.draining`. */
export const createThreadPool = (options: ThreadPoolOptions): ThreadPool => new WorkerThreadPool(options)

interface FirstWaiting {
  readonly order: LaneOrder
  first: PoolStream
  /** The first one that is not starting. */
  firstPlayed: PoolStream | undefined
}

class WorkerThreadPool implements ThreadPool {
  readonly #options: Required<ThreadPoolOptions>
  readonly #threads = new Set<PoolThread>()
  readonly #streams = new Set<PoolStream>()
  /** By engine with its own thread; null for the shared threads. */
  readonly #lanes = new Map<string | null, Lane>()
  readonly #restarts = new Set<NodeJS.Timeout>()
  /** Read by the threads: milliseconds of audio that a stream starts with at least. */
  readonly #startMs = sharedNumbers(1)
  #awaitReady: { resolve(): void; reject(error: Error): void }[] = []
  #isDraining = false

  readonly #threadListener: PoolThreadListener = {
    onProgress: () => {
      if (this.#isWarm) for (const { resolve } of this.#awaitReady.splice(0)) resolve()
      for (const lane of this.#lanes.values()) lane.admitWaiting()
      this.#dispatch()
    },
    onCold: (engine, message) => this.#options.report({ kind: 'engine did not warm up', engine, message }),
    onSpoken: (work) => {
      const { engine, audioS, ranMs } = work
      this.#laneOf(engine).admission.noteTask(work)
      this.#options.observe({ kind: 'spoken', engine, audioS, ranMs })
    },
    onPart: (stream, { engine, audioS, ms }) => {
      if (stream.isBackground) return
      const { admission, turns } = this.#laneOf(engine)
      if (audioS > 0) {
        if (stream.isStarting) admission.noteFirstPart(engine, ms)
        if (stream.isUnheard) this.#options.observe({ kind: 'started', engine, waitMs: stream.waitedMs })
      }
      turns.charge(stream.owner, 1000 * audioS * admission.threadShare(engine))
    },
    onDied: (thread, cause) => this.#replace(thread, cause),
  }

  readonly #streamListener: StreamListener = {
    onWaiting: (stream) => {
      if (!stream.isBackground) this.#laneOf(stream.engine).limitWait(stream)
      this.#dispatch()
    },
    onUnwanted: (stream) => {
      for (const thread of this.#threads) thread.cancel(stream)
      this.#dispatch()
    },
    onDone: (stream) => this.#release(stream),
    onDisposed: (stream) => {
      this.#streams.delete(stream)
      this.#release(stream)
      this.#dispatch()
    },
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
    const warmed = new Set(options.warmUp.map(({ voice }) => this.#ownThreadOf(voice.engine)))
    for (const engine of warmed) if (engine !== null) this.#addOwnThread(engine)
    process.once('exit', this.#endWithProcess)
  }

  openStream({
    engine,
    owner = NOBODY,
    span,
    isPatient = false,
    isBackground = false,
    mayFallBack = false,
  }: StreamOptions = {}): SpeechStream {
    if (this.#isDraining) throw new SpeechError('pool.draining', 'the pool is draining')
    const stream = new PoolStream(this.#streamListener, owner, { engine, span, isBackground, mayFallBack })
    if (!isBackground) this.#laneOf(engine).enter(stream, isPatient)
    this.#streams.add(stream)
    return stream
  }

  reserve({ engine, owner = NOBODY }: StreamOptions): Disposable {
    if (this.#isDraining) throw new SpeechError('pool.draining', 'the pool is draining')
    return this.#laneOf(engine).reserve({ engine, owner })
  }

  hasTimeFor({ engine, owner = NOBODY, wasHeard }: Parameters<SpeechPool['hasTimeFor']>[0]): boolean {
    return this.#laneOf(engine).hasTimeFor({ engine, owner }, wasHeard)
  }

  get isBusy(): boolean {
    return !this.#sharedThreads.some((thread) => thread.isIdle || thread.isInBackground)
  }

  get hasIdleThread(): boolean {
    return this.#sharedThreads.some((thread) => thread.isIdle)
  }

  get isReady(): boolean {
    return !this.#isDraining && this.#sharedThreads.some((thread) => thread.hasStarted)
  }

  whenReady(): Promise<void> {
    if (this.#isWarm) return Promise.resolve()
    return new Promise((resolve, reject) => this.#awaitReady.push({ resolve, reject }))
  }

  warmUp(tasks: readonly SpeechTask[]): void {
    for (const thread of this.#threads) thread.warmUp(this.#tasksFor(thread.engine, tasks))
  }

  drain(): void {
    this.#isDraining = true
  }

  backgroundSpeedOf(engine: string): number {
    const threads = this.#ownThreadOf(engine) === null ? Math.max(1, this.#options.threads - 1) : 1
    return threads / this.#laneOf(engine).admission.threadShare(engine)
  }

  get speakingThreads(): number {
    return [...this.#threads].filter((thread) => thread.hasStarted && !thread.isIdle).length
  }

  get waitingStreams(): number {
    return [...this.#streams].filter((stream) => stream.isWaiting && !stream.isBackground).length
  }

  get openStreams(): number {
    return [...this.#streams].filter((stream) => !stream.isBackground).length
  }

  get streamsByEngine(): ReadonlyMap<string, number> {
    const streams = new Map<string, number>()
    for (const { engine } of this.#streams)
      if (engine !== undefined) streams.set(engine, (streams.get(engine) ?? 0) + 1)
    return streams
  }

  get threadStates(): { readonly name: string; readonly busy: boolean }[] {
    return [...this.#threads].map(({ engine, hasStarted, isIdle }, i) => ({
      name: `${engine ?? 'speech'} ${i + 1}`,
      busy: hasStarted && !isIdle,
    }))
  }

  get refusals(): number {
    return [...this.#lanes.values()].reduce((sum, { admission }) => sum + admission.refusals, 0)
  }

  get utilization(): number {
    return this.#laneOf(undefined).utilization
  }

  get isFull(): boolean {
    return this.#laneOf(undefined).isFull
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
    return threads.length === this.#options.threads && [...this.#threads].every((thread) => thread.hasStarted)
  }

  get #sharedThreads(): readonly PoolThread[] {
    return [...this.#threads].filter((thread) => thread.engine === null)
  }

  /** The streams that share the threads of an engine. */
  #laneOf(engine: string | undefined): Lane {
    const own = this.#ownThreadOf(engine)
    const existing = this.#lanes.get(own)
    if (existing !== undefined) return existing
    const isParallel = own !== null && this.#options.ownThreadEngines.get(own) === 'at once'
    const { threads, maxWaitMs, maxQueuedStreams } = this.#options
    const lane = new Lane({
      threads: own === null ? threads : 1,
      minStreams: own === null ? Math.max(threads, MIN_STREAMS) : 1,
      // What an engine does at once is done elsewhere.
      maxWaitMs: isParallel ? Number.POSITIVE_INFINITY : maxWaitMs,
      maxQueuedStreams,
      hasStarted: () => [...this.#threads].some((thread) => thread.engine === own && thread.hasStarted),
      onAdmitted: () => this.#dispatch(),
    })
    this.#lanes.set(own, lane)
    return lane
  }

  /** The stream needs its threads no more. */
  #release(stream: PoolStream): void {
    for (const lane of this.#lanes.values()) lane.leave(stream)
  }

  #addThread(): void {
    this.#startThread({ engine: null, isParallel: false, hangTimeoutMs: this.#options.hangTimeoutMs })
  }

  #addOwnThread(engine: string): void {
    const isParallel = this.#options.ownThreadEngines.get(engine) === 'at once'
    const hangTimeoutMs = this.#options.hangTimeoutMs * (isParallel ? 1 : LARGE_MODEL_PATIENCE)
    this.#startThread({ engine, isParallel, hangTimeoutMs })
  }

  #startThread(kind: Pick<PoolThreadOptions, 'engine' | 'isParallel' | 'hangTimeoutMs'>): void {
    const warmUp = this.#tasksFor(kind.engine, this.#options.warmUp)
    const options = { ...this.#options, ...kind, warmUp, startMs: this.#startMs }
    this.#threads.add(new PoolThread(options, this.#threadListener))
  }

  /** `engine`: with a thread of its own; null for the shared threads. */
  #tasksFor(engine: string | null, tasks: readonly SpeechTask[]): readonly SpeechTask[] {
    return tasks.filter(({ voice }) => this.#ownThreadOf(voice.engine) === engine)
  }

  /** Starts the first waiting task of each kind of thread, until there is no room. */
  #dispatch(): void {
    this.#setStart()
    let hasStarted: boolean
    do {
      hasStarted = false
      for (const [engine, { first, firstPlayed }] of this.#firstWaiting()) {
        // Those that are played go on while they cannot wait for a start.
        for (const stream of [first, first.isStarting ? firstPlayed : undefined]) {
          const thread = stream && this.#threadFor(stream, engine)
          if (stream === undefined || thread === undefined) continue
          if (!stream.isBackground) this.#laneOf(engine ?? undefined).begin(stream)
          thread.speak(stream)
          hasStarted = true
          break
        }
      }
    } while (hasStarted)
  }

  /**
   * Decides how much audio streams start with. One that is alone starts with the first that there is. Beside others the main
   * thread may send the next audio late, so a playback begins with enough to bridge that.
   */
  #setStart(): void {
    let withTasks = 0
    for (const { hasTask } of this.#streams) if (hasTask) withTasks++
    Atomics.store(this.#startMs, 0, withTasks > 1 ? MARGIN_MS : 0)
  }

  /** The first waiting streams for each engine with its own thread, and for the shared threads (null). */
  #firstWaiting(): ReadonlyMap<string | null, FirstWaiting> {
    const firsts = new Map<string | null, FirstWaiting>()
    for (const stream of this.#streams) {
      if (!stream.isWaiting) continue
      const engine = this.#ownThreadOf(stream.nextEngine)
      const known = firsts.get(engine)
      if (known === undefined) {
        const { order } = this.#laneOf(engine ?? undefined)
        firsts.set(engine, { order, first: stream, firstPlayed: stream.isStarting ? undefined : stream })
        continue
      }
      const { order, first, firstPlayed } = known
      if (comesFirst(stream, first, order)) known.first = stream
      if (stream.isStarting) continue
      if (firstPlayed === undefined || comesFirst(stream, firstPlayed, order)) known.firstPlayed = stream
    }
    return firsts
  }

  /** The engine if it has a thread of its own, else null. */
  #ownThreadOf(engine: string | undefined): string | null {
    return engine !== undefined && this.#options.ownThreadEngines.has(engine) ? engine : null
  }

  /** Adds an engine's own thread if there is none; it has room when it has started. */
  #threadFor(stream: PoolStream, engine: string | null): PoolThread | undefined {
    const threads = [...this.#threads].filter((thread) => thread.engine === engine)
    if (engine !== null && threads.length === 0) this.#addOwnThread(engine)
    const background = threads.filter((thread) => thread.isInBackground).length
    if (stream.isBackground && background >= Math.max(1, threads.length - 1)) return undefined
    const withRoom = threads.filter((thread) => thread.hasRoomFor(stream))
    const fewestFirst = withRoom.toSorted((one, other) => one.taskCount - other.taskCount)
    if (!stream.isStarting) return fewestFirst[0]
    const lane = this.#laneOf(engine ?? undefined)
    return fewestFirst.find((thread) => lane.mayStart(stream, thread, threads))
  }

  #replace(thread: PoolThread, cause: Error): void {
    this.#threads.delete(thread)
    this.#options.report({ kind: 'thread died', cause })
    if (thread.engine !== null) this.#giveUpStart(thread, cause)
    else if (thread.hasStarted) this.#addThread()
    else this.#retryStart(cause)
    this.#dispatch()
  }

  /** If an engine's own thread did not start, its tasks fail; the next one starts a thread again. */
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
