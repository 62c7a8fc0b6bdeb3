import { englishWords } from '../word-lists.ts'

/** Codes of airports, those that could be taken for a word or for part of one among them. */
export const AIRPORT_CODES = englishWords.list('airport-codes')
