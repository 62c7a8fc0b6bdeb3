import type { Context } from './expansion.ts'

/** `(SCHWARTZ, 2006)`, `SCHWARTZ et al.`, `SCHWARTZ (1999)`: who wrote what */
const CITED_AFTER =
  /^(?:,? et al\.?(?!\p{L})|,? ?\(?(?:1[5-9]|20)\d\d[a-z]?[);,]|(?:; ?| & | (?:e|y|et|und|en) )\p{Lu}{3,20},? \(?(?:1[5-9]|20)\d\d)/u
/** So many letters that no initialism has so few vowels */
export const isCited = (letters: string, { before, after }: Context): boolean =>
  letters.length > 5 && !/(.)\1\1/.test(letters) && CITED_AFTER.test(after) && !/[\p{L}\d./-]$/u.test(before)
