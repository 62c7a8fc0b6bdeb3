import { englishWords } from '../word-lists.ts'

/** Words that sellers make codes of, besides the common ones: `GET10OFF`. */
export const OFFER_WORDS = englishWords.list('offer-words')
