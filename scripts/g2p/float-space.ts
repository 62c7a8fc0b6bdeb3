/** Hands out places in one array of floats, from `start` on; nothing is given back. */
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
