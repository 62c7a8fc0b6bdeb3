import type { HeardTurn } from './internal/heard-turn.ts'

/** Limits the memory of the texts that all ledgers of a process keep. The oldest turns are forgotten first. */
export class HeardMemory {
  readonly #maxBytes: number
  #bytes = 0
  /** By age. */
  readonly #bytesOf = new Map<Pick<HeardTurn, 'forget'>, number>()

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Approximate memory use. */
  get bytes(): number {
    return this.#bytes
  }

  grow(turn: Pick<HeardTurn, 'forget' | 'isForgotten'>, bytes: number): void {
    if (turn.isForgotten) return
    this.#bytes += bytes
    this.#bytesOf.set(turn, (this.#bytesOf.get(turn) ?? 0) + bytes)
    for (const oldest of this.#bytesOf.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      oldest.forget()
      this.release(oldest)
    }
  }

  /** The turn needs no memory any more. */
  release(turn: Pick<HeardTurn, 'forget'>): void {
    this.#bytes -= this.#bytesOf.get(turn) ?? 0
    this.#bytesOf.delete(turn)
  }
}
