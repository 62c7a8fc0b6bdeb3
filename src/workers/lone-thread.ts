import { Worker } from 'node:worker_threads'
import { whenAborted } from '../core/abort.ts'
import { SpeechError } from '../core/errors.ts'

export interface LoneThreadOptions {
  /** A module that answers each message of its `parentPort` with one. */
  readonly url: URL
  /** Of memory; a thread that needs more dies. */
  readonly resourceLimits: { readonly maxOldGenerationSizeMb: number; readonly maxYoungGenerationSizeMb: number }
  /** Calls that may wait for the one before; one more is refused. */
  readonly mostWaiting: number
  /** After so long without a call the thread ends. */
  readonly idleMs: number
}

interface Call {
  readonly message: unknown
  resolve(answer: unknown): void
  reject(reason: unknown): void
}

/**
 * A thread that takes one call after the other. It is started for the first, ends when it is idle, and is replaced when it
 * dies, which fails one call. Its code is JavaScript alone, so that it can be terminated anywhere.
 */
export class LoneThread implements AsyncDisposable {
  readonly #options: LoneThreadOptions
  readonly #waiting: Call[] = []
  #current: Call | undefined
  #worker: Worker | undefined
  #isEnding = false
  #idle: NodeJS.Timeout | undefined

  constructor(options: LoneThreadOptions) {
    this.#options = Object.freeze({ ...options })
  }

  /** Rejects with the signal's reason once it fires, and ends the thread where it works on the call. Throws `pool.overloaded`. */
  async call(message: unknown, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted()
    if (this.#waiting.length >= this.#options.mostWaiting) {
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
    clearTimeout(this.#idle)
    await this.#worker?.terminate()
  }

  #next(): void {
    if (this.#current !== undefined || this.#isEnding) return
    this.#current = this.#waiting.shift()
    clearTimeout(this.#idle)
    if (this.#current === undefined) {
      this.#idle = setTimeout(() => void this.#end(), this.#options.idleMs).unref()
      return
    }
    this.#worker ??= this.#start()
    this.#worker.postMessage(this.#current.message)
  }

  #start(): Worker {
    const { url, resourceLimits } = this.#options
    // The flags of the process are for its main module.
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

  /** The next call waits until the thread has ended: however many clients leave together, there is one at a time. */
  async #end(): Promise<void> {
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
