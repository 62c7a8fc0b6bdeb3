import type { Context, Expansion } from '../../reading/expansion.ts'
import { AIRPORT_CODES } from './airport-codes.ts'
import { spellLetters } from './initialism.ts'
import { opensWord } from './sentence-context.ts'

const TRAVEL_BEFORE =
  /(?:^|[^\p{L}])(?:from|to|via|at|into|through|near|leav(?:es?|ing)|depart(?:s|ed|ing)?|reach(?:es|ed|ing)?|arriv(?:es?|ed|ing)(?: (?:at|in))?|flights?|fly(?:ing)?|airport|terminal at|airport code:?|destination:?|origin:?) $/iu
/** Two of them joined: `SFO-DEN`, `LAX to JFK`, `LHR and CDG`. */
const JOINED_BEFORE = /(?:^|[^\p{L}])([A-Z]{3})(?: ?[-–/→] ?| (?:to|and|or|via) |, )$/u
const JOINED_AFTER = /^(?: ?[-–/→] ?| (?:to|via) )([A-Z]{3})(?!\p{L})/u
/** `Denver (DEN)`, `Pittsburgh International (PIT)`. */
const CITY_BEFORE = /\p{Lu}[\p{L}.'-]{2,20} \($/u

function isAirport({ before, after }: Context): boolean {
  if (CITY_BEFORE.test(before) && after.startsWith(')')) return true
  const joined = JOINED_BEFORE.exec(before)?.[1] ?? JOINED_AFTER.exec(after)?.[1]
  if (joined !== undefined && AIRPORT_CODES.has(joined.toLowerCase())) return true
  // Where all is in capitals, so are words.
  return TRAVEL_BEFORE.test(before) && /\p{Ll}/u.test(before)
}

/** Codes of airports where one flies: `from BOS to DEN`. */
export const airports: readonly Expansion[] = [
  {
    category: 'abbreviation',
    first: /[A-Z]/,
    words: AIRPORT_CODES,
    pattern: /[A-Z]{3}(?![\p{L}\p{M}\d@_&]|['.]\p{L})/uy,
    read: ([code], context) => {
      const { before, after } = context
      if (!AIRPORT_CODES.has(code.toLowerCase())) return undefined
      if (!opensWord(before) || /[@/_#.$]$/.test(before.replace(/(?<=[A-Z]{3})\/$/, '')) || !isAirport(context))
        return undefined
      const joint = /^ ?[-–→] ?(?=[A-Z]{3}(?!\p{L}))/u.exec(after)?.[0]
      return joint === undefined
        ? spellLetters(code)
        : { spoken: `${spellLetters(code)} to`, length: code.length + joint.length }
    },
  },
]
