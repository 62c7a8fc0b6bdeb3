import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { FromThread, ThreadData, ToThread } from './sqlite-thread.ts'
import { SqliteError, type Statement, type StatementResult, type StatementRunner, storeBusy } from './statement.ts'

// Resolved through package.json, since a thread runs built code, wherever this module is.
const THREAD_FILE = createRequire(import.meta.url).resolve('#sqlite-thread')
/**
 * Maximum number of pending statements. The thread runs thousands per second; if it hangs, more would only use memory.
 */
const MAX_PENDING = 10_000
/** Timeout until the store is open: the thread starts, and reads what a process that was killed has left in the log. */
const OPENING_MS = 30_000
/** Statements and rows are small: a small young generation saves two thirds of V8's memory. */
const YOUNG_GENERATION_MB = 2

export interface StatementThreadOptions {
  readonly file: string
  /** Timeout of a statement, once `endOpening` was called. */
  readonly patienceMs: number
  /** Called when the thread died. The next statement starts a new one. */
  readonly onDied: (error: Error) => void
}

const noAnswer = () => storeBusy('the database does not answer')

interface Pending {
  resolve(result: StatementResult): void
  reject(error: Error): void
  readonly timer: NodeJS.Timeout
}

/** Runs statements in a thread, so that a slow disk or another process's lock does not block the caller. */
export class StatementThread implements StatementRunner {
  readonly #options: StatementThreadOptions
  #worker: Worker | undefined
  #generation = 0
  #patienceMs: number
  #lastId = 0
  readonly #pending = new Map<number, Pending>()

  constructor(options: StatementThreadOptions) {
    this.#options = Object.freeze({ ...options })
    this.#patienceMs = Math.max(OPENING_MS, options.patienceMs)
  }

  endOpening(): void {
    this.#patienceMs = this.#options.patienceMs
  }

  get generation(): number {
    return this.#generation
  }

  async run(statement: Statement): Promise<StatementResult> {
    if (statement.kind === 'read' && this.#pending.size >= MAX_PENDING) throw noAnswer()
    this.#worker ??= this.#start()
    const worker = this.#worker
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      // The statement stays pending: it still runs, in its order.
      const timer = setTimeout(() => reject(noAnswer()), this.#patienceMs)
      this.#pending.set(id, { resolve, reject, timer })
      worker.postMessage({ id, statement } satisfies ToThread)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    this.#worker = undefined
    await new Promise<void>((resolve) => {
      // A thread that hangs in the file system is abandoned.
      const timer = setTimeout(resolve, this.#options.patienceMs)
      worker.once('exit', () => {
        clearTimeout(timer)
        resolve()
      })
      worker.postMessage(undefined satisfies ToThread)
    })
  }

  #start(): Worker {
    const worker = new Worker(THREAD_FILE, {
      name: 'store',
      workerData: { file: this.#options.file } satisfies ThreadData,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    let cause: Error | undefined
    worker.on('message', (message: FromThread) => this.#settle(message))
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => {
      if (worker === this.#worker) this.#replace(cause)
    })
    // After adding listeners, which reference the worker again. The timer of a pending statement keeps the process
    // alive.
    worker.unref()
    return worker
  }

  #settle(message: FromThread): void {
    const pending = this.#pending.get(message.id)
    if (pending === undefined) return
    this.#pending.delete(message.id)
    clearTimeout(pending.timer)
    if ('result' in message) pending.resolve(message.result)
    else pending.reject(new SqliteError(message.failure.message, message.failure.code))
  }

  #replace(cause: Error | undefined): void {
    this.#worker = undefined
    this.#generation++
    const died = storeBusy('the thread of the database died', cause)
    this.#options.onDied(died)
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer)
      reject(died)
    }
    this.#pending.clear()
  }
}
