import type { Context, Expansion, Reading } from '../../reading/expansion.ts'
import { countsThings, DAY, MONTH, MONTH_WORDS, monthName, monthOfNumber, YEAR, yearWords } from './calendar.ts'
import { senseOf, senseOfPair } from './number-sense.ts'
import { ordinal } from './number-words.ts'
import { BRITISH_NUMBER } from './telephone.ts'
import { parts, untilNext } from './until-next.ts'

const BORDER = String.raw`(?![\p{L}\d%°]|[.,:/]\d)`
/** A two-digit year only with its apostrophe, so that it is not a day. */
const WRITTEN_YEAR = String.raw`(?:${YEAR}|'\d\d)`
const SUFFIX = '(?:st|nd|rd|th)'

/** Lower case, these are months only where the words around leave no doubt. */
const VERBS = new Set(['may', 'march', 'mar'])
/** `after the 16th may incur`: what follows the verb, not the month */
const MODAL_NEXT =
  /^ (?!(?:and|are|around|as|at|before|between|but|by|day|each|every|for|from|if|in|is|it|morning|next|of|off|on|only|onwards?|or|please|pls|plz|so|thanks?|than|that|the|then|there|this|through|till|to|until|was|we|when|where|which|while|with|you)(?!\p{L}))[a-z]{2,12}(?![\p{L}'-])/u
const MONTH_FOLLOWS =
  /(?:^|\b(?:on|by|in|until|till|since|before|after|from|to|through|of|due|next|last|this|and|or|early|late|mid|end|every|each|born|dated|starting|ending|\w{3,6}day)[,]?\s|[-–(,/]\s?)$/i

/** `2024-03-15` and the like tell the day first, as one would say it there; slashes the American way. */
const dayFirst = (day: string, month: string, before: string): string =>
  `${/\bthe\s$/i.test(before) ? '' : 'the '}${ordinal(day)} of ${month}`

const NUMERIC_DATE = /^\d{1,2}[/.]\d{1,2}(?!\d)|^\d{4}-\d\d-\d\d/
const CLOCK_NEXT = /^ \d{1,2}:\d\d/
/** A pause keeps the year and the hour apart. */
const yearBeforeClock = (year: string, after: string): string => yearWords(year) + (CLOCK_NEXT.test(after) ? ',' : '')
const ANY_DATE = new RegExp(
  String.raw`^(?:${MONTH}(?![\p{L}])|${DAY}${SUFFIX}?(?![\d:])|${YEAR}(?!\d)|present\b)`,
  'iu',
)

/** Month and day in the American order, or the other way about where only that makes sense. */
function monthAndDay(first: string, second: string): readonly [string, string] | undefined {
  const isDay = (number: string): boolean => Number(number) >= 1 && Number(number) <= 31
  const american = monthOfNumber(first)
  if (american !== undefined && isDay(second)) return [american, second]
  const european = monthOfNumber(second)
  return european !== undefined && isDay(first) ? [european, first] : undefined
}

function readYearFirst(match: RegExpExecArray, { before, after }: Context): Reading | undefined {
  const { year = '', month: number = '', day = '' } = parts(match)
  const month = monthOfNumber(number)
  if (month === undefined || Number(day) < 1 || Number(day) > 31) return undefined
  const spoken = `${dayFirst(day, month, before)} ${yearWords(year)}`
  return /^T\d/.test(after)
    ? { spoken: `${spoken},`, length: match[0].length + 1 }
    : untilNext(spoken, match[0].length, after, NUMERIC_DATE)
}

/** A message of Britain, by its money or the number to call: there the day is first. So it is beside a date that has no such month. */
const BRITISH = new RegExp(
  String.raw`£ ?\d|${BRITISH_NUMBER}|(?<![\d/])(?:1[3-9]|2\d|3[01])/(?:0?[1-9]|1[0-2])/(?:\d\d){1,2}(?!\d)`,
)
const AMERICAN = /(?<![\d/])(?:0?[1-9]|1[0-2])\/(?:1[3-9]|2\d|3[01])\/(?:\d\d){1,2}(?!\d)/
const isDayFirst = ({ before, after }: Context): boolean =>
  (BRITISH.test(before) || BRITISH.test(after)) && !AMERICAN.test(before) && !AMERICAN.test(after)
/** `03` → `two thousand three`: as one says it after a day without a pause. */
const fullYear = (year: string): string =>
  yearWords(year.length > 2 ? year : `${Number(year) < 50 ? '20' : '19'}${year}`)

function readNumeric(match: RegExpExecArray, context: Context): Reading | undefined {
  const { before, after } = context
  const { first = '', mark = '', second = '', year = '' } = parts(match)
  // Versions look like dates with short years.
  const isAlone = before.trim() === '' && /^[.!?]?\s*$/.test(after) && second.length === 2
  const isDoubtful = mark !== '/' && year.length === 2 && (first + second).length < 4 && !isAlone
  if (isDoubtful && senseOf({ cardinal: 2, date: 0 }, context) !== 'date') return undefined
  if (/[\p{L}\d]$|\d[./]$|\bv(?:er|ersion)?\.?\s?$/iu.test(before)) return undefined
  const date = monthAndDay(first, second)
  if (date === undefined) return undefined
  const month = isDayFirst(context) ? monthOfNumber(second) : undefined
  if (month !== undefined && Number(first) < 32 && Number(first) > 0)
    return untilNext(`${dayFirst(first, month, before)} ${fullYear(year)}`, match[0].length, after, NUMERIC_DATE)
  const spoken = `${date[0]} ${ordinal(date[1])}, ${yearBeforeClock(year, after)}`
  return untilNext(spoken, match[0].length, after, NUMERIC_DATE)
}

function readMonthAndDay(match: RegExpExecArray, context: Context): Reading | string | undefined {
  const { month: number = '', day = '' } = parts(match)
  const { before, after } = context
  if (/[\p{L}\d.,/$€£]$/u.test(before) || senseOfPair(number, day, context) !== 'date') return undefined
  if (number === '9' && day === '11') return 'nine eleven'
  const european = isDayFirst(context) ? monthOfNumber(day) : undefined
  if (european !== undefined) return untilNext(dayFirst(number, european, before), match[0].length, after, NUMERIC_DATE)
  return untilNext(`${monthOfNumber(number)} ${ordinal(day)}`, match[0].length, after, NUMERIC_DATE)
}

/** After these, `12/26` is the month and the year to which a card is valid. */
const EXPIRY_FOLLOWS =
  /(?:\bvalid (?:thru|through|until|to)|\bgood (?:thru|through)|\bexp(?:iry|iration|\.)?(?: date)?|\b(?:card|visa|mastercard|amex|discover|debit|credit)\b[^.!?]{0,36}\b(?:expir(?:es|ed|ing|ation)|ending|date))(?: (?:is|of|on|in))?[:.]?["'*_]{0,2} ?$/i

/** What is over on a day. */
const OFFER_BEFORE = /(?:^|[^\p{L}])(?:bogo|coupon|deal|free|off|offer|promo|sale|save|voucher)(?!\p{L})/iu

/** What ends on a day. */
const CLOSING =
  /(?:^|[^\p{L}])(?:b4|before|by|clos(?:es?|ing)(?: (?:date|on))?|ends?(?: on)?|exp(?:\.|ir(?:es?|y)(?: (?:date|on))?)?|from|on|starts?|till?|until|valid (?:from|till?|to|until))[:.]? ?$/iu
/** What an offer is of, and how one takes part */
const OFFER_BY_PHONE =
  /(?:^|[^\p{L}])(?:box|calls?|cash|claim|draw|entry|offer|ppm|prize|reply|t'?s?&?c'?s?|txt|voucher|win|winner|won)(?!\p{L})|\dppm|£ ?\d|1[68]\+/iu

/** Days or months of years, in figures. */
export const numericDates: readonly Expansion[] = [
  {
    // `Closes 300603`: the last day of an offer in British order
    category: 'date',
    first: /[0-3]/,
    pattern:
      /(?<day>0[1-9]|[12]\d|3[01])(?<month>0[1-9]|1[0-2])(?<year>[0-3]\d)(?![\p{L}\d%]|[-.,:/]\d| ?(?:euros?|people|pounds)(?!\p{L}))/uy,
    read: (match, context) => {
      const { day = '', month = '', year = '' } = parts(match)
      const { before, after } = context
      // `Close 300603.`: all that a sentence of it says
      const isAlone = /^(?:clos|end|exp)\p{L}{0,5}[:.]? ?$/iu.test(before) && /^[.!]?\s{0,3}$/.test(after)
      return CLOSING.test(before) &&
        (isAlone || isDayFirst(context) || OFFER_BY_PHONE.test(before) || OFFER_BY_PHONE.test(after))
        ? `${dayFirst(day, monthOfNumber(month) ?? '', before)} ${fullYear(year)}`
        : undefined
    },
  },
  {
    // `ends 31/12`: the day first, as no month has that number
    category: 'date',
    first: /[123]/,
    pattern: /(?<day>1[3-9]|2\d|3[01])\/(?<month>0?[1-9]|1[0-2])(?![\p{L}\d/%]|[.,]\d)/uy,
    read: (match, { before }) => {
      const { day = '', month = '' } = parts(match)
      return /(?:^|[^\p{L}])(?:b4|before|by|due|ends?|expires?|on|until|till) $/iu.test(before)
        ? `${monthOfNumber(month)} ${ordinal(day)}`
        : undefined
    },
  },
  {
    // `dated 20240315`
    category: 'date',
    first: /[12]/,
    pattern: /(?<year>(?:19|20)\d\d)(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\d|3[01])(?![\p{L}\d/%-]|[.,:]\d)/uy,
    read: (match, { before }) => {
      const { year = '', month = '', day = '' } = parts(match)
      if (!/\b(?:dated?|on|since|until|as of|due|from|born|expir\w{2,5})(?: (?:is|on))?:? $/i.test(before))
        return undefined
      return `${dayFirst(day, monthOfNumber(month) ?? '', before)} ${yearWords(year)}`
    },
  },
  {
    category: 'date',
    first: /[01-9]/,
    pattern: /(?<month>0?[1-9]|1[0-2]) ?[/-] ?(?<year>[2-4]\d)(?![\p{L}\d/%-]|[.,]\d)/uy,
    read: (match, { before, after }) => {
      const { month = '', year = '' } = parts(match)
      const isCard = /\bcard\b[^.!?]{0,36}$/i.test(before) && /^,? ?(?:cvv|cvc|security code)/i.test(after)
      return isCard || (EXPIRY_FOLLOWS.test(before) && !OFFER_BEFORE.test(before))
        ? `${monthOfNumber(month)} ${yearWords(`20${year}`)}`
        : undefined
    },
  },
  {
    category: 'date',
    first: /\d/,
    pattern: /(?<year>[12]\d{3})(?<mark>[-/.])(?<month>\d\d?)\k<mark>(?<day>\d\d?)(?=T\d|(?![\p{L}\d]|\k<mark>\d))/uy,
    read: readYearFirst,
  },
  {
    category: 'date',
    first: /\d/,
    pattern: /(?<first>\d\d?)(?<mark>[-/.])(?<second>\d\d?)\k<mark>(?<year>[12]\d{3}|\d\d)(?![\p{L}\d]|\k<mark>\d)/uy,
    read: readNumeric,
  },
  {
    category: 'date',
    first: /\d/,
    pattern:
      /(?:(?<month>0?[1-9]|1[0-2])\/|(?<padded>0[1-9]|1[0-2])-)(?<year>(?:1[5-9]|20)\d\d)(?![\p{L}\d/%-]|[.,]\d)/uy,
    read: (match, { before }) => {
      const { month, padded = '', year = '' } = parts(match)
      return /[\p{L}\d][./-]?$/u.test(before) ? undefined : `${monthOfNumber(month ?? padded)} ${yearWords(year)}`
    },
  },
  {
    category: 'date',
    first: /[12]/,
    pattern: /(?<year>(?:19|20)\d\d)-(?<month>0[1-9]|1[0-2])(?![\p{L}\d/%-]|[.,:]\d)/uy,
    read: (match, { before }) => {
      const { year = '', month = '' } = parts(match)
      // "2005-07" are two years, "2025-07" is a month.
      if (Number(month) > Number(year.slice(2)) || /[\p{L}\d][./-]?$/u.test(before)) return undefined
      return `${monthOfNumber(month)} ${yearWords(year)}`
    },
  },
]

/** `6/1`, `08/30`. */
export const monthDays: readonly Expansion[] = [
  {
    category: 'date',
    first: /\d/,
    pattern: /(?<month>0?[1-9]|1[0-2])\/(?<day>0?[1-9]|[12]\d|3[01])(?![\p{L}\d/%°]|[.,:]\d)/uy,
    read: readMonthAndDay,
  },
]

/** Whether a month's form in lower case is the word that looks like it. */
function isOrdinaryWord(form: string, { before, after }: Context): boolean {
  if (!VERBS.has(form)) return false
  return !MONTH_FOLLOWS.test(before) || /^\s[a-z]/.test(after)
}

/** What follows a fraction: `In March 3/4 of them left`. */
const PART_NEXT = /^ (?:an?|acres?|cups?|empty|full|hours?|inch(?:es)?|miles?|of|pounds?|tons?)(?!\p{L})/iu

function readMonthFirst(match: RegExpExecArray, context: Context): Reading | undefined {
  const { month = '', day = '', suffix, lastDay, year } = parts(match)
  const { after } = context
  // `October 3/4` may be a part of it.
  if (lastDay !== undefined && match[0].includes('/') && (Number(lastDay) <= Number(day) || PART_NEXT.test(after)))
    return undefined
  if (suffix === undefined && year === undefined && (isOrdinaryWord(month, context) || countsThings(after)))
    return undefined
  const end = lastDay === undefined ? '' : ` ${/[&/]|and/.test(match[0]) ? 'and' : 'to'} ${ordinal(lastDay)}`
  const spoken = `${monthName(month)} ${ordinal(day)}${end}`
  return year === undefined
    ? untilNext(spoken, match[0].length, after, ANY_DATE)
    : untilNext(`${spoken}, ${yearBeforeClock(year, after)}`, match[0].length, after, ANY_DATE)
}

function readDayFirst(match: RegExpExecArray, context: Context): Reading | undefined {
  const { day = '', suffix, lastDay, month = '', year, shortYear } = parts(match)
  const { before, after } = context
  const isBare = suffix === undefined && year === undefined && shortYear === undefined
  if (/[\p{L}\d][.,:/-]?$|[$€£#.]$/u.test(before)) return undefined
  if (isBare && VERBS.has(month) && /^\s[\p{L}]/u.test(after)) return undefined
  if (suffix !== undefined && lastDay === undefined && year === undefined && month === 'may' && MODAL_NEXT.test(after))
    return undefined
  const end = lastDay === undefined ? '' : ` ${/[&/]|and/.test(match[0]) ? 'and' : 'to'} the ${ordinal(lastDay)}`
  const [first = '', last = ''] = lastDay === undefined ? [day, ''] : [day, end]
  const days = `${/\bthe\s$/i.test(before) ? '' : 'the '}${ordinal(first)}${last} of ${monthName(month)}`
  const years = year ?? shortYear
  return untilNext(
    years === undefined ? days : `${days} ${yearBeforeClock(years, after)}`,
    match[0].length,
    after,
    ANY_DATE,
  )
}

/** A month's abbreviation that stands alone, where it can be nothing else. */
function readLoneMonth(match: RegExpExecArray, { before, after }: Context): Reading | undefined {
  const { month = '', dot } = parts(match)
  if (!MONTH_WORDS.has(month.toLowerCase())) return undefined
  const isRange = new RegExp(String.raw`^\s?[-–—/]\s?${MONTH}(?!\p{L})`, 'iu').test(after)
  const isLong = month.length > 4 || /^(?:may|june|july)$/i.test(month)
  if (!isRange && isLong) return undefined
  const isName = /^(?:Jan|Mar|Jun)$/.test(month)
  const isClear = dot !== undefined && !isName
  const follows = before !== '' && MONTH_FOLLOWS.test(before) && !/[(,]\s?$/.test(before)
  const isAlone = before.trim() === '' && /^[\s.]*$/.test(after)
  if (!isRange && !isClear && !follows && !(isAlone && dot !== undefined)) return undefined
  return untilNext(monthName(month), match[0].length, after, ANY_DATE)
}

/** Dates with the month by name. */
export const wordDates: readonly Expansion[] = [
  {
    category: 'date',
    first: /[a-z]/i,
    words: MONTH_WORDS,
    pattern: new RegExp(
      String.raw`(?<month>${MONTH})(?:\.?,? |\.?-|\.)(?:the )?(?<day>${DAY})(?<suffix> ?${SUFFIX}(?!\p{L}))?(?: ?(?:[-–—/]|and|&) ?(?<lastDay>${DAY})${SUFFIX}?)?(?:(?: ?, ?|[ -])(?<year>${WRITTEN_YEAR}))?${BORDER}`,
      'iuy',
    ),
    read: readMonthFirst,
  },
  {
    category: 'date',
    first: /\d/,
    pattern: new RegExp(
      String.raw`(?<day>${DAY})(?<suffix>${SUFFIX})?(?: ?(?:[-–—/]|and|&|to) ?(?<lastDay>${DAY})${SUFFIX}?)?(?: ?| of |-)(?<month>${MONTH})(?!\p{L})(?:\.(?!\s{0,3}$))?(?:(?:, ?| |-)?(?<year>${WRITTEN_YEAR})(?!\d)|-(?<shortYear>\d\d))?(?![\p{L}\d]|[,:/]\d)`,
      'iuy',
    ),
    read: readDayFirst,
  },
  {
    category: 'date',
    first: /[a-z]/i,
    words: MONTH_WORDS,
    pattern: new RegExp(
      String.raw`(?<month>${MONTH})(?!\p{L})\.?(?:,? (?:of )?|-)(?<year>${WRITTEN_YEAR})(?!s)${BORDER}`,
      'iuy',
    ),
    read: (match, { before, after }) => {
      const { month = '', year = '' } = parts(match)
      if (VERBS.has(month) && (countsThings(after) || /\bwe\s$/i.test(before))) return undefined
      return untilNext(`${monthName(month)} ${yearWords(year)}`, match[0].length, after, ANY_DATE)
    },
  },
  {
    category: 'date',
    first: /[A-Z]/,
    words: MONTH_WORDS,
    pattern: /(?=[A-Z])(?<month>[A-Z][A-Za-z]{2,8})(?![\p{L}\d'])(?<dot>\.(?!\s{0,3}$))?/uy,
    read: readLoneMonth,
  },
]
