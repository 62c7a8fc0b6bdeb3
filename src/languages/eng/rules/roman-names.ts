import { englishWords } from '../word-lists.ts'

/** Of kings, popes and their like, and given names whose sons number themselves: `Henry VIII`, `Robert Smith III`. */
export const NUMBERED_NAMES = englishWords.list('numbered-names')
export const RULERS = englishWords.list('rulers')

/** What is counted in Roman numerals, before the numeral. */
export const NUMBERED_THINGS = englishWords.list('numbered-things')
/** After these even a single numeral in lower-case company is a number: `type I diabetes`, `phase I trial`. */
export const SINGLE_AFTER = englishWords.list('single-numeral-after')
