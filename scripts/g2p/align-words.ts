import { LETTERS, NO_PHONEME } from '../../src/lexicon/g2p/symbols.ts'
import { createUnitInventory, type UnitInventory } from '../../src/lexicon/g2p/unit-inventory.ts'
import type { TrainingWord } from './training-words.ts'

export interface AlignedWord {
  readonly word: string
  readonly letters: Uint8Array
  /** One per letter. */
  readonly units: Uint16Array
}

export interface Alignment {
  readonly inventory: UnitInventory
  readonly words: readonly AlignedWord[]
}

const ITERATIONS = 12
/** Minimum count of a unit; rarer ones are mostly errors of the dictionary. */
const RAREST_UNIT = 3
const SYMBOLS = NO_PHONEME + 1
const MAX_PHONEMES_A_LETTER = 2

/**
 * Aligns letters with phonemes by expectation maximization from uniform probabilities. Words that need more than two
 * phonemes for a letter, or a rare unit, are left out.
 */
export function alignWords(words: readonly TrainingWord[]): Alignment {
  const alignable = words.filter(
    ({ letters, phonemes }) => phonemes.length <= MAX_PHONEMES_A_LETTER * letters.length && phonemes.length > 0,
  )
  let chances = new Float64Array(LETTERS.length * SYMBOLS * SYMBOLS).fill(1)
  for (let i = 0; i < ITERATIONS; i++) chances = reestimate(alignable, chances)

  const counts = new Uint32Array(chances.length)
  for (const word of alignable) for (const key of bestPath(word, chances) ?? []) counts[key]!++
  const common = chances.map((chance, key) => (counts[key]! >= RAREST_UNIT ? chance : 0))
  const keys = [...common.keys()].filter((key) => common[key]! > 0)
  const unitOfKey = new Map(keys.map((key, unit) => [key, unit]))
  const aligned = alignable.flatMap((word) => {
    const path = bestPath(word, common)
    return path === undefined
      ? []
      : [{ word: word.word, letters: word.letters, units: Uint16Array.from(path, (key) => unitOfKey.get(key)!) }]
  })
  return { inventory: inventoryOf(keys), words: aligned }
}

function inventoryOf(keys: readonly number[]): UnitInventory {
  const letterOf = (key: number): number => Math.floor(key / (SYMBOLS * SYMBOLS))
  const firstOfLetter = Uint16Array.from(
    { length: LETTERS.length + 1 },
    (_, letter) => keys.filter((key) => letterOf(key) < letter).length,
  )
  const phonemes = keys.flatMap((key) => [Math.floor(key / SYMBOLS) % SYMBOLS, key % SYMBOLS])
  return createUnitInventory(firstOfLetter, Uint8Array.from(phonemes))
}

/** Index in the probability table of a letter that stands for `count` phonemes from `from` on. */
function keyOf({ letters, phonemes }: TrainingWord, at: number, from: number, count: number): number {
  const first = count > 0 ? phonemes[from]! : NO_PHONEME
  const second = count > 1 ? phonemes[from + 1]! : NO_PHONEME
  return (letters[at]! * SYMBOLS + first) * SYMBOLS + second
}

function reestimate(words: readonly TrainingWord[], chances: Float64Array): Float64Array<ArrayBuffer> {
  const expected = new Float64Array(chances.length)
  for (const word of words) addExpectedCounts(word, chances, expected)
  const totals = new Float64Array(LETTERS.length)
  const block = SYMBOLS * SYMBOLS
  for (let key = 0; key < expected.length; key++) totals[Math.floor(key / block)]! += expected[key]!
  return expected.map((count, key) => count / (totals[Math.floor(key / block)]! || 1))
}

function addExpectedCounts(word: TrainingWord, chances: Float64Array, expected: Float64Array): void {
  const letterCount = word.letters.length
  const width = word.phonemes.length + 1
  const before = new Float64Array((letterCount + 1) * width)
  const after = new Float64Array((letterCount + 1) * width)
  before[0] = 1
  after[after.length - 1] = 1
  forEachStep(letterCount, width, (at, from, count) => {
    before[(at + 1) * width + from + count]! += before[at * width + from]! * chances[keyOf(word, at, from, count)]!
  })
  for (let at = letterCount - 1; at >= 0; at--) {
    for (let from = 0; from < width; from++) {
      for (let count = 0; count <= MAX_PHONEMES_A_LETTER && from + count < width; count++) {
        after[at * width + from]! += after[(at + 1) * width + from + count]! * chances[keyOf(word, at, from, count)]!
      }
    }
  }
  const total = after[0]!
  if (total === 0) return
  forEachStep(letterCount, width, (at, from, count) => {
    const key = keyOf(word, at, from, count)
    const share = before[at * width + from]! * chances[key]! * after[(at + 1) * width + from + count]!
    expected[key]! += share / total
  })
}

function forEachStep(letterCount: number, width: number, visit: (at: number, from: number, count: number) => void) {
  for (let at = 0; at < letterCount; at++) {
    for (let from = 0; from < width; from++) {
      for (let count = 0; count <= MAX_PHONEMES_A_LETTER && from + count < width; count++) visit(at, from, count)
    }
  }
}

function bestPath(word: TrainingWord, chances: Float64Array): readonly number[] | undefined {
  const letterCount = word.letters.length
  const width = word.phonemes.length + 1
  const best = new Float64Array((letterCount + 1) * width)
  const taken = new Uint8Array((letterCount + 1) * width)
  best[0] = 1
  forEachStep(letterCount, width, (at, from, count) => {
    const chance = best[at * width + from]! * chances[keyOf(word, at, from, count)]!
    const to = (at + 1) * width + from + count
    if (chance <= best[to]!) return
    best[to] = chance
    taken[to] = count
  })
  if (best[best.length - 1] === 0) return undefined
  const path: number[] = []
  for (let at = letterCount, end = width - 1; at > 0; at--) {
    const count = taken[at * width + end]!
    end -= count
    path.unshift(keyOf(word, at - 1, end, count))
  }
  return path
}
