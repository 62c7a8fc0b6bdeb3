import type { Expansion } from '../../reading/expansion.ts'
import { cardinal } from './number-words.ts'

const FILM =
  /(?:^|[^\p{L}])(?:cinemas?|films?|movies?|screenings?|showtimes?|theat(?:er|re)s?|tickets?)(?!\p{L})|\(PG(?:-13)?\)/iu
/** `Lee (R)`: of a party */
const POLITICAL =
  /(?:^|[^\p{L}])(?:congress\p{L}{0,5}|democrats?|elections?|gov|governors?|house|party|rep|republicans?|sens?|senators?|vote[ds]?)(?!\p{L})/iu

/** `Dune (PG-13)`: what films are rated in America. */
export const filmRatings: readonly Expansion[] = [
  {
    category: 'abbreviation',
    first: /[GNPR]/,
    words: new Set(['g', 'nc', 'pg', 'r']),
    pattern: /(?<letters>PG|NC|R|G)(?:-(?<age>1[37]))?(?=\))/uy,
    read: ({ groups }, { before, after }) => {
      const { letters = '', age } = groups ?? {}
      // The last word of a title: `the point guard (PG)` has none.
      if (!/(?:(?:^|[^\p{L}])\p{Lu}[\p{L}'-]{0,30}|\d|[!?'".]) \($/u.test(before)) return undefined
      const isClear = (letters === 'PG' && age === '13') || (letters === 'NC' && age === '17')
      const isOfFilm = letters !== 'NC' && age === undefined && FILM.test(before + after) && !POLITICAL.test(before)
      if (!isClear && !isOfFilm) return undefined
      return `rated ${[...letters, ...(age === undefined ? [] : [cardinal(age)])].join(' ')}`
    },
  },
]
