/**
 * How likely a unit is after the units before it, as a back-off model. A context is a node: node 0 knows nothing, its
 * children know the unit just before, theirs one unit more. The children of all nodes stand in the order of their
 * parents, each parent's sorted by unit, and so do the entries, which are units seen after a context.
 */
export interface NgramTable {
  readonly nodeUnits: Uint16Array
  /** What a unit that the node has no entry for costs on top of its cost for the parent. */
  readonly nodeBackoffs: Uint8Array
  readonly nodeChildren: Uint16Array
  readonly nodeEntries: Uint16Array
  readonly entryUnits: Uint16Array
  readonly entryCosts: Uint8Array
}

/** Costs in the table are negative natural logarithms times this. */
export const COST_STEPS = 16
/** Units before that a context may know. */
export const NGRAM_REACH = 6

export class NgramModel {
  readonly #table: NgramTable
  readonly #firstChild: Uint32Array
  readonly #firstEntry: Uint32Array

  constructor(table: NgramTable) {
    this.#table = table
    this.#firstChild = runningSums(table.nodeChildren, 1)
    this.#firstEntry = runningSums(table.nodeEntries, 0)
  }

  /**
   * Writes the logarithms of the chances of the units from `first` to before `end` to `scores`, after the first `length`
   * units of `history`, the nearest first.
   */
  score(history: Uint16Array, length: number, first: number, end: number, scores: Float64Array): void {
    const { nodeUnits, nodeBackoffs, entryUnits, entryCosts } = this.#table
    let node = 0
    for (let depth = 0; ; depth++) {
      const lastEntry = this.#firstEntry[node + 1]!
      let entry = lowerBound(entryUnits, this.#firstEntry[node]!, lastEntry, first)
      if (depth === 0) scores.fill(-NEVER, 0, end - first)
      for (; entry < lastEntry && entryUnits[entry]! < end; entry++) {
        scores[entryUnits[entry]! - first] = -entryCosts[entry]! / COST_STEPS
      }
      if (depth === length) return
      const lastChild = this.#firstChild[node + 1]!
      const unit = history[depth]!
      const child = lowerBound(nodeUnits, this.#firstChild[node]!, lastChild, unit)
      if (child === lastChild || nodeUnits[child] !== unit) return
      node = child
      const backoff = nodeBackoffs[node]! / COST_STEPS
      for (let i = 0; i < end - first; i++) scores[i]! -= backoff
    }
  }
}

const NEVER = 16

function runningSums(counts: Uint16Array, start: number): Uint32Array {
  const sums = new Uint32Array(counts.length + 1)
  sums[0] = start
  for (let i = 0; i < counts.length; i++) sums[i + 1] = sums[i]! + counts[i]!
  return sums
}

function lowerBound(sorted: Uint16Array, from: number, end: number, value: number): number {
  let low = from
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
