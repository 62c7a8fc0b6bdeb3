/** Allocates ranges of one float array, from `start` on; never frees. */
export class FloatSpace {
  #end: number

  constructor(start: number) {
    this.#end = start
  }

  get end(): number {
    return this.#end
  }

  take(count: number): number {
    const start = this.#end
    this.#end += count
    return start
  }
}
