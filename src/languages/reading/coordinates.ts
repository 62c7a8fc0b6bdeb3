import type { Expansion } from './expansion.ts'
import type { Grammar } from './grammar.ts'

/** Degrees of latitude or longitude: `28,5°`, `40° 25'`, a single figure only with another, for `2° E` is a class, too */
const COORDINATE =
  /(?:\d\d|\d[.,]\d{1,6}) ?[°º] ?$|[°º] ?\d[\d.,]{0,6} ?['"′″]{1,2}(?: ?\d[\d.,]{0,6} ?['"′″]{1,2})? ?$|(?:[°'"′″] ?[NSEOWLZ]{1,2}|lat\p{L}{0,8}|lon\p{L}{0,8}|Breite|Länge|mer[i.]d\p{L}{0,8}|breedte|lengte),? (?:\p{L}{1,4} )?\d ?[°º] ?$/iu
/** Letters of Dutch that are nothing else after degrees: `52° NB` */
const NAMED = /^(?:[NZ]B|[OW]L)$/

/** `28,5°E`, `40° 25' N`: the letter of the compass. */
export const compass = ({ symbols }: Grammar): Expansion => ({
  category: 'measure',
  first: /[A-Z]/,
  pattern: /[A-Z]{1,2}(?![\p{L}\p{M}\d']|\. ?\p{Lu})/uy,
  read: ([letters], { before }) =>
    COORDINATE.test(before) || (NAMED.test(letters) && /\d ?[°º] ?$/.test(before))
      ? symbols.get(`°${letters}`)
      : undefined,
})
