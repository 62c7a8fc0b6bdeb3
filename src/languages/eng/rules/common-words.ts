import { englishWords } from '../word-lists.ts'

/** Words that names on the net are run together from, and such names as are better left whole. */
export const COMMON_WORDS = englishWords.list('common-words')
const PREFIXES = ['my', 'we', 'go', 'to', 'in', 'on', 'of', 'up', 'us', 'be', 'at', 'is', 'it', 'do', 'me']
const SHORT: ReadonlySet<string> = new Set(PREFIXES)
const MAX_WORD_LENGTH = 14
const MAX_NAME_LENGTH = 40

export const isCommonWord = (letters: string): boolean => COMMON_WORDS.has(letters) || SHORT.has(letters)

/** `ourdailynews` → `our`, `daily`, `news`: the fewest common words that make up the letters; undefined if none do. */
export function partWords(letters: string): readonly string[] | undefined {
  if (letters.length > MAX_NAME_LENGTH) return undefined
  /** For each length of the head: the best parting of it. */
  const best: (readonly string[] | undefined)[] = [[]]
  for (let end = 1; end <= letters.length; end++) {
    for (let start = Math.max(0, end - MAX_WORD_LENGTH); start < end; start++) {
      const head = best[start]
      const word = letters.slice(start, end)
      if (head === undefined || !isPart(word)) continue
      if (head.length + 1 < (best[end]?.length ?? Number.POSITIVE_INFINITY)) best[end] = [...head, word]
    }
  }
  const parts = best[letters.length]
  return parts !== undefined && isPlausible(parts) ? parts : undefined
}

const isPart = (word: string): boolean => (word.length > 2 ? COMMON_WORDS.has(word) : SHORT.has(word))

/** Short words make up other words by chance: they are believed in only where longer ones stand with them. */
const isPlausible = (parts: readonly string[]): boolean => {
  const letters = parts.reduce((sum, part) => sum + part.length, 0)
  return (
    parts.length === 1 ||
    (parts.length <= 5 && letters / parts.length >= (parts.some((part) => SHORT.has(part)) ? 3.4 : 3.5))
  )
}
