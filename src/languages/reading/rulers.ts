import type { Contexts } from './contexts.ts'

/** Names of which all are women's, in the Romance languages, and legions. */
const WOMEN =
  /^(?:Adelaide|Alice|Beatrice|Beatriz|Elizabeth|In[ée]s|Inês|Irene|Isabel|Leonor|Matilde|Regio|Legio|Raquel|Ester|Carmen|Margot|Anne|Jeanne|Margrethe)$/
/** Names of men that end like those of women. */
const MEN = /^(?:Andrea|[AÁ]tila|Attila|Barnaba|Battista|Borja|Elia|Enea|Joshua|Luca|Mattia|Mustaf[aá]|Nicola|Papa)$/

/** Up to three names before a numeral, and the short word before them. */
const NAMES = /(?:^|[^\p{L}\p{M}])(?:(\p{Ll}{1,6}|\p{Lu}\p{Ll}?|U[nm]a)[ '])?((?:\p{Lu}[\p{L}\p{M}-]{1,20} ){1,3})$/u
/** Words that begin a sentence before a name. */
const OPENER = /^.{1,3}$|^(?:[Tt]ras|[Cc]ontra|[Pp]ara|[Ss]ob|[Ss]otto|[Dd]opo|[Dd]esde|[Aa]nche|[Qq]uando|[Cc]uando)$/u

/**
 * Whether the ordinal after a name is feminine, by an article before it (`la Regio II`) or by the name: `Juana III`, but `Andre Price III` and `Juan García II`, where what ends like the
 * name of a woman is that of a family.
 */
export function isAfterFemaleName(before: string, article: RegExp): boolean {
  const [, word = '', names = ''] = NAMES.exec(before) ?? []
  const last = names.trim().split(' ')
  const name = last.pop() ?? ''
  const first = last.at(-1) ?? ''
  if (WOMEN.test(name) || (first === '' && article.test(word))) return true
  if (!name.endsWith('a') || MEN.test(name)) return false
  return first === '' || OPENER.test(first) || WOMEN.test(first) || (first.endsWith('a') && !MEN.test(first))
}

/** The years of a reign or a life: ` (1605 - 1621)` */
const REIGN = /^ \((?:\p{Ll}{1,12}\.? ){0,2}\d{3,4} ?(?:[-–]|\p{Ll}{1,3}) ?\d{2,4}\)/u
const ONE_NAME = /\p{Lu}[\p{L}\p{M}-]{1,20} $/u
const TWO_NAMES = /(?:\p{Lu}[\p{L}\p{M}-]{1,20} ){2}$/u

/** `papa Paulo V`, `Paulo V (1605-1621)`: a numeral of one letter counts after the name of a ruler. */
export const isAfterRuler = (before: string, after: string, contexts: Contexts): boolean =>
  ONE_NAME.test(before) &&
  (REIGN.test(after) ||
    [ONE_NAME, TWO_NAMES].some((names) => contexts['before-ruler']?.(before.replace(names, '')) === true))
