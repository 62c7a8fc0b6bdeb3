import { storeBusy } from './statement.ts'

/** Lets writers run one at a time, in order of arrival. */
export class WriteMutex {
  #isTaken = false
  readonly #waiting = new Set<() => void>()

  /** Waits for a turn and resolves with the function that ends it. Throws `store.busy` after `patienceMs`. */
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
