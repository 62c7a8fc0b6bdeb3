import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '../../core/errors.ts'
import type { SpeechJob } from '../../core/speech.ts'
import type { FromThread, SpeechPart, ThreadData, ToThread } from './messages.ts'
import { END } from './messages.ts'

// JavaScript's own heap: a worker that leaks is ended by V8 before it can take the process down. WebAssembly is apart.
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/** How long a thread may take to end by itself. */
const END_TIMEOUT_MS = 5000

export interface PoolThreadOptions {
  /** The module that calls `runThread`. */
  readonly threadUrl: URL
  readonly warmUp: readonly SpeechJob[]
  /** A thread that says nothing for so long while it starts or speaks counts as dead. */
  readonly hangTimeoutMs: number
}

export interface PoolThreadListener {
  onReady(thread: PoolThread): void
  onCold(engine: string, message: string): void
  onPart(thread: PoolThread, part: SpeechPart): void
  /** The thread is free; null for a job that was spoken. */
  onFinished(thread: PoolThread, failure: { readonly code: ErrorCode; readonly message: string } | null): void
  /** Once, whatever the cause; never after `stop`. */
  onDied(thread: PoolThread, cause: Error): void
}

/** One worker thread, as the pool sees it. */
export class PoolThread {
  readonly #worker: Worker
  readonly #listener: PoolThreadListener
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  readonly #watchdog: NodeJS.Timeout
  readonly #exited: Promise<void>
  #state: 'starting' | 'idle' | 'speaking' | 'dead' = 'starting'
  #hasStarted = false
  #lastJobId = 0

  constructor(options: PoolThreadOptions, listener: PoolThreadListener) {
    const workerData: ThreadData = { warmUp: options.warmUp, cancelled: this.#cancelled }
    this.#listener = listener
    // The flags of the process are for its main module: a loader would slow the thread down, --input-type stop it.
    this.#worker = new Worker(options.threadUrl, { workerData, resourceLimits: RESOURCE_LIMITS, execArgv: [] })
    this.#exited = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
    this.#worker.on('message', (message: FromThread) => this.#hear(message))
    this.#worker.on('error', (error) => this.#die(error))
    this.#worker.on('exit', (exitCode) => this.#die(new Error(`the thread exited with ${exitCode}`)))
    const onSilence = (): void => {
      if (this.#state === 'idle') return
      this.#die(new Error(`the thread said nothing for ${options.hangTimeoutMs} ms`))
      void this.#worker.terminate()
    }
    this.#watchdog = setTimeout(onSilence, options.hangTimeoutMs).unref()
  }

  get hasStarted(): boolean {
    return this.#hasStarted
  }

  get isIdle(): boolean {
    return this.#state === 'idle'
  }

  /** Only while idle. */
  speak(job: SpeechJob): void {
    this.#state = 'speaking'
    this.#watchdog.refresh()
    this.#post({ kind: 'speak', jobId: ++this.#lastJobId, job })
  }

  /** The engine stops at its next chunk; the thread is free when it says so. */
  cancel(): void {
    Atomics.store(this.#cancelled, 0, this.#lastJobId)
  }

  /** Lets it end by itself: to terminate it within a call of native code would end the process. */
  async stop(): Promise<void> {
    this.#leave()
    Atomics.store(this.#cancelled, 0, END)
    this.#post({ kind: 'end' })
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
        this.#state = 'idle'
        this.#hasStarted = true
        return this.#listener.onReady(this)
      case 'cold':
        return this.#listener.onCold(message.engine, message.message)
      case 'speech':
        return this.#listener.onPart(this, message.part)
      case 'done':
        this.#state = 'idle'
        return this.#listener.onFinished(this, null)
      case 'failed':
        this.#state = 'idle'
        return this.#listener.onFinished(this, message)
      default:
        return message satisfies never
    }
  }

  #die(cause: Error): void {
    if (this.#state === 'dead') return
    this.#leave()
    this.#listener.onDied(this, cause)
  }

  #leave(): void {
    this.#state = 'dead'
    clearTimeout(this.#watchdog)
  }
}
