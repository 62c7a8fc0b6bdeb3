/** Pseudorandom 32-bit integers, reproducible by seed (Marsaglia's xorshift). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1) || 1
  }

  next(): number {
    let x = this.#state
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    this.#state = x
    return x >>> 0
  }

  shuffleInPlace<T>(items: T[]): void {
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.next() % (last + 1)
      const item = items[last]!
      items[last] = items[other]!
      items[other] = item
    }
  }
}
