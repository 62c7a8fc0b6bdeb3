import type { Expansion } from './expansion.ts'
import type { Grammar } from './grammar.ts'
import { anyOf } from './quantity.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
/** From 1 to 12, by the name and what it is shortened to. */
const MONTH_OF: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((name, at) =>
    [name, name.slice(0, 3), ...(name === 'September' ? ['Sept'] : [])].map((form) => [form, at + 1] as const),
  ),
)
const MONTH = `(?<month>${anyOf(MONTH_OF.keys())})`
const DAY = String.raw`(?<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?`
const YEAR = String.raw`(?<year>(?:1[5-9]|20)\d\d)`
const AT_END = String.raw`(?![\p{L}\d]|[.,:/-]\d)`
/** What other languages call otherwise, so that a number after it is a day. */
const ENGLISH_NAME = '(?<month>January|February|June|July|October)'

/** `Nov 13, 2002`, `7 August 2006`, `July 4`: dates as English writes them, in a text of another language. */
export function englishDates(grammar: Grammar): readonly Expansion[] {
  const read: Expansion['read'] = ({ groups }, context) => {
    const { month = '', day = '0', year } = groups ?? {}
    if (/[\p{L}\p{M}\d][.,:/'-]?$/u.test(context.before)) return undefined
    return grammar.date(
      { day: Number(day), month: MONTH_OF.get(month) ?? 0, year: year === undefined ? undefined : Number(year) },
      context,
    )
  }
  return [
    {
      category: 'date',
      first: /[JFMASOND]/,
      words: new Set(Array.from(MONTH_OF.keys(), (name) => name.toLowerCase())),
      written: ['capitalized'],
      pattern: new RegExp(String.raw`${MONTH}\.? ${DAY},? ${YEAR}${AT_END}`, 'uy'),
      read,
    },
    {
      category: 'date',
      first: /[JFO]/,
      words: new Set(['january', 'february', 'june', 'july', 'october']),
      written: ['capitalized'],
      pattern: new RegExp(`${ENGLISH_NAME} (?:${DAY}|${YEAR})${AT_END}`, 'uy'),
      read,
    },
    {
      category: 'date',
      first: /\d/,
      pattern: new RegExp(String.raw`${DAY} ${MONTH}\.?,? ${YEAR}${AT_END}`, 'uy'),
      read,
    },
  ]
}
