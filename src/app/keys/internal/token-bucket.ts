/** A token bucket that starts full: `perMinute` tokens flow in, and at most `capacity` are kept. */
export class TokenBucket {
  #perMs: number
  #capacity: number
  #tokens: number
  #atMs = performance.now()

  constructor(perMinute: number, capacity: number) {
    this.#perMs = perMinute / 60_000
    this.#capacity = capacity
    this.#tokens = capacity
  }

  /** Changes what flows in from now on, and what is kept at most. */
  resize(perMinute: number, capacity: number): void {
    this.#fill()
    this.#perMs = perMinute / 60_000
    this.#capacity = capacity
  }

  /**
   * Takes tokens, of which more than the bucket holds may be taken from a full one. Returns 0, or the milliseconds until
   * they can be taken, without taking any.
   */
  take(count: number): number {
    this.#fill()
    const missing = Math.min(count, this.#capacity) - this.#tokens
    if (missing > 0) return missing / this.#perMs
    this.#tokens -= count
    return 0
  }

  #fill(): void {
    const now = performance.now()
    this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#atMs) * this.#perMs)
    this.#atMs = now
  }

  /** Whether it holds all that it can, so that it need not be kept. */
  get isFull(): boolean {
    return this.#tokens + (performance.now() - this.#atMs) * this.#perMs >= this.#capacity
  }
}
