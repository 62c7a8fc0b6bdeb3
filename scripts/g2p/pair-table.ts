/** Numbers pairs of integers in order of first use, from 0. */
export class PairTable {
  #slots = new Int32Array(1 << 16).fill(-1)
  #firsts = new Int32Array(1 << 15)
  #seconds = new Int32Array(1 << 15)
  #size = 0

  get size(): number {
    return this.#size
  }

  first(number: number): number {
    return this.#firsts[number]!
  }

  second(number: number): number {
    return this.#seconds[number]!
  }

  /** Returns -1 if the pair was never added. */
  find(first: number, second: number): number {
    return this.#slots[this.#slotOf(first, second)]!
  }

  add(first: number, second: number): number {
    const slot = this.#slotOf(first, second)
    const found = this.#slots[slot]!
    if (found >= 0) return found
    const number = this.#size++
    this.#slots[slot] = number
    this.#firsts[number] = first
    this.#seconds[number] = second
    if (this.#size === this.#firsts.length) this.#grow()
    return number
  }

  #slotOf(first: number, second: number): number {
    const mask = this.#slots.length - 1
    let slot = (Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)) >>> 7
    for (; ; slot++) {
      const number = this.#slots[slot & mask]!
      if (number < 0 || (this.#firsts[number] === first && this.#seconds[number] === second)) return slot & mask
    }
  }

  #grow(): void {
    this.#firsts = enlarged(this.#firsts)
    this.#seconds = enlarged(this.#seconds)
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1)
    for (let number = 0; number < this.#size; number++) {
      this.#slots[this.#slotOf(this.#firsts[number]!, this.#seconds[number]!)] = number
    }
  }
}

function enlarged(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length)
  larger.set(numbers)
  return larger
}
