import type { Language } from '../src/core/language.ts'
import { wordFiles } from '../src/languages/word-files.ts'

/** What `sentences.tsv` of each language has texts for. */
type Purpose = 'level' | 'level-check' | 'compare' | 'seven-words'

/** Throws an Error where the language has none for it. */
export function sentencesFor(purpose: Purpose, language: Language): string {
  const text = wordFiles(new URL(`../src/languages/${language}/`, import.meta.url))
    .map('sentences')
    .get(purpose)
  if (text === undefined) throw new Error(`src/languages/${language}/sentences.tsv has no line ${purpose}`)
  return text
}
