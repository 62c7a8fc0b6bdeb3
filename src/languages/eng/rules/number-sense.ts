import type { Context } from '../../reading/expansion.ts'
import { type Candidates, sensesOf } from '../../reading/senses.ts'
import { englishWords } from '../word-lists.ts'
import { countsThings } from './calendar.ts'

const SENSES = [
  'alternative',
  'cardinal',
  'clock',
  'date',
  'decade',
  'duration',
  'fraction',
  'measure',
  'odds',
  'passcode',
  'pence',
  'rating',
  'ratio',
  'reference',
  'room',
  'telephone',
] as const

/** What figures may be that look alike. */
export type NumberSense = (typeof SENSES)[number]

const senses = sensesOf<NumberSense>(englishWords.rows('number-senses'), SENSES, englishWords.list('number-links'))

/** The sense that the format of a number, given as weights of candidates, and its context speak for most. */
export const senseOf = (candidates: Candidates<NumberSense>, context: Context): NumberSense =>
  senses.decide(candidates, context)

/** What a cardinal weighs: codes need a word that asks for them. */
const CARDINAL = 2

/** A cardinal where things are counted, whatever else the context speaks for: `order 1045 units`. */
function senseUnlessCounted(candidates: Candidates<NumberSense>, context: Context): NumberSense {
  const sense = senseOf(candidates, context)
  if (
    /(?:(?:access|activation|booking|claim|confirmation|pin|promo|reference|security|verification) code|pin|password)(?: is)? $/i.test(
      context.before,
    )
  )
    return sense
  return sense !== 'cardinal' && countsThings(context.after) ? 'cardinal' : sense
}

/** Whether the words around a code ask for one, which its format alone does not show; the less it shows, the more `doubt`. */
export const isCodeAsked = (context: Context, doubt = CARDINAL): boolean =>
  senseOf({ cardinal: doubt, passcode: 0, reference: 0 }, context) !== 'cardinal'

/** Whether a telephone is called by a number. */
export const isCalled = (context: Context): boolean =>
  senseOf({ cardinal: CARDINAL, telephone: 0 }, context) === 'telephone'

/** Whether a number refers to a thing, such as an order or a book, rather than to a telephone. */
export const isReference = (context: Context): boolean =>
  senseOf({ cardinal: CARDINAL, reference: 0, telephone: 0 }, context) === 'reference'

/** Whether a number with a letter names a place: `gate 12C`. */
export const isPlace = (context: Context): boolean => senseOf({ cardinal: CARDINAL, room: 0 }, context) === 'room'

/** `OTP for your order of Rs 500 is` */
const PASSCODE_IS =
  /(?:^|[^\p{L}])(?:otp|one-time (?:code|passcode|password)|passcode|security code|verification code)(?!\p{L})[^!?;]{0,44} (?:is|was):? $/iu

/** Of two figures and more without marks: `4829`, `902144`. */
export function senseOfDigits(digits: string, context: Context): NumberSense {
  if (PASSCODE_IS.test(context.before) && digits.length > 3) return 'passcode'
  const weight = (digits.length < 4 ? -1 : 0) + (/00$/.test(digits) && digits.length < 5 ? -1 : 0)
  return senseUnlessCounted(
    {
      cardinal: CARDINAL,
      ...(digits.length > 2 ? { passcode: weight, reference: weight } : {}),
      ...(digits.length < 7 ? { telephone: digits.length < 3 ? -4 : -2 } : {}),
      ...(digits.length < 5 ? { room: 0 } : {}),
    },
    context,
  )
}

/** Figures that are told one by one. */
export const TOLD_BY_DIGITS: ReadonlySet<NumberSense> = new Set(['passcode', 'reference', 'telephone'])

const DAY_OR_MONTH = '(?:0?[1-9]|[12]\\d|3[01])'
const NUMERIC_DATE = new RegExp(
  String.raw`^${DAY_OR_MONTH}([-/.])${DAY_OR_MONTH}\1(?:\d\d){1,2}$|^\d{4}([-/.])${DAY_OR_MONTH}\2${DAY_OR_MONTH}$`,
)
/** `04-12-91`, but not `04-82-91`. */
export const looksLikeDate = (text: string): boolean => NUMERIC_DATE.test(text)

/** More often a range than other groups: `tickets 100-200`. */
const PAIR = /^\d{3}-\d{3}$/

/** Of figures in groups: `048 291`, `04-82-91`, `21-1234`. */
export function senseOfGroups(text: string, context: Context): NumberSense {
  const count = text.replaceAll(/\D/g, '').length
  const isSpaced = count > 5 && !/[-.]/.test(text)
  const isNamed = isSpaced && count > 6 && /\p{L}: $/u.test(context.before)
  const isDate = looksLikeDate(text)
  return senseUnlessCounted(
    {
      cardinal: CARDINAL,
      ...(isDate ? { date: 3 } : {}),
      ...(count > 3 ? { passcode: count > 5 ? 0 : -2 } : {}),
      ...(count > 5 && !isDate ? { reference: isNamed ? 3 : PAIR.test(text) ? -0.5 : 0 } : {}),
      ...(count > 4 && !isDate ? { telephone: count > 6 || isSpaced ? 1 : 0 } : {}),
    },
    context,
  )
}

/** Whether two groups of figures are one reference rather than a range: `21-1234` of a case, `4-110` of a room. */
export const isReferencePair = (text: string, context: Context): boolean =>
  senseUnlessCounted(
    {
      cardinal: CARDINAL,
      reference: PAIR.test(text) ? -0.5 : 0,
      ...(/^\d{1,2}-\d{2,4}$/.test(text) ? { room: -3.5 } : {}),
    },
    context,
  ) !== 'cardinal'

const BEST_MARKS = /^(?:5|10|100)$/
const SAME_MONTH_NEXT = /^ ?(?:[-–—]|to|through|thru) ?(\d{1,2})\/(\d{1,2})(?!\d)/
const SAME_MONTH_BEFORE = /(?:^|\D)(\d{1,2})\/(\d{1,2}) ?(?:[-–—]|to|through|thru) ?$/

/** Of two numbers with a stroke, which may have decimals: `3/4`, `08/30`, `3.8/4.0`. */
export function senseOfPair(top: string, bottom: string, context: Context): NumberSense {
  const isWhole = !/\./.test(top + bottom)
  const isDay = isWhole && /^(?:0?[1-9]|1[0-2])$/.test(top) && /^(?:0?[1-9]|[12]\d|3[01])$/.test(bottom)
  const isLike = isFractionLike(top, bottom)
  const isMark = Number(top) <= Number(bottom) && !/^0\d/.test(top)
  const isShareOfThings = BEST_MARKS.test(bottom) && countsThings(context.after)
  const isBest = top === bottom && BEST_MARKS.test(bottom)
  return senseOf(
    {
      ...(isWhole ? { fraction: isLike || !isDay ? 1 : 0 } : { cardinal: 1 }),
      ...(isDay
        ? { date: (isLike ? 0 : 2) + weightOfRange(top, bottom, context) + (isOfAmount(context) ? 5 : 0) }
        : {}),
      ...(isMark
        ? {
            rating:
              isBest || !isWhole || isShareOfThings ? 3 : isVerdict(bottom, context) ? 4 : Number(bottom) > 4 ? 0 : -4,
          }
        : {}),
      ...(isWhole ? { odds: 0 } : {}),
      ...(Number(bottom) === Number(top) + 1 ? { alternative: 0 } : {}),
    },
    context,
  )
}

/** `It's a 4/5 for me`, but `it's a 3/5 vote` */
const isVerdict = (bottom: string, { before, after }: Context): boolean =>
  BEST_MARKS.test(bottom) &&
  /(?:^|[^\p{L}])(?:(?:it'?s|it|her|him|them) an?|a (?:perfect|solid|strong)) $/iu.test(before) &&
  /^(?:\s{0,3}$|[.,;:!?)\n]| (?:and|at|because|but|for|from|if|on|overall|so|to|with)(?!\p{L}))/u.test(after)

/** What people write as a fraction: `3/4`, `7/12`, `3/16`, but neither `4/1` nor `04/05`. */
function isFractionLike(top: string, bottom: string): boolean {
  if (top.startsWith('0') || bottom.startsWith('0')) return false
  const isProper = Number(top) < Number(bottom)
  if (Number(bottom) <= 10) return isProper || (top === bottom && top !== '1')
  return isProper && (bottom === '12' || (bottom === '16' && Number(top) % 2 === 1))
}

/** `$45 (3/5)`: the day of a charge. */
const isOfAmount = ({ before, after }: Context): boolean =>
  /[$€£]\d[\d.,]{0,9} \($/.test(before) && after.startsWith(')')

/** In a range such as `3/4 to 3/9` days of a month rise and fractions fall; in `1/4 to 1/2` it is the other way about. */
function weightOfRange(month: string, day: string, { before, after }: Context): number {
  const [, nextMonth, nextDay = day] = SAME_MONTH_NEXT.exec(after) ?? []
  const [, lastMonth, lastDay = day] = SAME_MONTH_BEFORE.exec(before) ?? []
  if (nextMonth !== month && lastMonth !== month) return 0
  const days = nextMonth === month ? Number(nextDay) - Number(day) : Number(day) - Number(lastDay)
  return days > 0 ? 2 : -4
}

/** Two and three dimensions look like days: `2d`, `3d`. */
const DIMENSIONS = /^[23]$/
const FAR_METERS = 100

/** Whether a letter after a number is a unit of time: `15m`, `3d`, `10s`. */
export function isTimeSpan(numeral: string, unit: 'd' | 'm' | 's', context: Context): boolean {
  const { before, after } = context
  if (/[\p{Sc}#]$/u.test(before)) return false
  const isAlone = before === '' && after === ''
  if (unit === 'd' && /(?:^|\s)[x×] ?$/.test(before)) return true
  if (unit === 's') return senseOf({ decade: 0.5, duration: isAlone ? 1 : 0 }, context) === 'duration'
  const isFar = unit === 'm' && Number.parseFloat(numeral) >= FAR_METERS
  const isModel = unit === 'd' && DIMENSIONS.test(numeral)
  return senseOf({ measure: isModel ? 4 : isFar ? 3 : 1, duration: 0 }, context) === 'duration'
}
