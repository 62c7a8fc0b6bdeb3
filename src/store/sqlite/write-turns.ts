import { storeBusy } from './statement.ts'

/** One writer after the other, in the order in which they come. */
export class WriteTurns {
  #isTaken = false
  readonly #waiting = new Set<() => void>()

  /** Resolves with what ends the turn. Throws `store.busy` where the turn does not come within `patienceMs`. */
  async take(patienceMs: number): Promise<() => void> {
    if (this.#isTaken) await this.#whenNext(patienceMs)
    this.#isTaken = true
    return () => {
      const [next] = this.#waiting
      this.#isTaken = next !== undefined
      next?.()
    }
  }

  #whenNext(patienceMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(next)
        clearTimeout(timer)
      }
      const next = () => {
        leave()
        resolve()
      }
      const timer = setTimeout(() => {
        leave()
        reject(storeBusy('other changes of the database take too long'))
      }, patienceMs)
      this.#waiting.add(next)
    })
  }
}
