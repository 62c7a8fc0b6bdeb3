import type { Context, Expansion, Reading } from '../../reading/expansion.ts'
import { MONTH, WEEKDAY, WEEKDAY_ABBREVIATION_WORDS, weekdayName } from './calendar.ts'

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
/** A word in lower case that a day may follow: `ships Sat.`, but not `the Sun`. */
const VERB_BEFORE =
  /(?:^|[^\p{L}])(?!(?:an?|the|our|my|your|his|her|its|their|this|of|with|and|or|sun|as)\s)\p{Ll}[\p{L}']{1,20}\s$/u
const TIME_GOES_ON = new RegExp(
  String.raw`^,?\s(?:\d|${MONTH}(?!\p{L})|(?:at|@)\s?(?:\d|noon)|morning|afternoon|evening|night|noon|the \d)`,
  'iu',
)

const MONTH_NEXT = new RegExp(String.raw`^ ${MONTH}(?!\p{L})`, 'iu')

function readWeekday(match: RegExpExecArray, { before, after }: Context): Reading | undefined {
  const { day = '', dot } = match.groups ?? {}
  if (!WEEKDAY_ABBREVIATION_WORDS.has(day.toLowerCase())) return undefined
  if (!isWeekday(day, dot !== undefined, before, after)) return undefined
  const spoken = weekdayName(day)
  const joint = /^\s?[-–—/]\s?/.exec(after)?.[0]
  // Before another word with a capital the full stop ends the sentence, too.
  const isLast = dot !== undefined && /^ \p{Lu}/u.test(after) && !MONTH_NEXT.test(after)
  if (joint === undefined || !JOINED_AFTER.test(after)) return { spoken, length: match[0].length - (isLast ? 1 : 0) }
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
  if (/^[:,]? (?:closed|off|only)(?!\p{L})/u.test(after)) return true
  if (isClosed && /^(?:Tue|Wed|Thu|Fri)$/.test(day) && /[\p{L}\d)] $/u.test(before)) return true
  const isDotted = hasDot || after.startsWith('.')
  return isClosed && (DAY_FOLLOWS.test(before) || (isDotted && VERB_BEFORE.test(before)))
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
    // `MWF 9-10`, `T/Th 1:30`: days of classes
    category: 'date',
    first: /[MT]/,
    words: new Set(['m', 't', 'tu', 'mwf', 'mw', 'tth', 'tuth']),
    pattern: /(?:M\/?W(?:\/?F)?|Tu?\/?Th)(?=:? (?:\d|from |at |only|classes)|[.,;)]|\s{0,3}$)/y,
    read: ([days], { before }) => {
      if (/[A-Za-z\d][&/-]?$/.test(before) || (/^M\/?W$/.test(days) && before === '')) return undefined
      return (days.match(/Tu|Th|[MWFT]/g) ?? []).map((day) => CLASS_DAYS.get(day)).join(' ')
    },
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
const CLASS_DAYS: ReadonlyMap<string, string> = new Map([
  ['M', 'monday'],
  ['W', 'wednesday'],
  ['F', 'friday'],
  ['T', 'tuesday'],
  ['Tu', 'tuesday'],
  ['Th', 'thursday'],
])
const LAST_DAYS: ReadonlyMap<string, string> = new Map([
  ['F', 'friday'],
  ['Th', 'thursday'],
  ['Sa', 'saturday'],
  ['Su', 'sunday'],
])
