import type { WordFiles } from '../word-files.ts'
import type { Context, Expansion } from './expansion.ts'
import { anyOf, beforeSentenceEnd } from './quantity.ts'
import type { AbbreviationRow } from './symbols.ts'

/** The names of months and weekdays. Keys are in lower case, without a full stop. */
export interface CalendarNames {
  /** From 1 to 12; empty at 0. */
  readonly months: readonly string[]
  /** By their names and what these are shortened to. */
  readonly monthOf: ReadonlyMap<string, string>
  readonly weekdayOf: ReadonlyMap<string, string>
}

/**
 * Reads `words/calendar.tsv`, as CLDR has it, and `words/overrides.tsv`. A row has `month:1` or `weekday:1`, which is Monday, the name, and
 * what it is shortened to, parted by `|`.
 */
export function calendarNamesOf(words: WordFiles): CalendarNames {
  const months = ['']
  const monthOf = new Map<string, string>()
  const weekdayOf = new Map<string, string>()
  for (const { kind, number, name, forms } of namesOf(words)) {
    if (kind === 'month') months[number] = name
    const byForm = kind === 'month' ? monthOf : weekdayOf
    for (const form of [name, ...forms]) {
      const key = form.toLowerCase().replace(/[.॰]$/, '')
      for (const each of [withoutAccents(key), key]) byForm.set(each, name)
    }
  }
  return { months, monthOf, weekdayOf }
}

/** The rows of `words/abbreviations.tsv`, and after them short months near a number and short weekdays before one. */
export const abbreviationsOf = (words: WordFiles): readonly AbbreviationRow[] => [
  ...words.rows('abbreviations'),
  ...namesOf(words).flatMap(({ kind, name, forms }) =>
    forms.map((form) => [form.replace(/[.॰]?$/, '.').toLowerCase(), name, kind === 'month' ? '@' : '#']),
  ),
]

function namesOf(words: WordFiles) {
  const rows = words.correctedRows('calendar').filter(([key = '']) => /^(?:month|weekday):/.test(key))
  return Array.from(new Map(rows.map(([key = '', ...row]) => [key, row])), ([key, [name = '', forms = '']]) => {
    const [kind, number] = key.split(':')
    return {
      kind,
      number: Number(number),
      name,
      forms: forms.split('|').filter((form) => form !== '' && form !== name),
    }
  })
}

const withoutAccents = (word: string): string => word.normalize('NFD').replaceAll(/(?<=\p{Script=Latin})\p{M}/gu, '')

/** `sab 10:00`, `lun 14 ott`: a short weekday without a full stop before a time or a date. */
export function weekdaysBeforeNumbers({ weekdayOf, monthOf }: CalendarNames): Expansion {
  const day = anyOf(weekdayOf.keys())
  const follows = String.raw` \d{1,2}(?:[:.]\d\d| ?[-–]|/\d|$|[,;)]| ?(?:h|u|uur|${anyOf(monthOf.keys())})(?!\p{L}))`
  return {
    category: 'date',
    first: /\p{L}/u,
    words: new Set(weekdayOf.keys()),
    pattern: new RegExp(`(${day}):?(?=${follows})`, 'iuy'),
    read: ([, form = '']) => weekdayOf.get(form.toLowerCase()),
  }
}

interface RangeLink {
  /** The source of what may be written between two weekdays. */
  readonly written: string
  readonly say: (written: string, context: Context) => string
}

/** `lun-vie`, `Mo.–Fr.`: from one weekday to another. */
export function weekdayRanges({ weekdayOf }: CalendarNames, { written, say }: RangeLink): Expansion {
  const day = anyOf(weekdayOf.keys())
  return {
    category: 'date',
    first: /\p{L}/u,
    words: new Set(weekdayOf.keys()),
    pattern: new RegExp(String.raw`(${day})\.? ?(${written}) ?(${day})(\.?)(?![\p{L}\d])`, 'iuy'),
    read: (match, context) => {
      const [whole, from = '', link = '', to = '', stop] = match
      if (stop === '' && !isShort(from) && !isShort(to)) return undefined
      const [first, last] = [from, to].map((each) => weekdayOf.get(each.toLowerCase()))
      return beforeSentenceEnd(`${first} ${say(link, context)} ${last}`, whole, context)
    },
  }
  function isShort(form: string): boolean {
    return weekdayOf.get(form.toLowerCase())?.toLowerCase() !== form.toLowerCase()
  }
}
