import { NO_PHONEME } from './symbols.ts'
import type { UnitInventory } from './unit-inventory.ts'
import { edgeUnit } from './unit-inventory.ts'

/**
 * What a head knows of the units said so far, as places in an array: the last units, the last phonemes (the nearest
 * first), how many vowels there were, up to a bound, and whether a primary stress was among them.
 */
const UNITS = 2
const PHONEMES = 5
const VOWELS_AT = UNITS + PHONEMES
const PRIMARY_AT = VOWELS_AT + 1
export const CONTEXT_LENGTH = PRIMARY_AT + 1
const MAX_VOWELS = 4

/** Rows of the context matrix that a context adds up. */
export const CONTEXT_FEATURES = UNITS + PHONEMES + 1

const SYMBOLS = NO_PHONEME + 1

export const contextRowCount = (inventory: UnitInventory): number =>
  UNITS * (inventory.count + 1) + PHONEMES * SYMBOLS + 2 * (MAX_VOWELS + 1)

export function startContext(inventory: UnitInventory, context: Uint16Array, at: number): void {
  context.fill(edgeUnit(inventory), at, at + UNITS)
  context.fill(NO_PHONEME, at + UNITS, at + VOWELS_AT)
  context.fill(0, at + VOWELS_AT, at + CONTEXT_LENGTH)
}

/** Writes to `context` at `to` what follows from the one at `from` and a unit. `backward` goes from the end of the word. */
export function extendContext(
  inventory: UnitInventory,
  context: Uint16Array,
  from: number,
  to: number,
  unit: number,
  backward: boolean,
): void {
  context.copyWithin(to + 1, from, from + UNITS - 1)
  const vowels = context[from + VOWELS_AT]! + inventory.vowels[unit]!
  const primary = context[from + PRIMARY_AT]! | Number(inventory.primaries[unit]! > 0)
  const first = inventory.phonemes[2 * unit]!
  const second = inventory.phonemes[2 * unit + 1]!
  const said = second === NO_PHONEME ? (first === NO_PHONEME ? 0 : 1) : 2
  const phonemesAt = to + UNITS
  context.copyWithin(phonemesAt + said, from + UNITS, from + UNITS + PHONEMES - said)
  if (said === 1) context[phonemesAt] = first
  if (said === 2) {
    context[phonemesAt] = backward ? first : second
    context[phonemesAt + 1] = backward ? second : first
  }
  context[to] = unit
  context[to + VOWELS_AT] = Math.min(vowels, MAX_VOWELS)
  context[to + PRIMARY_AT] = primary
}

export const hasPrimary = (context: Uint16Array, at: number): boolean => context[at + PRIMARY_AT] === 1

/** The row of the context matrix for one feature of the context at `at`. */
export function contextRow(inventory: UnitInventory, context: Uint16Array, at: number, feature: number): number {
  const unitRows = inventory.count + 1
  if (feature < UNITS) return feature * unitRows + context[at + feature]!
  const phonemeRows = UNITS * unitRows + (feature - UNITS) * SYMBOLS
  if (feature < UNITS + PHONEMES) return phonemeRows + context[at + feature]!
  return phonemeRows + 2 * context[at + VOWELS_AT]! + context[at + PRIMARY_AT]!
}
