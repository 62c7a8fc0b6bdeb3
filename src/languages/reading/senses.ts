import { FIGURES, isWordCode, Tokens } from './context-tokens.ts'
import type { Context } from './expansion.ts'

/** Weights of senses by how a number is written, before its context is weighed. A sense that is absent cannot be meant. */
export type Candidates<Sense extends string> = Readonly<Partial<Record<Sense, number>>>

/** Decides between the senses of a number by the words around it. */
export interface Senses<Sense extends string> {
  /** The candidate with the greatest sum of its weight and those of the context; the first of equals. */
  decide(candidates: Candidates<Sense>, context: Context): Sense
}

interface Clue<Sense extends string> {
  readonly sense: Sense
  /** From the number outwards; `GAP` stands for up to `MAX_GAP` words. */
  readonly words: readonly string[]
  readonly weight: number
  /** How many words may stand between the phrase and the number. Below zero: none, and no link either. */
  readonly reach: number
}

type Weights<Sense extends string> = ReadonlyMap<Sense, number>

const NO_WORDS: ReadonlySet<string> = new Set()
const GAP = '…'
const MAX_GAP = 4
/** Of quotes, brackets and markup between a phrase and its number. */
const MAX_SIGNS = 6
const ENDS = new Set(['.', '!', '?', ';'])
/** Join numbers of a list or a range. */
const JOINTS = new Set(['and', 'or', 'to', 'through', 'thru', ',', '-', '–', '—', '/', '&'])

/**
 * Reads the rows of a table: a sense, `before` or `after`, phrases parted by `|`, a weight, and how many words may stand between.
 * `next` in place of a number of words allows none, and no link word. In a phrase `…` stands for up to four words and `#` for a
 * number. A phrase that is followed by a full stop ends no sentence if it is written with one: `appt.`. `links` are words that do
 * not count as standing between a phrase and a number after it: "is" in "the code is". Throws for a row that cannot be read.
 */
export function sensesOf<Sense extends string>(
  rows: readonly (readonly string[])[],
  senses: readonly Sense[],
  links: ReadonlySet<string>,
): Senses<Sense> {
  const before = new Map<string, Clue<Sense>[]>()
  const after = new Map<string, Clue<Sense>[]>()
  const abbreviations = new Set<string>()
  for (const [name = '', side, phrases = '', weight, reach] of rows) {
    const sense = senses.find((each) => each === name)
    const clues = side === 'before' ? before : after
    if (sense === undefined || !/^(?:before|after)$/.test(side ?? '') || !Number.isFinite(Number(weight)))
      throw new Error(`number senses: cannot read the row ${[name, side, phrases].join(' ')}`)
    for (const phrase of phrases.split('|')) {
      const written = phrase.trim().toLowerCase().split(' ')
      const words = written.map((word) => (word.length > 1 ? word.replace(/\.$/, '') : word))
      if (written.at(-1) !== words.at(-1)) abbreviations.add(words.at(-1) ?? '')
      if (side === 'before') words.reverse()
      const clue = { sense, words, weight: Number(weight), reach: reach === 'next' ? -1 : Number(reach) }
      const [nearest = ''] = words
      clues.set(nearest, [...(clues.get(nearest) ?? []), clue])
    }
  }
  const maxReach = (clues: ReadonlyMap<string, readonly Clue<Sense>[]>): number =>
    Math.max(...[...clues.values()].flat().map((clue) => clue.reach))
  const walkBefore = { links, maxReach: maxReach(before), abbreviations }
  const walkAfter = { links: NO_WORDS, maxReach: maxReach(after), abbreviations: NO_WORDS }
  const weighBefore = lastOf((text: string) => weigh(new Tokens(text, true), before, walkBefore))
  const weighAfter = lastOf((text: string) => weigh(new Tokens(text, false), after, walkAfter))
  return {
    decide(candidates, context) {
      const sides = [weighBefore(context.before), weighAfter(context.after)]
      let best: Sense | undefined
      let bestWeight = Number.NEGATIVE_INFINITY
      for (const sense of Object.keys(candidates) as Sense[]) {
        const weight = sides.reduce((sum, side) => sum + (side.get(sense) ?? 0), candidates[sense] ?? 0)
        if (weight <= bestWeight) continue
        best = sense
        bestWeight = weight
      }
      if (best === undefined) throw new Error('a number needs a sense')
      return best
    },
  }
}

interface Walk {
  readonly links: ReadonlySet<string>
  readonly maxReach: number
  /** Words whose full stop ends no sentence. */
  readonly abbreviations: ReadonlySet<string>
}

/** Weighs tokens from the number outwards, up to the end of the sentence: of each sense the strongest clue for and against it. */
function weigh<Sense extends string>(
  tokens: Tokens,
  clues: ReadonlyMap<string, readonly Clue<Sense>[]>,
  { links, maxReach, abbreviations }: Walk,
): Weights<Sense> {
  const most = new Map<Sense, number>()
  const least = new Map<Sense, number>()
  let between = 0
  let signs = 0
  let isNext = true
  for (let i = 0; between <= maxReach; i++) {
    const token = tokens.at(i)
    if (token === '' || (ENDS.has(token) && !(token === '.' && abbreviations.has(tokens.at(i + 1))))) break
    for (const { sense, words, weight, reach } of clues.get(token) ?? []) {
      if ((reach < 0 ? !isNext : between > reach) || !matches(tokens, i, words, 0)) continue
      if (weight > (most.get(sense) ?? 0)) most.set(sense, weight)
      if (weight < (least.get(sense) ?? 0)) least.set(sense, weight)
    }
    if (JOINTS.has(token) && tokens.at(i + 1) === FIGURES) {
      i++
    } else if (token === ',' || token === FIGURES) {
      between++
    } else if (!isWordCode(token.charCodeAt(0))) {
      if (token === '(' || token === ')') isNext = false
      if (++signs > MAX_SIGNS) break
    } else {
      isNext = false
      if (!links.has(token)) between++
    }
  }
  for (const [sense, weight] of least) most.set(sense, (most.get(sense) ?? 0) + weight)
  return most
}

/** Whether `words`, from the one at `from`, stand in the tokens from `at` on. */
function matches(tokens: Tokens, at: number, words: readonly string[], from: number): boolean {
  const word = words[from]
  if (word === undefined) return true
  if (word !== GAP) return tokens.at(at) === word && matches(tokens, at + 1, words, from + 1)
  for (let gap = 0; gap <= MAX_GAP; gap++) {
    if (matches(tokens, at + gap, words, from + 1)) return true
    if (tokens.at(at + gap) === '' || ENDS.has(tokens.at(at + gap))) return false
  }
  return false
}

/** Several expansions weigh the same context in turn. */
function lastOf<Value>(compute: (text: string) => Value): (text: string) => Value {
  let last: { readonly text: string; readonly value: Value } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, value: compute(text) }
    return last.value
  }
}
