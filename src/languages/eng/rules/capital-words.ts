import { englishWords } from '../word-lists.ts'

/** Initialisms of four letters and more that are spelled, though a reader might try to say them. */
export const SPELLED = englishWords.list('spelled-initialisms')

/** Words of two and three letters, and given names: capitals only stress them. */
export const SHORT_WORDS = englishWords.list('short-words')

/** Of those, the ones that are likelier an initialism unless all around them is in capitals. */
export const SHOUTED_WORDS = englishWords.list('shouted-words')

/** Initialisms of three letters that could be said. */
const SPELLED_IN_SHOUTS = englishWords.list('spelled-in-shouts')
const SYLLABLE = /^[b-df-hj-np-tv-z][aeiou][b-df-hj-np-tvxz]$/

/** Whether three letters are a word where all around is in capitals: `GIV ME A RIDE`. */
export const isShoutedSyllable = (word: string): boolean => SYLLABLE.test(word) && !SPELLED_IN_SHOUTS.has(word)
