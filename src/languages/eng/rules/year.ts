import type { Context, Expansion, Reading } from '../../reading/expansion.ts'
import { countsThings, YEAR, yearWords } from './calendar.ts'
import { isTimeSpan } from './number-sense.ts'
import { cardinal, inPairs, ordinal, pluralOfWords } from './number-words.ts'
import type { Parts } from './until-next.ts'
import { parts, untilNext } from './until-next.ts'

const ERA = String.raw`(?:B\.? ?C\.? ?E|A\.? ?D|B\.? ?C|C\.? ?E)(?![\p{L}\d])(?:\.(?!\s{0,3}$))?`
const spelledEra = (era: string): string => [...era.replaceAll(/[. ]/g, '')].join(' ')

const GOES_ON = /[\p{L}\d][.,:/]?$|[$€£¥#]$/u

function readDecade(match: RegExpExecArray, context: Context): Reading | undefined {
  const { mark, decade = '' } = parts(match)
  const { before, after } = context
  if (GOES_ON.test(before)) return undefined
  if (decade.length === 2 && mark === undefined && isTimeSpan(decade, 's', context)) return undefined
  const words = decade === '00' ? 'two thousand' : yearWords(decade)
  return untilNext(pluralOfWords(words), match[0].length, after, /^'?(?:[12]\d)?\d0'?s/)
}

/** `1914–18`, `1998-2004`, `2019/20`, `1990-present`. */
function readYearRange(match: RegExpExecArray, { before, after }: Context): string | undefined {
  const { from = '', mark = '', to = '' } = parts(match)
  if (GOES_ON.test(before) || /[-–]$/.test(before) || countsThings(after)) return undefined
  if (/^\d/.test(to) && !areConsecutive(from, to)) return undefined
  const end = /^\d/.test(to) ? yearWords(to) : to.toLowerCase()
  return `${yearWords(from)} ${mark === '/' ? '' : 'to '}${end}`
}

function areConsecutive(from: string, to: string): boolean {
  if (to.length === 4) return Number(to) > Number(from)
  return Number(to) > Number(from.slice(2)) || to === '00'
}

/** Before and after Christ, and the like. */
const eras: readonly Expansion[] = [
  {
    category: 'date',
    first: /\d/,
    pattern: new RegExp(
      String.raw`(?:(?<from>\d{1,4})(?: ?[-–—] ?))?(?<year>\d{1,3},\d{3}|\d{1,6}) ?(?<era>${ERA})`,
      'uy',
    ),
    read: (match, { before }) => {
      const { from, year = '', era = '' } = parts(match)
      if (GOES_ON.test(before)) return undefined
      const start = from === undefined ? '' : `${inPairs(from)} to `
      return `${start}${inPairs(year.replace(',', ''))} ${spelledEra(era)}`
    },
  },
  {
    category: 'date',
    first: /[AaCc]/,
    words: new Set(['ad', 'a', 'ce']),
    pattern: /(?<era>A\.? ?D|C\.?E)\.? (?<year>\d{1,4})(?![\p{L}\d%:]|[.,]\d)/uy,
    read: (match) => {
      const { era = '', year = '' } = parts(match)
      return `${spelledEra(era)} ${inPairs(year)}`
    },
  },
  {
    category: 'date',
    first: /[Cc]/,
    words: new Set(['c', 'ca']),
    pattern: /ca?\. ?(?=\d{3,4}(?!\d))/iy,
    read: () => 'circa',
  },
  {
    category: 'date',
    first: /[bdr]/,
    words: new Set(['b', 'd', 'r']),
    pattern: /(?<word>[bdr])\. ?(?=(?:c\. ?)?(?:1\d{3}|20\d\d)(?!\d))/y,
    read: (match, { before }) =>
      /[(,;]\s?$/.test(before) ? { b: 'born', d: 'died', r: 'reigned' }[parts(match).word ?? ''] : undefined,
  },
]

const FISCAL_YEAR = String.raw`(?:'?\d\d|${YEAR})(?!\d)`

/** Parts of years, as accountants name them. */
const businessPeriods: readonly Expansion[] = [
  {
    category: 'date',
    first: /[Qq]/,
    words: new Set(['q']),
    pattern: new RegExp(
      String.raw`Q ?(?<quarter>[1-4])(?![\p{L}\d])(?:(?: of | ?)(?<year>${YEAR}|'\d\d)${'(?!\\d)'})?`,
      'uy',
    ),
    read: (match, { after }) => {
      const { quarter = '', year } = parts(match)
      const spoken = `Q ${cardinal(quarter)}${year === undefined ? '' : ` ${yearWords(year)}`}`
      return untilNext(spoken, match[0].length, after, /^Q[1-4]/)
    },
  },
  {
    category: 'date',
    first: /[1-4]/,
    pattern: new RegExp(String.raw`(?<part>[1-4])(?<kind>[QH]) ?(?<year>${FISCAL_YEAR})(?![\p{L}\d])`, 'uy'),
    read: (match, { before }) => readPartOfYear(parts(match), before),
  },
  {
    category: 'date',
    first: /[1-4]/,
    pattern: /(?<part>[1-4])Q(?![\p{L}\d])/uy,
    read: (match, { before }) => (GOES_ON.test(before) ? undefined : `${ordinal(parts(match).part ?? '')} quarter`),
  },
  {
    category: 'date',
    first: /H/,
    words: new Set(['h']),
    pattern: new RegExp(String.raw`(?<kind>H)(?<part>[12]) ?(?!00)(?<year>${FISCAL_YEAR})(?![\p{L}\d])`, 'uy'),
    read: (match, { before }) => readPartOfYear(parts(match), before),
  },
  {
    category: 'date',
    first: /[FC]/,
    words: new Set(['fy', 'cy']),
    pattern: new RegExp(
      String.raw`(?<kind>[FC])Y ?(?<year>${FISCAL_YEAR})(?:[-–/](?<to>${FISCAL_YEAR}))?(?![\p{L}\d])`,
      'uy',
    ),
    read: (match) => {
      const { kind, year = '', to } = parts(match)
      return `${kind === 'F' ? 'fiscal' : 'calendar'} year ${yearWords(year)}${to === undefined ? '' : ` to ${yearWords(to)}`}`
    },
  },
]

function readPartOfYear({ part = '', kind, year = '' }: Parts, before: string): string | undefined {
  if (GOES_ON.test(before) || (kind === 'H' && Number(part) > 2)) return undefined
  const article = /\b(?:in|for|of|by|during|since|until|to|from)\s$/i.test(before) ? 'the ' : ''
  return `${article}${ordinal(part)} ${kind === 'Q' ? 'quarter' : 'half'} of ${yearWords(year)}`
}

/** Everything about years that shows by itself. */
export const years: readonly Expansion[] = [
  ...businessPeriods,
  ...eras,
  {
    category: 'date',
    first: /['\d]/,
    pattern: /(?<mark>')?(?<decade>[12]\d\d0|[1-9]0|(?<=')00)'?s(?![\p{L}\d])/uy,
    read: readDecade,
  },
  {
    category: 'date',
    first: /\d/,
    pattern:
      /(?<century>\d\d?)(?:st|nd|rd|th)(?: ?(?<mark>[-–]) ?(?<last>\d\d?)(?:st|nd|rd|th))?[ -]c(?:ent|en)?\.(?!\w)/y,
    read: (match) => {
      const { century = '', last } = parts(match)
      const until = last === undefined ? '' : ` to ${ordinal(last)}`
      return `${ordinal(century)}${until} century`
    },
  },
  {
    category: 'date',
    first: /'/,
    pattern: /'(?<year>\d\d)(?![\p{L}\d'%]|[.,:]\d)/uy,
    read: (match, { before, after }) =>
      // A quotation may open with a figure.
      /[\p{L}\d]$/u.test(before) || /\S'(?!\p{L})/u.test(after) ? undefined : yearWords(parts(match).year ?? ''),
  },
  {
    category: 'date',
    first: /[12]/,
    pattern:
      /(?<from>1[1-9]\d\d|20\d\d)(?<mark> ?[-–—] ?|\/)(?<to>(?:1[1-9]|20)\d\d|\d\d|present|now|today)(?![\p{L}\d%/-]|[.,:]\d)/iuy,
    read: readYearRange,
  },
]

const YEAR_FOLLOWS =
  /(?:\b(?:in|since|until|till|during|circa|year|years|of|early|late|mid|spring|summer|fall|autumn|winter|born|©|copyright|from|by|before|after|between|and|to|season|olympics|election)[,]?\s|[©(]\s?)$/i
const COUNT_FOLLOWS =
  /\b(?:are|were|have|has|had|with|all|only|over|than|nearly|almost|approximately|roughly|some|least|most|to|per|another|these|those|up to|sold|cost|costs|paid|worth)\s$/i

/** Four figures that say a year, or are read as if they did. After everything that gives a figure a unit. */
export const bareYears: readonly Expansion[] = [
  {
    category: 'date',
    first: /[12]/,
    pattern: /(?<year>(?:1[5-9]|20)\d\d)'s(?!\p{L})/uy,
    read: (match, { before }) => (GOES_ON.test(before) ? undefined : `${yearWords(parts(match).year ?? '')}'s`),
  },
  {
    category: 'date',
    first: /[12]/,
    pattern: /(?:1[1-9]|20)\d\d(?![\p{L}\d%°]|[.,:/]\d)/uy,
    read: ([year], context) => readBareYear(year, context),
  },
  {
    category: 'date',
    first: /[12]/,
    pattern: /(?:10|2[1-9])\d\d(?![\p{L}\d%°]|[.,:/]\d)/uy,
    read: ([year], { before, after }) =>
      /\b(?:in|since|year|circa|by|until|(?:spring|summer|autumn|fall|winter|January|February|March|April|May|June|July|August|September|October|November|December) (?:of )?|(?:born|died|crowned|founded|reigned) (?:in )?)\s?$/i.test(
        before,
      ) && !countsThings(after)
        ? inPairs(year)
        : undefined,
  },
]

function readBareYear(year: string, { before, after }: Context): string | undefined {
  if (GOES_ON.test(before) || countsThings(after)) return undefined
  // Read digit by digit.
  if (year === '1234' && !YEAR_FOLLOWS.test(before)) return undefined
  if (/\d[ ]$/.test(before) || /^ \d/.test(after)) return YEAR_FOLLOWS.test(before) ? yearWords(year) : undefined
  if (COUNT_FOLLOWS.test(before) && /^ [a-z]/.test(after) && !YEAR_FOLLOWS.test(before)) return undefined
  return yearWords(year)
}
