import type { NgramTable } from '../../src/lexicon/g2p/ngram-model.ts'
import { COST_STEPS, NGRAM_REACH } from '../../src/lexicon/g2p/ngram-model.ts'
import { edgeUnit, endUnit } from '../../src/lexicon/g2p/unit-inventory.ts'
import type { Alignment } from './align-words.ts'
import { PairTable } from './pair-table.ts'

/** Counts of n-grams. A context is numbered by its parent and its oldest unit, an entry by context and unit. */
interface Counts {
  readonly contexts: PairTable
  readonly entries: PairTable
  readonly depths: Uint8Array
  /** Count of each entry. */
  readonly seen: Uint32Array
  /** Kneser-Ney count of each entry: number of longer contexts if there can be any. */
  readonly kinds: Uint32Array
}

/** Conditional probabilities: of entries directly, of other units the parent's times the back-off weight. */
interface Chances {
  readonly entries: Float64Array
  /** Probability of the entry's unit in the parent context. */
  readonly lower: Float64Array
  readonly backoffs: Float64Array
}

const ROOT = 0
const NO_PARENT = -1

/** Trains a joint n-gram model with modified Kneser-Ney smoothing and keeps the `kept` most informative entries. */
export function trainNgrams({ inventory, words }: Alignment, kept: number): NgramTable {
  const counts = countEntries(
    words.map(({ units }) => [...units, endUnit(inventory)]),
    edgeUnit(inventory),
  )
  const chances = smooth(counts, inventory.count + 1)
  return layOut(counts, chances, mostTelling(counts, chances, kept))
}

function countEntries(sequences: readonly (readonly number[])[], edge: number): Counts {
  const contexts = new PairTable()
  const entries = new PairTable()
  contexts.add(NO_PARENT, NO_PARENT)
  const depths: number[] = [0]
  const seen: number[] = []
  const longer: number[] = []
  for (const sequence of sequences) {
    for (const [at, unit] of sequence.entries()) {
      let context = ROOT
      let shorter = -1
      for (let depth = 0; depth <= NGRAM_REACH && depth <= at + 1; depth++) {
        if (depth > 0) {
          context = contexts.add(context, sequence[at - depth] ?? edge)
          depths[context] = depth
        }
        const entry = entries.add(context, unit)
        if (entry === seen.length) {
          seen.push(0)
          longer.push(0)
          if (shorter >= 0) longer[shorter]!++
        }
        seen[entry]!++
        shorter = entry
      }
    }
  }
  const isWhole = (entry: number): boolean => {
    const context = entries.first(entry)
    return depths[context] === NGRAM_REACH || contexts.second(context) === edge
  }
  const kinds = Uint32Array.from(seen, (count, entry) => (isWhole(entry) ? count : longer[entry]!))
  return { contexts, entries, depths: Uint8Array.from(depths), seen: Uint32Array.from(seen), kinds }
}

function smooth({ contexts, entries, depths, kinds }: Counts, units: number): Chances {
  const discounts = Array.from({ length: NGRAM_REACH + 1 }, (_, depth) =>
    discountsOf(kinds.filter((_, entry) => depths[entries.first(entry)] === depth)),
  )
  const totals = new Float64Array(contexts.size)
  const withheld = new Float64Array(contexts.size)
  const discountOf = (entry: number): number =>
    discounts[depths[entries.first(entry)]!]![Math.min(3, kinds[entry]!) - 1]!
  for (let entry = 0; entry < entries.size; entry++) {
    totals[entries.first(entry)]! += kinds[entry]!
    withheld[entries.first(entry)]! += discountOf(entry)
  }
  const backoffs = withheld.map((share, context) => share / totals[context]!)
  const chances = new Float64Array(entries.size)
  const lower = new Float64Array(entries.size)
  // Entries follow those of their parent contexts, so back-off values are already known.
  for (let entry = 0; entry < entries.size; entry++) {
    const context = entries.first(entry)
    const shorter = context === ROOT ? -1 : entries.find(contexts.first(context), entries.second(entry))
    lower[entry] = shorter < 0 ? 1 / units : chances[shorter]!
    chances[entry] = (kinds[entry]! - discountOf(entry)) / totals[context]! + backoffs[context]! * lower[entry]!
  }
  return { entries: chances, lower, backoffs }
}

/** Discounts of entries with counts one, two, and more (Chen and Goodman). */
function discountsOf(kinds: Uint32Array): readonly [number, number, number] {
  const [one, two, three, four] = [1, 2, 3, 4].map((kind) =>
    Math.max(1, kinds.filter((count) => count === kind).length),
  )
  const share = one! / (one! + 2 * two!)
  const within = (discount: number, max: number): number => Math.min(Math.max(discount, 0.1), max)
  return [
    within(1 - (2 * share * two!) / one!, 0.9),
    within(2 - (3 * share * three!) / two!, 1.8),
    within(3 - (4 * share * four!) / three!, 2.7),
  ]
}

/** The entries whose removal would change the model most (Stolcke's relative entropy), and all unigrams. */
function mostTelling({ contexts, entries, depths, seen }: Counts, chances: Chances, kept: number): Uint8Array {
  const own = new Float64Array(contexts.size)
  const lower = new Float64Array(contexts.size)
  const visits = new Float64Array(contexts.size)
  for (let entry = 0; entry < entries.size; entry++) {
    const context = entries.first(entry)
    own[context]! += chances.entries[entry]!
    lower[context]! += chances.lower[entry]!
    visits[context]! += seen[entry]!
  }
  const losses = Float64Array.from({ length: entries.size }, (_, entry) => {
    const context = entries.first(entry)
    if (depths[context] === 0) return Number.POSITIVE_INFINITY
    const chance = chances.entries[entry]!
    const low = chances.lower[entry]!
    const unseen = Math.max(1e-9, 1 - own[context]!)
    const backoff = (unseen + chance) / Math.max(1e-9, 1 - lower[context]! + low)
    const change = chance * (Math.log(low * backoff) - Math.log(chance))
    return -visits[context]! * (change + unseen * (Math.log(backoff) - Math.log(chances.backoffs[context]!)))
  })
  const min = losses.toSorted().at(-Math.min(kept, losses.length))!
  return Uint8Array.from(losses, (loss) => Number(loss >= min))
}

function layOut(counts: Counts, chances: Chances, kept: Uint8Array): NgramTable {
  const { contexts, entries } = counts
  const entriesOf = Array.from({ length: contexts.size }, (): number[] => [])
  const childrenOf = Array.from({ length: contexts.size }, (): number[] => [])
  const needed = new Uint8Array(contexts.size)
  needed[ROOT] = 1
  for (let entry = 0; entry < entries.size; entry++) {
    if (!kept[entry]) continue
    entriesOf[entries.first(entry)]!.push(entry)
    for (let context = entries.first(entry); !needed[context]; context = contexts.first(context)) needed[context] = 1
  }
  for (let context = 1; context < contexts.size; context++) {
    if (needed[context]) childrenOf[contexts.first(context)]!.push(context)
  }
  const nodes = [ROOT]
  for (const node of nodes) {
    entriesOf[node]!.sort((a, b) => entries.second(a) - entries.second(b))
    nodes.push(...childrenOf[node]!.sort((a, b) => contexts.second(a) - contexts.second(b)))
  }
  const backoffs = backoffsAfterLosses(counts, chances, { kept, nodes, entriesOf })
  const inOrder = nodes.flatMap((node) => entriesOf[node]!)
  return {
    nodeUnits: Uint16Array.from(nodes, (node) => (node === ROOT ? 0 : contexts.second(node))),
    nodeBackoffs: Uint8Array.from(nodes, (node) => costOf(backoffs[node]!)),
    nodeChildren: Uint16Array.from(nodes, (node) => childrenOf[node]!.length),
    nodeEntries: Uint16Array.from(nodes, (node) => entriesOf[node]!.length),
    entryUnits: Uint16Array.from(inOrder, (entry) => entries.second(entry)),
    entryCosts: Uint8Array.from(inOrder, (entry) => costOf(chances.entries[entry]!)),
  }
}

const costOf = (chance: number): number => Math.min(255, Math.max(0, Math.round(-Math.log(chance) * COST_STEPS)))

/** Back-off weights: the remaining probability goes to units without entry, in proportion to the parent. */
function backoffsAfterLosses(
  { contexts, entries }: Counts,
  chances: Chances,
  model: { readonly kept: Uint8Array; readonly nodes: readonly number[]; readonly entriesOf: readonly number[][] },
): Float64Array {
  const backoffs = new Float64Array(contexts.size).fill(1)
  const chanceAfter = (context: number, unit: number): number => {
    const entry = entries.find(context, unit)
    if (entry >= 0 && model.kept[entry]) return chances.entries[entry]!
    return backoffs[context]! * chanceAfter(contexts.first(context), unit)
  }
  for (const node of model.nodes) {
    if (node === ROOT) continue
    let own = 1
    let lower = 1
    for (const entry of model.entriesOf[node]!) {
      own -= chances.entries[entry]!
      lower -= chanceAfter(contexts.first(node), entries.second(entry))
    }
    backoffs[node] = own <= 0 || lower <= 0 ? 1e-6 : own / lower
  }
  return backoffs
}
