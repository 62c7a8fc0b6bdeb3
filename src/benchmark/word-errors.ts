import type { Language } from '../core/language.ts'

/** Where words are not what is written between spaces, or endings are spelled in several ways. */
const BY_CHARACTER: ReadonlySet<string> = new Set(['hin', 'jpn'])

export interface ErrorCount {
  readonly wrong: number
  readonly total: number
}

/** Words or characters of a sentence that were heard otherwise, left out or added: their edit distance. */
export function countErrors(said: string, heard: string, language: Language): ErrorCount {
  const units = unitsOf(said, language)
  return { wrong: editDistance(units, unitsOf(heard, language)), total: units.length }
}

/** Words or characters without case, punctuation and spaces. */
function unitsOf(text: string, language: Language): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return BY_CHARACTER.has(language) ? [...plain.replaceAll(' ', '')] : plain.split(' ')
}

function editDistance(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (const [i, unit] of one.entries()) {
    const next = [i + 1]
    for (const [j, candidate] of other.entries()) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (unit === candidate ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
