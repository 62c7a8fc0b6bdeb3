import type { AlignedWord } from './align-words.ts'
import { Random } from './random.ts'

export const BATCH_WORDS = 128
/** Longer words are too rare to train on. */
export const MAX_WORD_LENGTH = 20

/** One epoch in batches of words of equal length, in an order given by the seed. */
export function batchWords(words: readonly AlignedWord[], seed: number): AlignedWord[][] {
  const random = new Random(seed)
  const shuffled = [...words]
  random.shuffleInPlace(shuffled)
  const filling = new Map<number, AlignedWord[]>()
  const batches: AlignedWord[][] = []
  for (const word of shuffled) {
    const { length } = word.letters
    if (length > MAX_WORD_LENGTH) continue
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
