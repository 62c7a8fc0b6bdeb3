import type { Context, Expansion } from './expansion.ts'
import { ALONE, type Grammar } from './grammar.ts'
import { rangeLink } from './numeral.ts'
import { AFTER_STROKE } from './quantity.ts'

/** The same as `opensNumber` of dates and times, which may follow a colon and a stroke, too: `営業時間:10:00`. */
export const opensDate = (before: string): boolean =>
  !/(?:[\p{L}\p{M}\d][.,/-]?|\d:)$/u.test(before) || AFTER_STROKE.test(before)
/** The full stop after `31.12.2025.` ends the sentence. */
const NOT_IN_NUMBER = String.raw`(?![\d/]|[.-]\d)`

/** No fraction that people write: `31/12`, `30/9`, `05/06`. */
const ONLY_DATE =
  /^(?:(?:1[3-9]|2\d|3[01])\/1[0-2]|(?!21\/9|24\/7)(?:1[7-9]|2\d|3[01])\/[1-9]|0\d\/\d{1,2}|\d{1,2}\/0\d)$/

/** Dates in figures, the day first; ISO dates with the year first. */
export function numericDates(grammar: Grammar): readonly Expansion[] {
  const yearOf = (written: string): number => {
    const value = Number(written)
    if (written.length > 2) return value
    return value + (value < 50 ? 2000 : 1900)
  }
  const inOrder = (first: number, second: number): [day: number, month: number] =>
    grammar.isMonthFirst === true ? [second, first] : [first, second]
  const isDay = (day: number, month: number): boolean => day >= 1 && day <= 31 && month >= 1 && month <= 12
  const say = (day: number, month: number, year: number | undefined, context: Context, mark = '/') => {
    if (isDay(day, month)) return grammar.date({ day, month, year }, context)
    // `1.23.12` is a version: where points part dates, the day goes first.
    return isDay(month, day) && year !== undefined && mark !== '.'
      ? grammar.date({ day: month, month: day, year }, context)
      : undefined
  }
  /** `code 12-03-45` */
  const isCode = ({ before }: Context): boolean =>
    grammar.contexts['before-digits']?.(before) === true && grammar.contexts['before-date']?.(before) !== true
  return [
    {
      // `12/03-15/03`, `3.5. – 7.5.2025`: from one date to another
      category: 'date',
      first: /\d/,
      pattern: new RegExp(
        String.raw`(\d{1,2})([/.])(\d{1,2})(?:(\.)|\2((?:1[5-9]|20)\d\d|\d\d))? ?[-–〜] ?(\d{1,2})\2(\d{1,2})(?:(\.)|\2((?:1[5-9]|20)\d\d|\d\d))?${NOT_IN_NUMBER}`,
        'y',
      ),
      read: (match, context) => {
        const [whole, first, mark, second, , year, third, fourth, stop, lastYear] = match
        if (!opensDate(context.before)) return undefined
        const isWritten =
          lastYear !== undefined || (mark === '.' ? stop !== undefined && grammar.hasDottedDates === true : true)
        const [from, to] = [inOrder(Number(first), Number(second)), inOrder(Number(third), Number(fourth))]
        if (!isWritten || !isDay(...from) || !isDay(...to)) return undefined
        // `1/2-3/4`: parts of a cup
        const isClear = [`${first}/${second}`, `${third}/${fourth}`].some((day) => ONLY_DATE.test(day))
        // `約1/4-1/2`
        const isShare =
          grammar.contexts['before-share']?.(context.before) === true ||
          grammar.contexts['after-share']?.(context.after) === true
        const isDated =
          mark === '.' ||
          isClear ||
          (grammar.isMonthFirst === true && !isShare) ||
          grammar.contexts['before-date']?.(context.before) === true
        if (lastYear === undefined && !isDated) return undefined
        const [start, end] = [
          say(...from, year === undefined ? undefined : yearOf(year), context),
          say(...to, lastYear === undefined ? undefined : yearOf(lastYear), context),
        ]
        if (start === undefined || end === undefined) return undefined
        const isStop = stop !== undefined && (grammar.hasDottedDates !== true || context.after.trim() === '')
        const [article, link = ''] = grammar.datesLink?.split('|') ?? []
        const isAfterArticle =
          article !== undefined &&
          context.before
            .toLowerCase()
            .trimEnd()
            .split(/[^\p{L}]/u)
            .at(-1) === article
        return {
          spoken: `${start} ${isAfterArticle ? link : grammar.range(false)} ${end}`,
          length: whole.length - (isStop ? 1 : 0),
        }
      },
    },
    {
      category: 'date',
      first: /\d/,
      pattern: new RegExp(String.raw`(\d{1,2})([./-])(\d{1,2})\2((?:1[5-9]|20)\d\d|\d\d)${NOT_IN_NUMBER}`, 'y'),
      read: ([, day, mark, month, year = ''], context) =>
        opensDate(context.before) && !(year.length === 2 && isCode(context))
          ? say(...inOrder(Number(day), Number(month)), yearOf(year), context, mark)
          : undefined,
    },
    {
      category: 'date',
      first: /\d/,
      pattern: new RegExp(String.raw`((?:1[5-9]|20)\d\d)([./-])(\d{1,2})\2(\d{1,2})${NOT_IN_NUMBER}`, 'y'),
      read: ([, year = '', , month, day], context) =>
        opensDate(context.before) && isDay(Number(day), Number(month))
          ? grammar.date({ day: Number(day), month: Number(month), year: Number(year) }, context)
          : undefined,
    },
    {
      // `van 12-03 tot 15-03`, `op 3-12 om 9 uur`
      category: 'date',
      first: /\d/,
      pattern: new RegExp(String.raw`(\d{1,2})-(0?[1-9]|1[0-2])${NOT_IN_NUMBER}`, 'y'),
      read: ([, day, month = ''], context) =>
        opensDate(context.before) &&
        grammar.contexts['before-date']?.(context.before) === true &&
        (month.startsWith('0') || grammar.contexts['after-date']?.(context.after) === true)
          ? say(...inOrder(Number(day), Number(month)), undefined, context)
          : undefined,
    },
    {
      // `12/26`: until when a card is valid
      category: 'date',
      first: /\d/,
      pattern: new RegExp(String.raw`(0[1-9]|1[0-2])\/(\d\d)${NOT_IN_NUMBER}`, 'y'),
      read: ([, month, year], { before }) =>
        grammar.contexts['before-expiry']?.(before) === true
          ? `${grammar.cardinal(Number(month), ALONE)} ${grammar.cardinal(Number(year), ALONE)}`
          : undefined,
    },
    {
      // `2019/2020`, `1999/00`, and with spaces any two years: `2012 / 2016`
      category: 'date',
      first: /\d/,
      pattern: /((?:1[5-9]|20)\d\d)( ?)\/ ?((?:1[5-9]|20)?\d\d)(?![\d/]|[.,]\d)/y,
      read: ([, from = '', space = '', to = ''], { before }) => {
        if (!opensDate(before)) return undefined
        const next = Number(from) + 1
        const last = to.length === 2 ? next - (next % 100) + Number(to) : Number(to)
        const year = grammar.year ?? ((value: number) => grammar.cardinal(value, ALONE))
        if (last === next) return `${year(Number(from))} ${year(last)}`
        return space !== '' && to.length === 4 ? `${year(Number(from))}, ${year(last)}` : undefined
      },
    },
    {
      category: 'date',
      first: /\d/,
      pattern: new RegExp(String.raw`(0?[1-9]|1[0-2])[/-]((?:19|20)\d\d)${NOT_IN_NUMBER}`, 'y'),
      read: ([, month, year], context) =>
        opensDate(context.before)
          ? grammar.date({ day: 0, month: Number(month), year: Number(year) }, context)
          : undefined,
    },
    {
      category: 'date',
      first: /\d/,
      pattern: new RegExp(String.raw`(\d{1,2})[/.](\d{1,2})\.?${NOT_IN_NUMBER}(?!\d| ?%| ?€)`, 'y'),
      read: (match, context) => {
        const [whole, first, second] = match
        const [day, month] = inOrder(Number(first), Number(second))
        const { before, after } = context
        const isGerman = /^\d{1,2}\.\d{1,2}\.$/.test(whole) && grammar.hasDottedDates === true
        const isSlashed =
          whole.includes('/') &&
          ((grammar.isMonthFirst !== true && ONLY_DATE.test(whole.replaceAll('.', ''))) ||
            grammar.contexts['before-date']?.(before) === true ||
            grammar.contexts['after-date']?.(after) === true)
        if (!opensDate(before) || !(isGerman || isSlashed) || !isDay(day, month)) return undefined
        const isShare =
          Number(first) < Number(second) &&
          grammar.contexts['before-share']?.(before) === true &&
          grammar.contexts['after-share']?.(after) === true &&
          !/^ \p{L}{1,4} \d/u.test(after)
        if (isShare && !ONLY_DATE.test(whole.replaceAll('.', ''))) return undefined
        const spoken = grammar.date({ day, month, year: undefined }, context)
        const isStop = whole.endsWith('.') && (!isGerman || after.trim() === '')
        return { spoken, length: whole.length - (isStop ? 1 : 0) }
      },
    },
  ]
}

/** `9.00-13.00`, where a comma marks decimals. */
const isAfterDotted = ({ before, country }: Context, grammar: Grammar): boolean =>
  grammar.decimalMark(country) === ',' && /(?:^|[^\d.,])\d{1,2}\.[0-5]\d ?[-–] ?$/.test(before)

/** What may follow an hour, but nothing that is counted: `alle 9,30 e`, but `alle 9,30 tonnellate` */
const AFTER_HOUR =
  /^(?:\s*$|[.;:)!?"]|,(?!\d)| (?:a|à|às|al|alle|con|da|das|de|del|della|di|do|e|è|en|fino|ha|hasta|até|il|la|na|no|o|ou|per|para|por|se|si|y)(?!\p{L}))/u

/** A time, and its zone or unit perhaps */
const AFTER_TIME = /(?:^|[^\d:])\d{1,2}(?: ?(?::|h) ?[0-5]\d(?: ?[\p{L}\p{M}.]{1,8})?| ?h) ?$/iu

/** Times of day, with seconds, with a unit, with halves of the day; and hours such as `15 h`. */
export function clockTimes(grammar: Grammar): readonly Expansion[] {
  const { clockUnit, hourLetters } = grammar
  const half = String.raw`(?: ?(?:(?<am>[aA]\.? ?[mM]\.?)|(?<pm>[pP]\.? ?[mM]\.?))(?![\p{L}\d]))?`
  const unit = String.raw`(?: ?(?<unit>${clockUnit})(?![\p{L}\p{M}\d]))?`
  /** `8.30 bis 17.15 Uhr` */
  const toTime = new RegExp(
    String.raw`^ ?(?:\p{L}{1,3}|[-–]) ?\d{1,2}[.:][0-5]\d ?(?:${clockUnit})(?![\p{L}\p{M}])`,
    'u',
  )
  const read: Expansion['read'] = (match, context) => {
    const { hour = '', minute = '0', second, am: writtenAm, pm, unit: hasUnit, mark } = match.groups ?? {}
    const isWordAm = / am$/.test(match[0]) && grammar.afterWordAm?.test(context.after) === true
    const am = isWordAm ? undefined : writtenAm
    const isAfterRange = /\d[\p{L}]{0,3} ?[-–] ?$/u.test(context.before)
    // `diario-14h`
    const isAfterHyphen = hasUnit !== undefined && /\p{L}{3}-$/u.test(context.before)
    const isAfterTime = /\d(?::|h)[0-5]\d ?\/ ?$/i.test(context.before)
    if (!(opensDate(context.before) || isAfterRange || isAfterHyphen || isAfterTime) || /\d[:.]$/.test(context.before))
      return undefined
    if (Number(hour) > 24 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined
    // `Capitolo 1 ora disponibile`: now
    if (hasUnit === 'ora' && grammar.contexts['before-label']?.(context.before) === true) return undefined
    const unitWritten = hasUnit !== undefined || (mark !== undefined && /\p{L}/u.test(mark))
    const isAlone = context.before.trim() === '' && context.after.trim() === ''
    const isBeforeTime = grammar.contexts['before-time']
    const isTime =
      isBeforeTime !== undefined && (isAlone || isBeforeTime(context.before) || isAfterDotted(context, grammar))
    if (mark === '.' && am === undefined && pm === undefined && !unitWritten && !isTime && !toTime.test(context.after))
      return undefined
    if (mark === undefined && am === undefined && pm === undefined && !unitWritten) return undefined
    const clock = {
      hour: Number(hour),
      minute: Number(minute),
      second: second === undefined ? undefined : Number(second),
      half: am === undefined ? (pm === undefined ? undefined : ('pm' as const)) : ('am' as const),
      hasUnit: unitWritten,
    }
    const whole = isWordAm ? match[0].slice(0, -' am'.length) : match[0]
    const isStop = whole.endsWith('.') && context.after.trim() === ''
    return { spoken: grammar.clock(clock, context), length: whole.length - (isStop ? 1 : 0) }
  }
  const dottedNext = new RegExp(String.raw`^\d{1,2}\.\d\d(?!\d| ?(?:${clockUnit})(?!\p{L}))`, 'u')
  return [
    {
      // `14:00 UTC/07:00 PT`, `10h00/11h00`: one time and another
      category: 'punctuation',
      first: /\//,
      pattern: new RegExp(
        String.raw`\/ ?(?=\d{1,2}(?:(?::|${hourLetters})[0-5]\d(?!\d)|(?:${hourLetters})(?![\p{L}\d])))`,
        'uy',
      ),
      read: (_match, { before }) => (AFTER_TIME.test(before) ? ',' : undefined),
    },
    {
      // `9-17 Uhr`, `10h-12h`, `9:00–18:00`
      category: 'time',
      first: /\d/,
      pattern: new RegExp(
        String.raw`(?<hour>\d{1,2})(?:(?:: ?|\.|${hourLetters})(?<minute>[0-5]\d))?(?: ?(?:${clockUnit}))? ?[-–] ?(?=\d{1,2}(?:[:.][0-5]\d)? ?(?:${clockUnit})(?![\p{L}\p{M}\d])|\d{1,2}(?:: ?|${hourLetters})\d\d(?!\d)|(?<=\.[0-5]\d ?[-–] ?)\d{1,2}\.[0-5]\d(?![\d%]|\.\d| ?\p{Sc}))`,
        'uy',
      ),
      read: (match, context) => {
        const { hour = '', minute } = match.groups ?? {}
        if (!opensDate(context.before) || Number(hour) > 24) return undefined
        const isDotted = /^\d{1,2}\.\d\d ?[-–] ?$/.test(match[0]) && dottedNext.test(context.after)
        if (isDotted && (grammar.contexts['before-time'] === undefined || grammar.decimalMark(context.country) === '.'))
          return undefined
        if (minute === undefined && !/\p{L}/u.test(match[0])) {
          const agreement = { gender: grammar.hourGender ?? ('m' as const), isAttributive: false }
          return `${grammar.cardinal(Number(hour), agreement)} ${rangeLink(context.before, grammar)}`
        }
        const clock = {
          hour: Number(hour),
          minute: Number(minute ?? 0),
          second: undefined,
          half: undefined,
          hasUnit: /\p{L}/u.test(match[0]),
        }
        return `${grammar.clock(clock, context)} ${rangeLink(context.before, grammar)}`
      },
    },
    {
      category: 'time',
      first: /\d/,
      pattern: new RegExp(
        String.raw`(?<hour>\d{1,2})(?<mark>:|(?<=: ?\d\d ?[-–] ?\d{1,2}): | ?(?:${hourLetters}) ?|\.)(?<minute>[0-5]\d)(?![\d%])(?:[:.](?<second>[0-5]\d)(?!\d))?${half}${unit}(?!:\d|\/(?!\d{1,2}(?::|${hourLetters})[0-5]\d(?!\d))\d|\.\d|[€$]| ?(?:min|m)(?!\p{L}))`,
        'uy',
      ),
      read,
    },
    {
      // `ore 9,30`, `9,30 Uhr`, where a comma marks decimals
      category: 'time',
      first: /\d/,
      pattern: new RegExp(String.raw`(?<hour>\d{1,2})(?<mark>,)(?<minute>[0-5]\d)(?![\d%])${unit}(?![.,]\d)`, 'uy'),
      read: (match, context) => {
        const { before, after, country } = context
        if (grammar.decimalMark(country) !== ',') return undefined
        const written = match.groups?.unit
        const isNamed =
          grammar.contexts['before-comma-hour']?.(before) === true &&
          (written !== undefined || /(?:^| )ore $/i.test(before) || AFTER_HOUR.test(after))
        const isOfDay = written === 'Uhr' || (written === 'uur' && grammar.contexts['before-hour']?.(before) === true)
        return isNamed || isOfDay ? read(match, context) : undefined
      },
    },
    {
      category: 'time',
      first: /\d/,
      pattern: new RegExp(String.raw`(?<hour>\d{1,2})${half}(?: ?(?<unit>${clockUnit})(?![\p{L}\p{M}\d]))?`, 'uy'),
      read,
    },
  ]
}
