import { opensDate } from './calendar.ts'
import type { CalendarNames } from './calendar-names.ts'
import type { Contexts } from './contexts.ts'
import type { Expansion } from './expansion.ts'
import { ALONE, type Grammar } from './grammar.ts'
import { anyOf, beforeSentenceEnd } from './quantity.ts'

/** `em set.`, `en sept.`: a month without a day */
export const monthsAlone = ({ monthOf }: CalendarNames, contexts: Contexts): Expansion => ({
  category: 'date',
  first: /\p{L}/u,
  words: new Set(monthOf.keys()),
  next: /\./,
  pattern: new RegExp(String.raw`(${anyOf(monthOf.keys())})\.(?!\p{L})`, 'iuy'),
  read: ([whole, form = ''], context) => {
    const month = monthOf.get(form.toLowerCase())
    if (month === undefined || month === form.toLowerCase()) return undefined
    if (contexts['before-month']?.(context.before) !== true) return undefined
    const isStop = context.after.trim() === '' || /^ \p{Lu}/u.test(context.after)
    return { spoken: month, length: whole.length - Number(isStop) }
  },
})

/** `5-ene-2024`, `12/fev/2023` */
export const hyphenatedDates = ({ monthOf, months }: CalendarNames, date: Grammar['date']): Expansion => ({
  category: 'date',
  first: /\d/,
  pattern: new RegExp(
    String.raw`(\d{1,2})([-/.])(${anyOf(monthOf.keys())})\.?\2((?:1[5-9]|20)\d\d|\d\d)(?![\p{L}\p{M}\d/-])`,
    'iuy',
  ),
  read: ([, day = '', , name = '', year = ''], context) => {
    const month = months.indexOf(monthOf.get(name.toLowerCase()) ?? name.toLowerCase())
    if (month < 1 || Number(day) > 31 || Number(day) < 1 || !opensDate(context.before)) return undefined
    const inFull = Number(year) + (year.length > 2 ? 0 : Number(year) < 50 ? 2000 : 1900)
    return date({ day: Number(day), month, year: inFull }, context)
  },
})

/** `13 april 1860 - 19 november 1949`: from one date to another; the year begins no range. */
export function datesToDates({ monthOf }: CalendarNames, { year, cardinal, range, datesLink }: Grammar): Expansion {
  const month = anyOf(monthOf.keys())
  const isAfterMonth = new RegExp(String.raw`(?:^|[^\p{L}\p{M}])(?:${month})\.?(?: del?| d')? ?$`, 'iu')
  const link = datesLink?.split('|')[1] ?? range(false)
  return {
    category: 'date',
    first: /\d/,
    pattern: new RegExp(
      String.raw`((?:1\d|20)\d\d|[1-9]\d\d) ?[-–] ?(?=\d{1,2}(?:\.|er|º|°)? (?:de )?(?:${month})(?![\p{L}\p{M}]))`,
      'iuy',
    ),
    read: ([, written = ''], { before }) =>
      isAfterMonth.test(before)
        ? `${(year ?? ((value: number) => cardinal(value, ALONE)))(Number(written))} ${link}`
        : undefined,
  }
}

/** `(Januar - Februar 1794)`: from one month to another */
export function monthRanges({ months }: CalendarNames, { range, rangeOpening }: Grammar): Expansion {
  const names = months.filter((name) => name !== '')
  const month = anyOf(names)
  return {
    category: 'date',
    first: /\p{L}/u,
    words: new Set(names.map((name) => name.toLowerCase())),
    pattern: new RegExp(String.raw`(${month}) ?[-–] ?(?=(?:${month})(?![\p{L}\p{M}'-]))`, 'iuy'),
    read: ([, from = ''], context) =>
      /[\p{L}\p{M}-]$/u.test(context.before) ? undefined : `${rangeOpening?.(context) ?? ''}${from} ${range(false)}`,
  }
}

/** `6 ene.`: "de" goes before the name of the month, and between the month and a year. */
export function abbreviatedMonths({ monthOf }: CalendarNames): Expansion {
  return {
    category: 'date',
    first: /\p{L}/u,
    words: new Set(monthOf.keys()),
    pattern: new RegExp(String.raw`(${anyOf(monthOf.keys())})\.(?!\p{L})`, 'iuy'),
    read: ([whole, month = ''], context) => {
      const { before, after } = context
      if (!/(?:^|[^\p{L}\d.,/:-])(?:0?[1-9]|[12]\d|3[01])[ºo°]? $/u.test(before)) return undefined
      const name = monthOf.get(month.toLowerCase())
      if (name === undefined || name === month.toLowerCase()) return undefined
      const link = /^ (?:1[5-9]|20)\d\d(?!\d)/.test(after) ? ' de' : ''
      return beforeSentenceEnd(`de ${name}${link}`, whole, context)
    },
  }
}
