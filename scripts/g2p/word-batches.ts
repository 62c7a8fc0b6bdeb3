import type { AlignedWord } from './align-words.ts'
import { Random } from './random.ts'

export const BATCH_WORDS = 128
/** Longer words are too few to learn from. */
export const LONGEST_WORD = 20

/** One pass over the words in batches of words of one length each, in an order that only the seed decides. */
export function batchWords(words: readonly AlignedWord[], seed: number): AlignedWord[][] {
  const random = new Random(seed)
  const shuffled = [...words]
  random.shuffleInPlace(shuffled)
  const filling = new Map<number, AlignedWord[]>()
  const batches: AlignedWord[][] = []
  for (const word of shuffled) {
    const { length } = word.letters
    if (length > LONGEST_WORD) continue
    const batch = filling.get(length) ?? []
    batch.push(word)
    filling.set(length, batch)
    if (batch.length < BATCH_WORDS) continue
    batches.push(batch)
    filling.delete(length)
  }
  batches.push(...filling.values())
  random.shuffleInPlace(batches)
  return batches
}
