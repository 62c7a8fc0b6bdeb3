import { readdirSync, readFileSync } from 'node:fs'
import type { WordListEntry } from './word-list-file.ts'

const FOLDER = new URL('../../../lexicon/supplement/', import.meta.url)

/** A line of a file in `lexicon/supplement/`. */
export interface SupplementLine {
  /** A word or a phrase in lower case, with its accents if only those tell it from another word. */
  readonly word: string
  /** ARPAbet, the usual one first; `_` stands between the words of a phrase. */
  readonly pronunciations: readonly (readonly string[])[]
  /** `own`, `rule:` or `anglicized:` with an ISO 639-3 code: see docs/pronunciation.md. */
  readonly kind: string
}

/** The text of all files of the supplement, in the order of their names. */
export const supplementText = (): string =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.tsv'))
    .sort()
    .map((file) => readFileSync(new URL(file, FOLDER), 'utf8'))
    .join('')

/** Reads lines of a word, its pronunciations, separated by `|`, and the kind of their source. `#` begins a comment. */
export const readSupplement = (text: string): readonly SupplementLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [word = '', pronunciations = '', kind = ''] = line.split('\t')
      return { word, pronunciations: pronunciations.split('|').map((written) => written.split(' ')), kind }
    })

/** The entries of CMUdict, with those of the supplement added or in their place. */
export function withSupplement(
  entries: readonly WordListEntry[],
  supplement: readonly SupplementLine[],
): readonly WordListEntry[] {
  const added = supplement.map(({ word, pronunciations }): WordListEntry => [word, pronunciations, 'supplement'])
  const words = new Set(supplement.map(({ word }) => word))
  return [...entries.filter(([word]) => !words.has(word)), ...added]
}
