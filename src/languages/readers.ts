import type { SpokenLanguage } from '../core/language.ts'
import type { WordReader } from './language.ts'

/** Apart from the table of languages, so that threads of engines do not load the rules of English. */
const LOADERS: Readonly<Partial<Record<SpokenLanguage, () => Promise<WordReader>>>> = {
  jpn: async () => (await import('./jpn/japanese-reader.ts')).JapaneseReader.load(),
}

/**
 * Loads the reader of a language that is not spoken as it is written; undefined for the others. The caller disposes it.
 * An engine that has readings of its own needs none.
 */
export const loadReaderOf = (language: SpokenLanguage): Promise<WordReader> | undefined => LOADERS[language]?.()
