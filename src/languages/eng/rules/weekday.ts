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
/** Days that are nothing else: `tues and fri`, `wed or thurs`. */
const CLEAR = '(?:mon|tues|thurs?|fri)(?:day)?|tuesday|wednesday|saturday|sunday'
const CLEAR_BEFORE = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:${CLEAR})\.?(?:,? (?:and|&|or|to|thru) | ?[-–/&] ?|, )$`,
  'iu',
)
const CLEAR_AFTER = new RegExp(String.raw`^\.?(?:,? (?:and|&|or|to|thru) | ?[-–/&] ?|, )(?:${CLEAR})(?!\p{L})`, 'iu')
/** `Friday and sat down`, `sun, Saturday`: words beside a day that is written out. */
const DAY_IN_FULL = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?'
const WORD_AFTER_DAY = new RegExp(`${DAY_IN_FULL}(?:,|,? (?:and|or)) $`)
const WORD_BEFORE_DAY = new RegExp(`^(?:,|,? (?:and|or)) ${DAY_IN_FULL}(?!\\p{L})`, 'u')
const BY_DAY = /(?:^|[^\p{L}])(?:by|every|last|next|on|since|the|this|till|until) $/iu
const WED_NEXT = /^ (?:bliss|couples?|her|him|his|in|pairs?|to)(?!\p{L})/u
const OF_TITLE =
  /(?:^|[^\p{L}.])(?!(?:Closed|Closes|Date|Every|From|Last|Modified|Next|On|Open|Opens|Posted|Published|Received|Sent|This|Till|To|Until|Updated|Written)(?!\p{L}))\p{Lu}\p{Ll}{3,20} $/u
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
  if (/^(?:sat|sun|wed)$/.test(day) && (WORD_AFTER_DAY.test(before) || WORD_BEFORE_DAY.test(after))) return false
  const isJoined = JOINED_BEFORE.test(before) || JOINED_AFTER.test(after)
  if (isJoined && (CLEAR_BEFORE.test(before) || CLEAR_AFTER.test(after))) return true
  // "Mon and wed" are words in lower case, "mon-wed" are days.
  if (isJoined && (/^[A-Z]/.test(day) || /[-–/&] ?$/.test(before) || /^\.? ?[-–/&]/.test(after))) return true
  if (/^(?:tues|thurs?)$/i.test(day)) return true
  // `the wed after`, `by fri`
  if (/^(?:tue|wed|thu|fri)$/.test(day) && BY_DAY.test(before) && !WED_NEXT.test(after)) return true
  // What is left in lower case or in capitals is a word (sat, sun, wed) or an acronym (SAT).
  if (!/^[A-Z][a-z]/.test(day) && !/^(?:MON|TUE|WED|THU|FRI)$/.test(day)) return false
  // `at 12:Sat`
  if (/(?:^|\D)\d{1,2}:$/.test(before)) return true
  if (/\bthe\s$/i.test(before)) return (hasDot && TIME_GOES_ON.test(after)) || /^(?:Tue|Wed|Thu|Fri)$/i.test(day)
  // `Edmonton Sun, August 16`: a newspaper
  if (day === 'Sun' && OF_TITLE.test(before)) return false
  if (TIME_GOES_ON.test(after)) return true
  const isClosed = hasDot || /^(?:[,.;:)!?]|\s*$)/.test(after)
  if (hasDot && !/^(?:Mon|Sat|Sun)$/.test(day)) return true
  if (/^[:,]? (?:closed|off|only)(?!\p{L})/u.test(after)) return true
  if (isClosed && /^(?:Tue|Wed|Thu|Fri)$/.test(day) && /[\p{L}\d)] $/u.test(before)) return true
  const isDotted = hasDot || after.startsWith('.')
  return isClosed && (DAY_FOLLOWS.test(before) || (isDotted && VERB_BEFORE.test(before)))
}

const DAY_CODE = '(?:Th|Tu|Sa|Su|[MTWF])'
const CODES = /Th|Tu|Sa|Su|[MTWF]/g
const DAY_CODES: ReadonlySet<string> = new Set('m t tu w th f sa su'.split(' '))
/** Letters of days stand by hours: `M–Th 9–5`, `open 4–6 M, W`. */
const areHoursNear = (before: string, after: string): boolean =>
  /^[,:]? (?:\d{1,2}(?:[-– :ap]|$)|from |between |noon|at \d)/.test(after) ||
  (/\d ?(?:[ap]\.?m\.? ?)?,? ?$/i.test(before) && /\d ?(?:[ap]\.?m\.?)? ?[-–]|:\d\d/i.test(before))
const AFTER_HOURS = new RegExp(String.raw`${DAY_CODE}:? \d[^.]{0,20}[,;] $`)

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
    words: new Set('m t tu mwf mw tth tuth mtwthf mtuwthf mtwtf mth'.split(' ')),
    pattern: /(?:MTu?WThF|MTWTF|MTh|M\/?W(?:\/?F)?|Tu?\/?Th)(?=:? (?:\d|from |at |only|classes)|[.,;)]|\s{0,3}$)/y,
    read: ([days], { before }) => {
      if (/[A-Za-z\d][&/-]?$/.test(before) || (/^M\/?W$/.test(days) && before === '')) return undefined
      return (days.match(/Tu|Th|[MWFT]/g) ?? []).map((day) => CLASS_DAYS.get(day)).join(' ')
    },
  },
  {
    // `M–Th 9–5`, `10–4 Sa–Su`
    category: 'date',
    first: /[FMSTW]/,
    words: DAY_CODES,
    pattern: new RegExp(String.raw`(${DAY_CODE}) ?[-–] ?(${DAY_CODE})(?![\p{L}\d'&/])`, 'uy'),
    read: ([, from = '', to = ''], { before, after }) => {
      if (/[\p{L}\d][&/-]?$/u.test(before) || from === to) return undefined
      const isClear = from === 'M' && to !== 'M' && to !== 'W' && /^(?:[.,;)]|\s{0,3}$)/.test(after)
      return isClear || areHoursNear(before, after) ? `${CLASS_DAYS.get(from)} to ${CLASS_DAYS.get(to)}` : undefined
    },
  },
  {
    // `7–9 M, W, F`
    category: 'date',
    first: /[FMSTW]/,
    words: DAY_CODES,
    pattern: new RegExp(
      String.raw`${DAY_CODE}(?:(?:, ?(?:and )?|\/| ?& ?| and )${DAY_CODE}){1,6}(?![\p{L}\d'&/-])`,
      'uy',
    ),
    read: ([days], { before, after }) => {
      if (/[\p{L}\d][&/-]?$/u.test(before) || !areHoursNear(before, after)) return undefined
      return (days.match(CODES) ?? []).map((day) => CLASS_DAYS.get(day)).join(', ')
    },
  },
  {
    // `M–Th 9–5, F 9–3`
    category: 'date',
    first: /[FMSTW]/,
    words: DAY_CODES,
    pattern: new RegExp(String.raw`${DAY_CODE}(?=:? \d{1,2}(?::\d\d)? ?(?:[ap]\.?m\.?)? ?[-–])`, 'uy'),
    read: ([day], { before }) => (AFTER_HOURS.test(before) ? CLASS_DAYS.get(day) : undefined),
  },
]
const CLASS_DAYS: ReadonlyMap<string, string> = new Map([
  ['M', 'monday'],
  ['W', 'wednesday'],
  ['F', 'friday'],
  ['Sa', 'saturday'],
  ['Su', 'sunday'],
  ['T', 'tuesday'],
  ['Tu', 'tuesday'],
  ['Th', 'thursday'],
])
