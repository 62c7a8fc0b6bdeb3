import type { Context, Expansion, Reading } from '../../reading/expansion.ts'
import { isAfterArticle, isBeforeNoun, isNounNext } from './adjective.ts'
import { senseOf } from './number-sense.ts'
import { cardinal, digitByDigit } from './number-words.ts'
import type { Parts } from './until-next.ts'
import { parts, untilNext } from './until-next.ts'

const HOUR = String.raw`(?:2[0-4]|[01]?\d)`
const MERIDIEM = String.raw`[aApP]\.? ?[mM](?![\p{L}\d])(?:\.(?!\s{0,3}$))?`
const ZONE = String.raw`(?:UTC|GMT|Z|[ECMP][SD]?T|AK[SD]T|HS?T|BST|CES?T|EES?T|WES?T|IST|JST|KST|MSK|SGT|HKT|PHT|A[ECW][SD]T|NZ[SD]T|BRT|ART|SAST|[ecmp][sd]t|utc|gmt)(?!\p{L}|[+−-]\d)`
/** What a clock's figures look like, to find the other end of a range. */
const CLOCK = /^(?:\d{1,2}[:h.][0-5]\d|\d{1,2} ?[ap]\.? ?m\b|noon\b|midnight\b)/i

/** `5:12 AM/5:48 PM` are two clocks. */
const GOES_ON = /[\p{L}\d][:.,]$|(?:[\p{L}\d](?<!\d ?[ap]\.?m|[ECMP][SD]?T))\/$|[\p{L}\d$€£#]$/iu
const AFTER_ISO_DATE = /\dT$/
/** `3 Jun 2002 10:15:22`, `2024-05-01 10:15:22` */
const AFTER_YEAR = /(?:^|[^\d.])(?:(?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d),? (?:at )?$/

const spelledZone = (zone: string): string => (zone === 'Z' ? 'U T C' : [...zone.toUpperCase()].join(' '))
const withZone = (spoken: string, zone: string | undefined): string =>
  zone === undefined ? spoken : `${spoken} ${spelledZone(zone)}`
const meridiemWords = (meridiem: string): string => (/^a/i.test(meridiem) ? 'A M' : 'P M')

/** `05` → `oh five`; nothing for a full hour. */
const minuteWords = (minute: string): string =>
  minute === '00' ? '' : minute.startsWith('0') ? ` oh ${cardinal(minute)}` : ` ${cardinal(minute)}`

/** As soldiers say it: `16:00 hours`. */
const hoursWords = (hour: string, minute: string): string =>
  `${cardinal(hour)}${minute === '00' ? ' hundred' : minuteWords(minute)} hours`

/** A time of day without "a.m." or "p.m.": `6:00`, `17:00`, `00:15`. */
function clockWords(hour: string, minute: string): string {
  const hours = Number(hour)
  if (minute !== '00')
    return hour === '00' ? `twelve${minuteWords(minute)} A M` : `${cardinal(hour)}${minuteWords(minute)}`
  if (hours === 0) return 'midnight'
  return hours <= 12 ? `${cardinal(hour)} o'clock` : `${cardinal(hour)} hundred`
}

const counted = (number: string, unit: string): string =>
  Number(number) === 1 ? `one ${unit}` : `${cardinal(number)} ${unit}s`

/** `1:01:01` → `one hour one minute and one second`. */
function durationWords(hour: string, minute: string, second: string, fraction = ''): string {
  const seconds =
    fraction === '' ? counted(second, 'second') : `${cardinal(second)} point ${digitByDigit(fraction.slice(1))} seconds`
  const larger = [
    ...(Number(hour) > 0 ? [counted(hour, 'hour')] : []),
    ...(Number(minute) > 0 ? [counted(minute, 'minute')] : []),
  ]
  if (Number(second) === 0 && fraction === '' && larger.length > 0) return larger.join(' and ')
  return larger.length === 0 ? seconds : `${larger.join(' ')} and ${seconds}`
}

function readMeridiem(match: RegExpExecArray, { before, after }: Context): Reading | undefined {
  const { hour = '', minute = '00', second, meridiem = '', zone } = parts(match)
  if (GOES_ON.test(before)) return undefined
  const seconds = second === undefined || Number(second) === 0 ? '' : ` and ${counted(second, 'second')}`
  const spoken = `${cardinal(hour)}${minuteWords(minute)}${seconds} ${meridiemWords(meridiem)}`
  // A pause keeps the letters of the zone from those before: `P M, E S T`.
  return untilNext(withZone(zone === undefined ? spoken : `${spoken},`, zone), match[0].length, after, CLOCK)
}

/** The first of two times that share one "p.m.". */
function readRangeStart(match: RegExpExecArray, { before }: Context): string | undefined {
  const { hour = '', minute = '00' } = parts(match)
  return GOES_ON.test(before) ? undefined : `${cardinal(hour)}${minuteWords(minute)} to`
}

/** `2:00` may be an hour, minutes and seconds, or a ratio; with a zone or `hours` only an hour. */
function readColon(match: RegExpExecArray, context: Context): Reading | string | undefined {
  const { hour = '', minute = '', hours, zone } = parts(match)
  const { before, after } = context
  const isHour = /^(?:2[0-4]|[01]?\d)$/.test(hour)
  if (hours !== undefined || zone !== undefined || AFTER_ISO_DATE.test(before))
    return isHour ? readClock(match, context) : undefined
  if (GOES_ON.test(before)) return undefined
  const isShort = /^0$/.test(hour)
  const sense = senseOf(
    { ...(isHour ? { clock: isShort ? 0 : 1 } : {}), duration: isShort ? 3 : 0, ratio: isHour ? 0 : 0.5 },
    context,
  )
  if (sense === 'ratio') return undefined
  if (sense === 'clock') return readClock(match, context)
  const isOfNoun = isNounNext(after) && (isAfterArticle(before) || /(?:^|\s)the $/i.test(before))
  if (minute === '00') return isOfNoun ? `${cardinal(hour)} minute` : durationWords('0', hour, minute)
  // "A 4:32 mile", "ran a 4:32".
  return isOfNoun || isAfterArticle(before)
    ? `${cardinal(hour)}${minuteWords(minute)}`
    : durationWords('0', hour, minute)
}

function readClock(match: RegExpExecArray, { before, after }: Context): Reading | undefined {
  const { hour = '', minute = '', hours, zone } = parts(match)
  if (GOES_ON.test(before) && !AFTER_ISO_DATE.test(before)) return undefined
  const isNamed = minute === '00' && /^ (?:noon|midnight|o'clock)\b/.test(after)
  const spoken = isNamed ? cardinal(hour) : hours === undefined ? clockWords(hour, minute) : hoursWords(hour, minute)
  return untilNext(withZone(spoken, zone), match[0].length, after, CLOCK)
}

function readWithSeconds(match: RegExpExecArray, { before, after }: Context): Reading | string | undefined {
  const { hour = '', minute = '', second = '', fraction, zone } = parts(match)
  if (AFTER_ISO_DATE.test(before) || AFTER_YEAR.test(before) || /^ [-+]\d{4}(?!\d)/.test(after)) {
    const seconds = Number(second) === 0 ? '' : ` and ${counted(second, 'second')}`
    return withZone(`${clockWords(hour, minute)}${seconds}`, zone)
  }
  if (GOES_ON.test(before)) return undefined
  const spoken =
    isBeforeNoun(before, after) && fraction === undefined
      ? `${cardinal(hour)}${minuteWords(minute)}${second === '00' ? '' : minuteWords(second)}`
      : durationWords(hour, minute, second, fraction)
  return untilNext(withZone(spoken, zone), match[0].length, after, /^\d{1,2}:\d\d/)
}

/** `4p` may be an hour or pence. */
function isHalfDay(minute: string | undefined, half: string, isRange: boolean, context: Context): boolean {
  if (GOES_ON.test(context.before)) return false
  const clock = minute === undefined ? 0 : 5
  // A capital is as often a size or a row.
  const rest = half === 'p' ? ({ pence: 1 } as const) : ({ cardinal: half === 'P' ? 3 : 1 } as const)
  return senseOf({ clock: clock + (isRange ? 2 : 0), ...rest }, context) === 'clock'
}

const AFTER_HALF = /\d[apAP] ?[-–] ?$/
const AFTER_HOUR = /(?:^|[^\p{L}\d.,:$£€])(?:1[0-2]|[1-9])(?::[0-5]\d)? ?[-–] ?$/u

function readShortMeridiem(match: RegExpExecArray, context: Context): Reading | undefined {
  const { hour = '', minute, half = '' } = parts(match)
  const { before, after } = context
  const isRange =
    /^ ?[-–] ?\d{1,2}(?::\d\d)?[apP](?!\w)/.test(after) ||
    AFTER_HALF.test(before) ||
    (half !== 'a' && AFTER_HOUR.test(before))
  if (!isHalfDay(minute, half, isRange, context)) return undefined
  const spoken = `${cardinal(hour)}${minuteWords(minute ?? '00')} ${meridiemWords(half)}`
  return untilNext(spoken, match[0].length, after, /^\d{1,2}(?::\d\d)?[apP](?!\w)/)
}

const UNITS_OF_TIME = ['day', 'hour', 'minute', 'second']
const unitOfTime = (unit: string): string => UNITS_OF_TIME.find((name) => name.startsWith(unit.charAt(0))) ?? unit

/** `1h 20m`, `2d4h`, `5m30s`: units from great to small. */
function readDuration([text]: RegExpExecArray, { before }: Context): string | undefined {
  if (/[\p{L}\d][.,:/]?$/u.test(before)) return undefined
  const figures = [...text.matchAll(/(\d{1,4}) ?([a-z]{1,7})/g)].map(
    ([, number = '', unit = '']) => [number, unitOfTime(unit)] as const,
  )
  const ranks = figures.map(([, unit]) => UNITS_OF_TIME.indexOf(unit))
  if (ranks.some((rank, i) => rank <= (ranks[i - 1] ?? -1))) return undefined
  return figures.map(([number, unit]) => counted(number, unit)).join(' ')
}
const TIME_UNIT = '(?:d(?:ays?)?|h(?:ou)?rs?|h|m(?:inute|in)?s?|s(?:ec(?:ond)?)?s?)'

function readOffset({ zone = '', sign, hours = '', minutes }: Parts): string {
  const rest = minutes === undefined || minutes === '00' ? '' : ` ${cardinal(minutes)}`
  return `${spelledZone(zone)} ${sign === '+' ? 'plus' : 'minus'} ${cardinal(hours)}${rest}`
}

function readMilitary(match: RegExpExecArray, { before }: Context): string | undefined {
  const { hour = '', minute = '', word } = parts(match)
  if (/[\p{L}\d.,:/$€£-]$/u.test(before)) return undefined
  const hours = hour.startsWith('0') ? (hour === '00' ? 'zero' : `oh ${cardinal(hour)}`) : cardinal(hour)
  const minutes = minute === '00' ? ' hundred' : minuteWords(minute)
  return `${hours}${minutes}${word === undefined ? '' : ' hours'}`
}

const NOON = /(?<word>noon|midnight) ?[-–—] ?(?=\d{1,2}(?::\d\d)? ?[ap]\.?m|\d{1,2}:\d\d)/iy

const UNTIL_NOON =
  /(?<hour>1[0-2]|[1-9])(?::(?<minute>[0-5]\d))? ?(?<meridiem>[aApP]\.?[mM]\.?)? ?[-–] ?(?=(?:noon|midnight|close|closing|dusk|late)(?!\p{L}))/uy

/** Times of day, spans of time on a clock and time zones. */
export const times: readonly Expansion[] = [
  {
    // `at :15 and :45 past the hour`
    category: 'time',
    first: /:/,
    pattern: /:(?=[0-5]\d(?![\d:.]))/y,
    read: (_match, { before }) =>
      /(?:^|[^\p{L}])(?:after|and|at|by|every|or|past|the|until) $/iu.test(before) ? '' : undefined,
  },
  {
    // `mm/dd/yyyy`, `hh:mm`: how dates and times are written
    category: 'date',
    first: /[DdHhMmYy]/,
    words: new Set(['dd', 'hh', 'mm', 'yy', 'yyyy']),
    pattern: /(?:dd|hh|mm|yyyy|yy)(?:[-/.: ](?:dd|hh|mm|mon|ss|yyyy|yy)){1,3}(?![\p{L}\d])/iuy,
    read: ([form], { before }) =>
      /[\p{L}\d@_]$/u.test(before) || (!/y/i.test(form) && !/^(?:hh|mm[-/]dd|dd[-/]mm)/i.test(form))
        ? undefined
        : form
            .toUpperCase()
            .split(/[-/.: ]/)
            .map((part) => [...part].join(' '))
            .join(', '),
  },
  {
    category: 'time',
    first: /[nm]/i,
    words: new Set(['noon', 'midnight']),
    pattern: NOON,
    read: (match) => `${parts(match).word} to`,
  },
  {
    category: 'time',
    first: /[1-9]/,
    pattern: UNTIL_NOON,
    read: (match, { before }) => {
      const { hour = '', minute = '00', meridiem } = parts(match)
      if (GOES_ON.test(before)) return undefined
      return `${cardinal(hour)}${minuteWords(minute)}${meridiem === undefined ? '' : ` ${meridiemWords(meridiem)}`} to`
    },
  },
  {
    category: 'time',
    first: /\d/,
    pattern: new RegExp(
      String.raw`(?<hour>${HOUR})(?:[:.h](?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?)? ?(?<meridiem>${MERIDIEM})(?: ?\(?(?<zone>${ZONE})\)?)?`,
      'uy',
    ),
    read: readMeridiem,
  },
  {
    // `1045 PM`
    category: 'time',
    first: /[01-9]/,
    pattern: new RegExp(
      String.raw`(?<hour>1[0-2]|0?[1-9])(?<minute>[0-5]\d) ?(?<meridiem>${MERIDIEM})(?: ?\(?(?<zone>${ZONE})\)?)?`,
      'uy',
    ),
    read: readMeridiem,
  },
  {
    category: 'time',
    first: /\d/,
    pattern: new RegExp(
      String.raw`(?<hour>${HOUR})(?:[:.](?<minute>[0-5]\d))?(?: ?[-–—] ?| to )(?=${HOUR}(?:[:.][0-5]\d)? ?${MERIDIEM})`,
      'uy',
    ),
    read: readRangeStart,
  },
  {
    category: 'time',
    first: /\d/,
    pattern: new RegExp(
      String.raw`(?<hour>\d{1,3}):(?<minute>[0-5]\d):(?<second>[0-5]\d)(?<fraction>\.\d{1,6})?(?: ?(?<zone>${ZONE}))?(?![\p{L}\d]|:\d)`,
      'uy',
    ),
    read: readWithSeconds,
  },
  {
    category: 'time',
    first: /\d/,
    pattern: /(?<minute>\d{1,2}):(?<second>[0-5]\d)(?<fraction>\.\d{1,3})(?![\p{L}\d]|[.:]\d)/uy,
    read: (match, { before }) => {
      const { minute = '', second = '', fraction } = parts(match)
      return GOES_ON.test(before) ? undefined : durationWords('0', minute, second, fraction)
    },
  },
  {
    category: 'time',
    first: /\d/,
    pattern: new RegExp(
      String.raw`(?<hour>\d{1,3}):(?<minute>[0-5]\d)(?<hours> ?h(?:ours|rs?)?(?!\p{L}))?(?: ?\(?(?<zone>${ZONE})\)?)?(?!(?!ish)\p{L}|\d|[:.%]\d)`,
      'uy',
    ),
    read: readColon,
  },
  {
    category: 'time',
    first: /\d/,
    pattern: new RegExp(String.raw`(?<hour>${HOUR})h(?<minute>[0-5]\d)(?: ?(?<zone>${ZONE}))?(?![\p{L}\d])`, 'uy'),
    read: readClock,
  },
  {
    category: 'time',
    first: /\d/,
    pattern: new RegExp(String.raw`(?<hour>\d{1,2})(?::00)? ?o'clock(?: ?(?<meridiem>${MERIDIEM}))?(?!\p{L})`, 'iuy'),
    read: (match) => {
      const { hour = '', meridiem } = parts(match)
      return `${cardinal(hour)} o'clock${meridiem === undefined ? '' : ` ${meridiemWords(meridiem)}`}`
    },
  },
  {
    category: 'time',
    first: /\d/,
    pattern:
      /(?<hour>1[0-2]|[1-9])(?::(?<minute>[0-5]\d))?(?<half>[apP]|A(?= ?[-–] ?\d{1,2}(?::\d\d)?P))(?![\p{L}\d'])/uy,
    read: readShortMeridiem,
  },
  {
    // `1–4p`: the first of two hours that share one "p"
    category: 'time',
    first: /[1-9]/,
    pattern:
      /(?<hour>1[0-2]|[1-9])(?::(?<minute>[0-5]\d))?(?: ?[-–—] ?| to )(?=(?:1[0-2]|[1-9])(?::[0-5]\d)?(?<half>[apP])(?![\p{L}\d']))/uy,
    read: (match, context) => {
      const { minute, half = '' } = parts(match)
      return isHalfDay(minute, half, half !== 'a', context) ? readRangeStart(match, context) : undefined
    },
  },
  {
    category: 'time',
    first: /\d/,
    pattern: new RegExp(String.raw`\d{1,4} ?${TIME_UNIT}(?:\.? ?\d{1,2} ?${TIME_UNIT}){1,3}(?![\p{L}\d])`, 'uy'),
    read: readDuration,
  },
  {
    category: 'time',
    first: /[012]/,
    pattern: /(?<hour>[01]\d|2[0-4])(?<minute>[0-5]\d) ?(?<word>hours|hrs?|h)(?![\p{L}\d])/uy,
    read: readMilitary,
  },
  {
    // Hours of television, in the east and in the middle of America
    category: 'time',
    first: /\d/,
    pattern:
      /(?<east>1[0-2]|[1-9])(?::(?<minute>[0-5]\d))?\/(?<central>1[0-2]|[1-9])(?::[0-5]\d)?[cC](?:entral)?(?![\p{L}\d])/uy,
    read: (match) => {
      const { east = '', minute = '00', central = '' } = parts(match)
      return `${cardinal(east)}${minuteWords(minute)}, ${cardinal(central)}${minuteWords(minute)} central`
    },
  },
  {
    category: 'time',
    first: /0/,
    pattern: /(?<hour>0\d)(?<minute>[0-5]\d)(?![\p{L}\d%]|[-.,:/]\d)/uy,
    read: (match, context) =>
      /\b(?:at|by|until|till|before|after|departs?|departing|arrives?|arriving|leaves?|leaving) $/i.test(context.before)
        ? readMilitary(match, context)
        : undefined,
  },
  {
    category: 'time',
    first: /[12]/,
    pattern:
      /(?<hour>1[3-9]|2[0-3])(?<minute>[0-5]\d)(?=[.,;)](?:\s|$)|\s{0,3}$| (?:on|local|sharp|today|tomorrow|tonight|from|in|and|or|for)\b)/uy,
    read: (match, context) => {
      const { hour = '', minute = '' } = parts(match)
      const isYear = /^(?:19|20)$/.test(hour) || minute === '00'
      return !isYear &&
        /\b(?:at|until|till|departs?|departing|arrives?|arriving|lands?|leaves?) $/i.test(context.before)
        ? readMilitary(match, context)
        : undefined
    },
  },
  {
    category: 'time',
    first: /[UG]/,
    words: new Set(['utc', 'gmt']),
    pattern: /(?<zone>UTC|GMT) ?(?<sign>[-+−–±])(?<hours>\d{1,2})(?::?(?<minutes>[0-5]\d))?(?![\p{L}\d])/uy,
    read: (match) => readOffset(parts(match)),
  },
]
