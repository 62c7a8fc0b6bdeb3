import { englishWords } from '../word-lists.ts'
import { SHORT_WORDS } from './capital-words.ts'
import { COMMON_WORDS } from './common-words.ts'

const MIN_LENGTH = 3
const skeletonOf = (word: string): string => word.replaceAll(/[aeiou]/g, '').replaceAll(/(.)\1/g, '$1')

/** By their consonants, the words that chat writes without vowels; undefined for several words of the same consonants. */
const WORDS: ReadonlyMap<string, string | undefined> = (() => {
  const words = new Map<string, string | undefined>()
  for (const word of new Set([...englishWords.list('base-verbs'), ...COMMON_WORDS, ...SHORT_WORDS])) {
    const skeleton = skeletonOf(word)
    // A vowel at the start is always written.
    if (skeleton.length < MIN_LENGTH || skeleton === word || /^[aeiou]/.test(word)) continue
    words.set(skeleton, words.has(skeleton) ? undefined : word)
  }
  return words
})()

/** `wntr` → `winter`: the only common word of these consonants, or its plural. */
export function withVowels(consonants: string): string | undefined {
  const word = WORDS.get(skeletonOf(consonants))
  if (word !== undefined || !consonants.endsWith('s')) return word
  const one = WORDS.get(skeletonOf(consonants.slice(0, -1)))
  return one === undefined ? undefined : `${one}s`
}
