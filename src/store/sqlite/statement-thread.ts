import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { FromThread, ThreadData, ToThread } from './sqlite-thread.ts'
import { SqliteError, type Statement, type StatementResult, type StatementRunner, storeBusy } from './statement.ts'

// From package.json, since a thread starts from what is built, wherever this module is.
const THREAD_FILE = createRequire(import.meta.url).resolve('#sqlite-thread')
/** Reads that may wait for their answer. The thread does thousands in a second; where it is stuck, more would only take memory. */
const MOST_PENDING = 10_000
/** Statements and rows are small: a young generation of this size is a third of the memory that V8 would take. */
const YOUNG_GENERATION_MB = 2

export interface StatementThreadOptions {
  readonly file: string
  /** How long a statement may take. */
  readonly patienceMs: number
  /** Told of a thread that died. The next statement starts another one. */
  readonly onDied: (error: Error) => void
}

const noAnswer = () => storeBusy('the database does not answer')

interface Pending {
  resolve(result: StatementResult): void
  reject(error: Error): void
  readonly timer: NodeJS.Timeout
}

/** Runs statements in a thread, so that neither a slow disk nor the lock of another process blocks the caller's thread. */
export class StatementThread implements StatementRunner {
  readonly #options: StatementThreadOptions
  #worker: Worker | undefined
  #generation = 0
  #lastId = 0
  readonly #pending = new Map<number, Pending>()

  constructor(options: StatementThreadOptions) {
    this.#options = Object.freeze({ ...options })
  }

  get generation(): number {
    return this.#generation
  }

  async run(statement: Statement): Promise<StatementResult> {
    if (statement.kind === 'read' && this.#pending.size >= MOST_PENDING) throw noAnswer()
    this.#worker ??= this.#start()
    const worker = this.#worker
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      // The statement stays pending: it is still run, and in its place.
      const timer = setTimeout(() => reject(noAnswer()), this.#options.patienceMs)
      this.#pending.set(id, { resolve, reject, timer })
      worker.postMessage({ id, statement } satisfies ToThread)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    this.#worker = undefined
    await new Promise<void>((resolve) => {
      // One that is stuck in the file system is left behind.
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
    // Not before: listening refers to it again. The timer of a pending statement keeps the process alive.
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
