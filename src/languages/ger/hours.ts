import type { Context } from '../reading/expansion.ts'

/** What goes up or down by hours, before or after them. */
const CHANGE =
  /(?:^|[^\p{L}])(?:(?:ab|an)?(?:s[ia]nk|ge(?:s[ue]nk|stieg)|senk|st(?:eig|ieg))|(?:ver|ge)?kürz|verläng|verzög|verspät|reduzi|erhöh|vermind|verring|w(?:[aä]chs|uchs)|gewachs|(?:ab|zu)(?:ge)?(?:nehm|nom)|(?:über|unter)(?:schr|tr[aeio]ff?|b[io]e?t)|versch[io]e?b|ausgedehnt|verfehl|verpass|(?:vor|zurück)(?:ver|ge))/iu
const DAY_BEFORE =
  /(?:^|[^\p{L}])(?:heute|morgen|gestern|übermorgen|täglich|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|(?:mo|di|mi|do|fr|sa|so)\.?|früh|mittags?|abends?|nachts?|\d{1,2}\.(?:\d{1,2}\.(?:\d{2,4})?| ?\p{L}{3,9}(?: \d{4})?)),? $/iu

/** Whether hours are those of the day: a clause ends after them or goes on with no noun, or a day stands before them. */
export function isClock({ before, after }: Context): boolean {
  const [link = '', word = ''] = /(?:^|[^\p{L}])(um|ab|gegen) $/iu.exec(before) ?? []
  if (word === '') return false
  const [clauseBefore = ''] = /[^.!?;,\n]{0,60}$/u.exec(before) ?? []
  const [clauseAfter = ''] = /^[^.!?;,\n]{0,60}/u.exec(after) ?? []
  if (word.toLowerCase() === 'um' && (CHANGE.test(clauseBefore) || CHANGE.test(clauseAfter))) return false
  if (
    /^ ?(?:\/|[-–] ?\p{L})|^ (?:pro|je|die|jede|lang|dauer|wöchentlich|monatlich|am Stück|weniger|mehr|länger|kürzer|zu (?:spät|früh|lang))/iu.test(
      after,
    )
  )
    return false
  // `Um 9 h Frühstück`, but `es geht um 9 h Arbeit`
  if (link.trim() === 'Um' || DAY_BEFORE.test(before.slice(0, before.length - link.trimStart().length))) return true
  return !/^ (?:\p{Ll}{2,20}(?:e[nmrs]?) )?\p{Lu}/u.test(after)
}
