type Ending =
  | { readonly kind: 'open' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly error: unknown }

interface Reader<T> {
  resolve(result: IteratorResult<T>): void
  reject(error: unknown): void
}

/** Connects a producer that pushes with one consumer that pulls, one `next` at a time. */
export class EventQueue<T> implements AsyncIterableIterator<T> {
  readonly #onSettled: () => void
  readonly #values: T[] = []
  #ending: Ending = { kind: 'open' }
  #reader: Reader<T> | null = null
  #isSettled = false

  /** `onSettled` is called once: when the reader reached the end, received the failure, or left. */
  constructor(onSettled: () => void) {
    this.#onSettled = onSettled
  }

  push(value: T): void {
    if (this.#ending.kind !== 'open') return
    if (this.#reader) this.#takeReader().resolve({ done: false, value })
    else this.#values.push(value)
  }

  /** Ends the queue; pushed values can still be read. */
  end(): void {
    if (this.#ending.kind !== 'open') return
    this.#ending = { kind: 'ended' }
    if (this.#reader) this.#conclude(this.#takeReader())
  }

  /** Fails the queue and drops unread values. */
  fail(error: unknown): void {
    if (this.#isSettled || this.#ending.kind === 'failed') return
    this.#ending = { kind: 'failed', error }
    this.#values.length = 0
    if (this.#reader) this.#conclude(this.#takeReader())
  }

  next(): Promise<IteratorResult<T>> {
    return new Promise((resolve, reject) => {
      const reader = { resolve, reject }
      if (this.#values.length > 0) resolve({ done: false, value: this.#values.shift() as T })
      else if (this.#ending.kind === 'open') this.#reader = reader
      else this.#conclude(reader)
    })
  }

  async return(): Promise<IteratorResult<T>> {
    this.#ending = { kind: 'ended' }
    this.#values.length = 0
    if (this.#reader) this.#conclude(this.#takeReader())
    else this.#settle()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #takeReader(): Reader<T> {
    const reader = this.#reader as Reader<T>
    this.#reader = null
    return reader
  }

  #conclude(reader: Reader<T>): void {
    if (this.#ending.kind === 'failed') reader.reject(this.#ending.error)
    else reader.resolve({ done: true, value: undefined })
    this.#ending = { kind: 'ended' }
    this.#settle()
  }

  #settle(): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#onSettled()
  }
}
