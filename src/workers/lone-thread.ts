import { Worker } from 'node:worker_threads'
import { whenAborted } from '../core/abort.ts'
import { SpeechError } from '../core/errors.ts'

export interface LoneThreadOptions {
  /** Module that answers each message on its `parentPort` with one message. */
  readonly url: URL
  /** Memory limits; a thread that exceeds them dies. */
  readonly resourceLimits: { readonly maxOldGenerationSizeMb: number; readonly maxYoungGenerationSizeMb: number }
  /** Maximum number of waiting calls. More are refused. */
  readonly maxWaiting: number
  /** The thread ends after this long without a call. */
  readonly idleMs: number
  /** Time limit of one call, without its time in the queue. The thread of a call that exceeds it is terminated. */
  readonly maxMs: number
}

interface Call {
  readonly message: unknown
  resolve(answer: unknown): void
  reject(reason: unknown): void
}

/**
 * A thread that runs calls one at a time. It starts with the first call, ends when idle, and is replaced if it dies,
 * which fails one call. It runs JavaScript only, so it can be terminated at any time.
 */
export class LoneThread implements AsyncDisposable {
  readonly #options: LoneThreadOptions
  readonly #waiting: Call[] = []
  #current: Call | undefined
  #worker: Worker | undefined
  #isEnding = false
  /** Ends an idle thread, or one whose call exceeds the time limit. */
  #timer: NodeJS.Timeout | undefined

  constructor(options: LoneThreadOptions) {
    this.#options = Object.freeze({ ...options })
  }

  /**
   * Sends a message and returns the answer. Rejects with the signal's reason when it fires, and terminates the thread
   * if it is working on this call. Throws `pool.overloaded` if too many calls wait or this one exceeds the time limit.
   */
  async call(message: unknown, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted()
    if (this.#waiting.length >= this.#options.maxWaiting) {
      throw new SpeechError('pool.overloaded', `${this.#waiting.length} calls wait for a thread`)
    }
    const { promise, ...settle } = withResolvers()
    const call: Call = { message, ...settle }
    this.#waiting.push(call)
    using _ = whenAborted(signal, () => {
      call.reject(signal.reason)
      const index = this.#waiting.indexOf(call)
      if (index >= 0) this.#waiting.splice(index, 1)
      else if (call === this.#current) void this.#end()
    })
    this.#next()
    return await promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(new SpeechError('pool.draining', 'the thread has ended'))
    clearTimeout(this.#timer)
    await this.#worker?.terminate()
  }

  #next(): void {
    if (this.#current !== undefined || this.#isEnding) return
    this.#current = this.#waiting.shift()
    clearTimeout(this.#timer)
    const { idleMs, maxMs } = this.#options
    if (this.#current === undefined) {
      this.#timer = setTimeout(() => void this.#end(), idleMs).unref()
      return
    }
    this.#worker ??= this.#start()
    const { reject } = this.#current
    this.#timer = setTimeout(() => {
      reject(new SpeechError('pool.overloaded', `a call took more than ${maxMs} ms`, { isFixed: true }))
      void this.#end()
    }, maxMs).unref()
    this.#worker.postMessage(this.#current.message)
  }

  #start(): Worker {
    const { url, resourceLimits } = this.#options
    // Flags of the process are for its main module.
    const worker = new Worker(url, { resourceLimits, execArgv: [] })
    worker.unref()
    worker.on('message', (answer) => {
      if (worker !== this.#worker) return
      this.#current?.resolve(answer)
      this.#current = undefined
      this.#next()
    })
    const die = (cause: Error): void => {
      if (worker !== this.#worker) return
      this.#current?.reject(cause)
      void this.#end()
    }
    worker.on('error', die)
    worker.on('exit', (code) => die(new Error(`the thread exited with ${code}`)))
    return worker
  }

  /** The next call waits until this thread has ended, so that there is never more than one. */
  async #end(): Promise<void> {
    clearTimeout(this.#timer)
    const worker = this.#worker
    this.#worker = undefined
    this.#current = undefined
    this.#isEnding = true
    await worker?.terminate()
    this.#isEnding = false
    if (this.#waiting.length > 0) this.#next()
  }
}

function withResolvers() {
  let settle!: Pick<Call, 'resolve' | 'reject'>
  const promise = new Promise<unknown>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...settle }
}
