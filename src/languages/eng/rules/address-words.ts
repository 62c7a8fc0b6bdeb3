import { englishWords } from '../word-lists.ts'

/** What streets are called, short and in full. */
export const STREETS = englishWords.map('streets')
export const STREETS_IN_FULL: ReadonlySet<string> = new Set([
  ...STREETS.values(),
  ...englishWords.list('streets-in-full'),
])

export const DIRECTIONS = englishWords.map('directions')
/** Names that a direction opens: `N. Korea`. */
export const DIRECTED_PLACES = englishWords.list('directed-places')

export const UNITS = englishWords.map('address-units')
export const STATES = englishWords.map('states')
