import { isPrimaryNumber, isVowelNumber, LETTERS, NO_PHONEME } from './symbols.ts'

/**
 * A unit is a letter with what it stands for: nothing, one phoneme or two. Units are numbered letter by letter, so those
 * of one letter lie side by side. Two numbers past the last unit stand for the edges of a word.
 */
export interface UnitInventory {
  readonly count: number
  /** Of each letter its first unit, and at the end `count`. */
  readonly firstOfLetter: Uint16Array
  /** Of each unit its phonemes; `NO_PHONEME` where it has fewer than two. */
  readonly phonemes: Uint8Array
  readonly vowels: Uint8Array
  readonly primaries: Uint8Array
}

export function createUnitInventory(firstOfLetter: Uint16Array, phonemes: Uint8Array): UnitInventory {
  const count = firstOfLetter[LETTERS.length]!
  const countOf = (holds: (phoneme: number) => boolean): Uint8Array =>
    Uint8Array.from({ length: count + 2 }, (_, unit) =>
      unit < count ? Number(holds(phonemes[2 * unit]!)) + Number(holds(phonemes[2 * unit + 1]!)) : 0,
    )
  const edges = new Uint8Array(4).fill(NO_PHONEME)
  return {
    count,
    firstOfLetter,
    phonemes: Uint8Array.from([...phonemes, ...edges]),
    vowels: countOf((phoneme) => isVowelNumber(phoneme)),
    primaries: countOf((phoneme) => isPrimaryNumber(phoneme)),
  }
}

/** Before the first unit, and in the direction from the end after the last. */
export const edgeUnit = (inventory: UnitInventory): number => inventory.count
/** What the n-gram model expects after the last unit. */
export const endUnit = (inventory: UnitInventory): number => inventory.count + 1
