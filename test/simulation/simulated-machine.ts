import type { VirtualClock } from './virtual-clock.ts'

interface Task {
  leftMs: number
  readonly finish: () => void
}

/** Processor cores that threads share in equal parts while there are more of them than cores. */
export class SimulatedMachine {
  readonly #clock: VirtualClock
  readonly #cores: number
  readonly #tasks = new Set<Task>()
  #since = 0
  #cancel = (): void => {}

  constructor(clock: VirtualClock, cores: number) {
    this.#clock = clock
    this.#cores = cores
  }

  /** Calls `finish` when a core has worked for so long. */
  work(ms: number, finish: () => void): void {
    this.#advance()
    this.#tasks.add({ leftMs: ms, finish })
    this.#plan()
  }

  get #rate(): number {
    return Math.min(1, this.#cores / this.#tasks.size)
  }

  #advance(): void {
    const doneMs = (this.#clock.nowMs - this.#since) * this.#rate
    for (const task of this.#tasks) task.leftMs -= doneMs
    this.#since = this.#clock.nowMs
  }

  #plan(): void {
    this.#cancel()
    if (this.#tasks.size === 0) return
    const minMs = Math.min(...[...this.#tasks].map(({ leftMs }) => leftMs))
    this.#cancel = this.#clock.after(minMs / this.#rate, () => this.#finish())
  }

  #finish(): void {
    this.#advance()
    for (const task of this.#tasks) {
      if (task.leftMs > 1e-6) continue
      this.#tasks.delete(task)
      task.finish()
    }
    this.#plan()
  }
}

interface Message {
  readonly ms: number
  readonly handle: () => void
}

/** A thread of the machine: an event loop that handles a message when it has no other work. */
export class SimulatedThread {
  readonly #clock: VirtualClock
  readonly #machine: SimulatedMachine
  readonly #inbox: Message[] = []
  readonly #patient: Message[] = []
  #isBusy = false

  constructor(clock: VirtualClock, machine: SimulatedMachine) {
    this.#clock = clock
    this.#machine = machine
  }

  /** Handles a message, which takes `ms`, when the thread is free. */
  post(ms: number, handle: () => void): void {
    this.#inbox.push({ ms, handle })
    this.#readSoon()
  }

  /** The same, when no other message is there. */
  postLast(ms: number, handle: () => void): void {
    this.#patient.push({ ms, handle })
    this.#readSoon()
  }

  /** Blocks the thread. Resolves when the work is done; messages that came meanwhile are read before its next timer. */
  work(ms: number): Promise<void> {
    this.#isBusy = true
    return new Promise((resolve) =>
      this.#machine.work(ms, () => {
        this.#isBusy = false
        this.#readSoon()
        resolve()
      }),
    )
  }

  /** Handles no message for so long, without a core. */
  stall(ms: number): void {
    this.post(0, () => {
      this.#isBusy = true
      this.#clock.after(ms, () => {
        this.#isBusy = false
        this.#readSoon()
      })
    })
  }

  #readSoon(): void {
    this.#clock.after(0, () => this.#read())
  }

  #read(): void {
    if (this.#isBusy) return
    const message = this.#inbox.shift() ?? this.#patient.shift()
    if (message === undefined) return
    if (message.ms > 0) return void this.work(message.ms).then(message.handle)
    message.handle()
    this.#readSoon()
  }
}
