import type { SpokenWord } from '../sounds/spoken-word.ts'

/** A word in the symbols of a family. */
export interface TokenWord extends Omit<SpokenWord, 'sounds'> {
  readonly ids: readonly number[]
  /** Expected length relative to the other words of the model. */
  readonly weight: number
}
