import type { Owner } from '../core/speech.ts'

/**
 * Divides the time of threads among owners by their weights: whoever was given least goes first. Deficit round robin
 * would need the cost of a task before it is spoken; this charges what was spoken (start-time fair queueing, Goyal, Vin
 * and Cheng 1996).
 */
export class FairTurns {
  /** Time given to an owner, divided by its weight; absent if not more than `#now`. */
  readonly #givenMs = new Map<string, number>()
  /** Where the owner stood whose turn was the last: time without tasks is not saved up. */
  #now = 0

  /** What was given to an owner, in milliseconds for a weight of 1. The least goes first. */
  given({ id }: Owner): number {
    return Math.max(this.#now, this.#givenMs.get(id) ?? 0)
  }

  /** An owner's task begins. */
  begin(owner: Owner): void {
    this.#now = this.given(owner)
    for (const [id, givenMs] of this.#givenMs) if (givenMs <= this.#now) this.#givenMs.delete(id)
  }

  /** A thread has worked for an owner. */
  charge(owner: Owner, ms: number): void {
    this.#givenMs.set(owner.id, this.given(owner) + ms / owner.weight)
  }
}
