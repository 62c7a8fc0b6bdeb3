import type { SpokenWord } from '../sounds/spoken-word.ts'
import type { TokenWord } from './token-word.ts'

/** The symbols of a model. */
export interface Symbols {
  readonly ids: ReadonlyMap<string, number>
  /** The symbols of a word's sounds, each of them known to `ids`. */
  symbolsOf(word: Pick<SpokenWord, 'sounds' | 'isLight'>): string
}

/** Words in the symbols of a model, each of them cut to `maxTokens`. */
export function encodeWords(words: readonly SpokenWord[], symbols: Symbols, maxTokens: number): readonly TokenWord[] {
  return words.map(({ sounds, isLight, ...word }) => {
    const own = [...symbols.symbolsOf({ sounds, isLight })].slice(0, maxTokens)
    return { ...word, isLight, ids: own.map((symbol) => symbols.ids.get(symbol) as number), weight: sounds.length }
  })
}
