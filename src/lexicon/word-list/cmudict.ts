import type { WordListEntry } from './word-list-file.ts'

/**
 * The entries of CMUdict, one for a word: `read` and `read(2)` are two pronunciations of one. What follows a `#` is a
 * comment.
 */
export function cmudictEntries(source: Readonly<Record<string, string>>): readonly WordListEntry[] {
  const pronunciationsByWord = new Map<string, Map<string, readonly string[]>>()
  for (const [key, value] of Object.entries(source)) {
    const word = key.replace(/\(\d+\)$/, '')
    const written = value.replace(/#.*/s, '').trim()
    const pronunciations = pronunciationsByWord.get(word) ?? new Map<string, readonly string[]>()
    pronunciations.set(written, written.split(/\s+/))
    pronunciationsByWord.set(word, pronunciations)
  }
  return Array.from(pronunciationsByWord, ([word, pronunciations]) => [word, [...pronunciations.values()]])
}
