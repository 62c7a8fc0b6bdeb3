/** First in, first out queue; `Array.shift` would move all remaining items. */
export class Queue<T> {
  #items: (T | undefined)[] = []
  #start = 0

  get first(): T | undefined {
    return this.#items[this.#start]
  }

  get last(): T | undefined {
    return this.#items.at(-1)
  }

  push(item: T): void {
    this.#items.push(item)
  }

  unshift(item: T): void {
    this.#items.splice(0, this.#start, item)
    this.#start = 0
  }

  shift(): void {
    if (this.#start < this.#items.length) this.#items[this.#start++] = undefined
    if (this.#start * 2 <= this.#items.length) return
    this.#items = this.#items.slice(this.#start)
    this.#start = 0
  }
}
