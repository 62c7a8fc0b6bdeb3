import { MONTH, WEEKDAY, WEEKDAY_ABBREVIATION_WORDS, weekdayName } from './calendar.ts'
import type { Context, Expansion, Reading } from './expansion.ts'

const JOINED_BEFORE = new RegExp(
  String.raw`\b${WEEKDAY}\.?(?:,? (?:and|&|or|to|through|thru) |\s?[-–—/,&]\s?|, )$`,
  'i',
)
const JOINED_AFTER = new RegExp(
  String.raw`^\.?(?:,? (?:and|&|or|to|through|thru) |\s?[-–—/,&]\s?|, )${WEEKDAY}(?!\p{L})`,
  'iu',
)
const DAY_FOLLOWS =
  /(?:^|\b(?:on|every|each|next|last|this|by|until|till|from|since|before|after|through|thru|open|closed)\s|[(:;])$/i
const TIME_GOES_ON = new RegExp(
  String.raw`^,?\s(?:\d|${MONTH}(?!\p{L})|at\s(?:\d|noon)|morning|afternoon|evening|night|noon|the \d)`,
  'iu',
)

function readWeekday(match: RegExpExecArray, { before, after }: Context): Reading | undefined {
  const { day = '', dot } = match.groups ?? {}
  if (!isWeekday(day, dot !== undefined, before, after)) return undefined
  const spoken = weekdayName(day)
  const joint = /^\s?[-–—/]\s?/.exec(after)?.[0]
  if (joint === undefined || !JOINED_AFTER.test(after)) return { spoken, length: match[0].length }
  return { spoken: spoken + (joint.includes('/') ? ',' : ' to'), length: match[0].length + joint.length }
}

function isWeekday(day: string, hasDot: boolean, before: string, after: string): boolean {
  const isJoined = JOINED_BEFORE.test(before) || JOINED_AFTER.test(after)
  // "Mon and wed" are words in lower case, "mon-wed" are days.
  if (isJoined && (/^[A-Z]/.test(day) || /[-–/&] ?$/.test(before) || /^\.? ?[-–/&]/.test(after))) return true
  if (/^(?:tues|thurs?)$/i.test(day)) return true
  // What is left in lower case or in capitals is a word (sat, sun, wed) or an acronym (SAT).
  if (!/^[A-Z][a-z]/.test(day) && !/^(?:MON|TUE|WED|THU|FRI)$/.test(day)) return false
  if (/\bthe\s$/i.test(before)) return hasDot && TIME_GOES_ON.test(after)
  if (TIME_GOES_ON.test(after)) return true
  const isClosed = hasDot || /^(?:[,.;:)!?]|\s*$)/.test(after)
  if (hasDot && !/^(?:Mon|Sat|Sun)$/.test(day)) return true
  return isClosed && DAY_FOLLOWS.test(before)
}

/** Abbreviated days of the week; the full names need no reading, but their ranges do. */
export const weekdays: readonly Expansion[] = [
  {
    category: 'date',
    first: /[a-z]/i,
    words: WEEKDAY_ABBREVIATION_WORDS,
    pattern: /(?<day>[a-z]{3,5})(?![\p{L}\d'])(?<dot>\.(?!\s{0,3}$))?/iuy,
    read: readWeekday,
  },
  {
    category: 'date',
    first: /[a-z]/i,
    words: new Set('monday tuesday wednesday thursday friday saturday sunday'.split(' ')),
    pattern: new RegExp(String.raw`(?<day>[a-z]{3,6}day)\s?[-–—]\s?(?=${WEEKDAY}(?!\p{L}))`, 'iuy'),
    read: ({ groups }) => `${(groups?.day ?? '').toLowerCase()} to`,
  },
  {
    category: 'date',
    first: /M/,
    words: new Set(['m']),
    pattern: /M ?[-–] ?(?<last>F|Th|Sa|Su)(?=[,:]? (?:\d|from |between )|[.,;)]|\s{0,3}$)/y,
    read: ({ groups }, { before }) =>
      /[A-Za-z\d][&/-]?$/.test(before) ? undefined : `monday to ${LAST_DAYS.get(groups?.last ?? '')}`,
  },
]
const LAST_DAYS: ReadonlyMap<string, string> = new Map([
  ['F', 'friday'],
  ['Th', 'thursday'],
  ['Sa', 'saturday'],
  ['Su', 'sunday'],
])
