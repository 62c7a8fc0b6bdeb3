import { calendarNamesOf } from '../../reading/calendar-names.ts'
import { englishWords } from '../word-lists.ts'
import { cardinal, inPairs } from './number-words.ts'

const { months, monthOf, weekdayOf } = calendarNamesOf(englishWords)
const MONTH_FORMS = [...monthOf.keys()]
const WEEKDAY_ABBREVIATIONS = [...weekdayOf].flatMap(([form, name]) => (form === name.toLowerCase() ? [] : [form]))
const longestFirst = (forms: readonly string[]): string => [...forms].sort((a, b) => b.length - a.length).join('|')

/** Sources of patterns, without groups and without a right border; to be matched with the flag `i`. */
export const MONTH = `(?:${longestFirst(MONTH_FORMS)})`
export const WEEKDAY = `(?:${longestFirst([...weekdayOf.keys()])})`
export const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`
export const YEAR = String.raw`[12]\d{3}`

export const MONTH_WORDS: ReadonlySet<string> = new Set(MONTH_FORMS)
export const WEEKDAY_ABBREVIATION_WORDS: ReadonlySet<string> = new Set(WEEKDAY_ABBREVIATIONS)

/** Whether these letters are the name of a weekday or what that is shortened to. */
export const isWeekday = (letters: string): boolean => weekdayOf.has(letters.toLowerCase())

/** `Sept` → `september`. */
export const monthName = (form: string): string => monthOf.get(form.toLowerCase())?.toLowerCase() ?? form
/** `Thurs` → `thursday`. */
export const weekdayName = (form: string): string => weekdayOf.get(form.toLowerCase())?.toLowerCase() ?? form
/** `07` → `july`; undefined for what is no month. */
export const monthOfNumber = (number: string): string | undefined => months[Number(number)]?.toLowerCase() || undefined

/** `1998` → `nineteen ninety eight`, `05` or `'05` → `oh five`. */
export function yearWords(year: string): string {
  const digits = year.replace("'", '')
  if (digits.length > 2) return inPairs(digits)
  if (digits === '00') return 'two thousand'
  return digits.startsWith('0') ? `oh ${cardinal(digits)}` : cardinal(digits)
}

const UNIT_OF_COUNTING =
  /^[ -](?:[a-z]{1,14}[ -]){0,1}(?!was\b|is\b|has\b|as\b|this\b|his\b|its\b|does\b|across\b|less\b|unless\b|thus\b|yes\b|us\b|always\b|perhaps\b|towards\b|sales\b|results\b|elections?\b|olympics\b|series\b|(?:applies|arrives|begins|boards|closes|comes|costs|covers|departs|ends|expires|gets|goes|includes|lands|leaves|looks|means|needs|opens|returns|runs|says|seems|ships|shows|starts|stops|takes|works)\b)(?:people|men|women|children|feet|[a-z]{2,14}[a-rt-z]s|[a-z]{2,14}sses)\b/

/** Whether things are counted right after a figure: `1500 steps`, but not `1500 was`. */
export const countsThings = (after: string): boolean => UNIT_OF_COUNTING.test(after)
