import type { WordFiles } from '../word-files.ts'
import type { AbbreviationRow } from './abbreviations.ts'
import type { Contexts } from './contexts.ts'
import type { Context, Expansion } from './expansion.ts'
import { anyOf, beforeSentenceEnd } from './quantity.ts'
import { hasNoVowel } from './sayable.ts'
import { initialismsIn } from './tables.ts'

/** The names of months and weekdays. Keys are in lower case, without a full stop. */
export interface CalendarNames {
  /** From 1 to 12; empty at 0. */
  readonly months: readonly string[]
  /** By their names and what these are shortened to. */
  readonly monthOf: ReadonlyMap<string, string>
  readonly weekdayOf: ReadonlyMap<string, string>
  /** Weekdays by the capital that stands for them in opening hours, from Monday; empty where none does. */
  readonly letterOf: ReadonlyMap<string, string>
}

/**
 * Reads `words/calendar.tsv`, as CLDR has it, and `words/overrides.tsv`. A row has `month:1` or `weekday:1`, which is Monday, the name, and
 * what it is shortened to, parted by `|`; or `letter:1` and the capital that stands for Monday.
 */
export function calendarNamesOf(words: WordFiles): CalendarNames {
  const months = ['']
  const monthOf = new Map<string, string>()
  const weekdayOf = new Map<string, string>()
  const letterOf = new Map<string, string>()
  for (const { kind, number, name, forms } of namesOf(words)) {
    if (kind === 'letter') {
      letterOf.set(name, [...new Set(weekdayOf.values())][number - 1] ?? '')
      continue
    }
    if (kind === 'month') months[number] = name
    const byForm = kind === 'month' ? monthOf : weekdayOf
    for (const form of [name, ...forms]) {
      const key = form.toLowerCase().replace(/[.॰]$/, '')
      for (const each of [withoutAccents(key), key]) byForm.set(each, name)
    }
  }
  return { months, monthOf, weekdayOf, letterOf }
}

/**
 * The rows of `words/abbreviations.tsv`, and after them short months near a number and short weekdays before one. `bzw.` and
 * `m.b.t.`, which have no vowel, may be written `bzw` and `mbt`.
 */
export const abbreviationsOf = (words: WordFiles): readonly AbbreviationRow[] => [
  ...withoutStops(words),
  ...namesOf(words).flatMap(({ kind, name, forms }) =>
    forms.map((form) => [form.replace(/[.॰]?$/, '.').toLowerCase(), name, kind === 'month' ? '@' : '#']),
  ),
]

function withoutStops(words: WordFiles): readonly AbbreviationRow[] {
  const rows = words.rows('abbreviations')
  const others = new Set([
    ...rows.map(([written = '']) => written),
    ...words.rows('units').flatMap(([written = '']) => written.split('|')),
    ...namesOf(words).flatMap(({ forms }) => forms.map((form) => form.toLowerCase().replace('.', ''))),
    ...initialismsIn(words).spelled,
  ])
  return rows.flatMap((row) => {
    const [written = '', ...readings] = row
    const letters = written.replaceAll(/\. ?/g, '')
    const isSpread = letters.length + 1 < written.length
    // Two letters are often something else.
    if (!written.endsWith('.') || !hasNoVowel(letters.toLowerCase()) || (isSpread && letters.length < 3)) return [row]
    if (/.\p{Lu}/u.test(letters) || others.has(letters)) return [row]
    others.add(letters)
    const either = [`${letters}.`, ...withConditions(readings).map((field, at) => (at % 2 === 1 ? `${field}s` : field))]
    return isSpread ? [row, either] : [either]
  })
}

const withConditions = (readings: readonly string[]): readonly string[] =>
  readings.length % 2 === 1 ? [...readings, ''] : readings

/** Units with a full stop, which ends no sentence where nouns are not told from first words: `15 Min. Fußweg`. */
export const shortUnitsOf = (words: WordFiles): readonly AbbreviationRow[] =>
  words.rows('units').flatMap(([signs = '', , one = '']) =>
    signs
      .split('|')
      .filter((sign) => /^\p{L}[\p{L}\p{M}]{0,8}\.$/u.test(sign))
      .map((sign) => [sign.toLowerCase(), one, '1']),
  )

function namesOf(words: WordFiles) {
  const rows = words.correctedRows('calendar').filter(([key = '']) => /^(?:month|weekday|letter):/.test(key))
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

/** Between weekdays that are listed, and the conjunctions of all languages. */
const LISTED = `(?:, ?| ?[/&+] ?|,? (?:y|e|et|und|en|oder|ou|o|of|और|व) )`
/** `dom. alle 20:45` */
const TO_TIME = /^,?( [\p{L}\p{M} ]{1,8} )\d{1,2}(?:[:.h]\d\d| ?(?:h|u|uur)(?!\p{L}))/u
const HOURS_SOON = /^[^!?\n]{0,24}\d/u

/**
 * `sab 10:00`, `lun 14 ott`, `lun, mié y vie`, `dom. cerrado`: a short weekday before a time or a date, beside another, or before a word for
 * closed or open, of which `closed` is the source.
 */
export function weekdaysBeforeNumbers(
  { weekdayOf, monthOf }: CalendarNames,
  contexts: Contexts,
  closed: string,
): Expansion {
  const day = anyOf(weekdayOf.keys())
  const numbered = new RegExp(
    String.raw`^ ?:? \d{1,2}(?:[:.]\d\d| ?[-–]|/\d|$|[,;)]| ?(?:h|u|uur|${anyOf(monthOf.keys())})(?!\p{L}))`,
    'iu',
  )
  const shorts = anyOf([...weekdayOf].flatMap(([form, name]) => (form === name.toLowerCase() ? [] : [form])))
  const next = new RegExp(String.raw`^(${LISTED})(?:${shorts})(?![\p{L}\p{M}])`, 'iu')
  const last = new RegExp(String.raw`(?:^|[^\p{L}\p{M}])(?:${shorts})\.?(${LISTED})$`, 'iu')
  const isAtTime = (after: string): boolean => contexts['before-hour']?.(TO_TIME.exec(after)?.[1] ?? '') === true
  const isClosed = new RegExp(`^ (?:${closed})`, 'iu')
  return {
    category: 'date',
    first: /\p{L}/u,
    words: new Set(weekdayOf.keys()),
    pattern: new RegExp(String.raw`(${day})(?![\p{L}\p{M}])\.?`, 'iuy'),
    read: ([whole, form = ''], { before, after }) => {
      const name = weekdayOf.get(form.toLowerCase())
      if (name === undefined || name.toLowerCase() === form.toLowerCase() || /[\p{L}\p{M}\d]$/u.test(before))
        return undefined
      const hasStop = whole.endsWith('.')
      if ((!hasStop && numbered.test(after)) || isClosed.test(after) || (hasStop && isAtTime(after))) return name
      const [, nextLink] = next.exec(after) ?? []
      const link = nextLink ?? last.exec(before)?.[1]
      if (link === undefined || (/\p{L}/u.test(link) && !HOURS_SOON.test(after))) return undefined
      const isStop = hasStop && nextLink === undefined && !/^ ?[\d\p{Ll},;:]/u.test(after)
      return { spoken: name, length: whole.length - Number(isStop) }
    },
  }
}

/** `L-V de 9 a 20 h`: weekdays by their capitals, in opening hours. */
export function weekdayLetters({ letterOf, weekdayOf }: CalendarNames, link: string): Expansion {
  const letters = [...letterOf.keys()]
  const names = [...new Set(weekdayOf.values())]
  const day = `[${letters.join('')}]`
  const hours = /^(?::|,)? ?(?:\p{L}{1,5} ){0,2}\d/u
  const isAfterDays = new RegExp(String.raw`(?:^|[^\p{L}])${day} ?[-–a] ?${day}(?!\p{L})[^\n]{0,40}$`, 'u')
  return {
    category: 'date',
    first: new RegExp(day),
    words: new Set(letters.map((letter) => letter.toLowerCase())),
    pattern: new RegExp(String.raw`(${day})(?: ?(?:[-–]|${link}) ?(${day}))?(?![\p{L}\p{M}\d'.-])`, 'uy'),
    read: ([, from = '', to], { before, after }) => {
      if (/[\p{L}\p{M}\d][-.']?$/u.test(before)) return undefined
      if (to === undefined)
        return /^:? \d{1,2}(?:[:.]\d\d)? ?(?:[-–]|h|a )/u.test(after) && isAfterDays.test(before)
          ? letterOf.get(from)
          : undefined
      const [first, last] = [from, to].map((letter) => names.indexOf(letterOf.get(letter) ?? '')) as [number, number]
      if (first >= last || !(hours.test(after) || (first === 0 && last > 3))) return undefined
      return `${letterOf.get(from)} ${link} ${letterOf.get(to)}`
    },
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
    pattern: new RegExp(String.raw`(${day})\.? ?(${written}) ?(${day})(\.?)(?![\p{L}\p{M}\d])`, 'iuy'),
    read: (match, context) => {
      const [whole, from = '', link = '', to = '', stop] = match
      // `lunes a viernes` is said as it is written.
      if (/\p{L}/u.test(link) && stop === '' && !isShort(from) && !isShort(to)) return undefined
      const [first, last] = [from, to].map((each) => weekdayOf.get(each.toLowerCase()))
      return beforeSentenceEnd(`${first} ${say(link, context)} ${last}`, whole, context)
    },
  }
  function isShort(form: string): boolean {
    return weekdayOf.get(form.toLowerCase())?.toLowerCase() !== form.toLowerCase()
  }
}
