import type { Context, Expansion } from './expansion.ts'
import { ALONE, type Grammar, type Noun } from './grammar.ts'
import { sayNumeral } from './numeral.ts'
import { beforeSentenceEnd, finderIn, opensNumber, TIMES } from './quantity.ts'

/** How often and in which intervals: `3x/day`, `2 × täglich`, `1-2x al día`, `8/8 h`. */
export function frequencies(grammar: Grammar): readonly Expansion[] {
  const { units, interval, range } = grammar
  const unitOf = finderIn(units)
  const numeralOf = (count: string) => ({ isNegative: false, whole: count, fraction: '', mark: '' })
  /** A number without the noun that it agrees with. */
  const attribute = (count: string, { gender }: Noun): string =>
    grammar.cardinal(Number(count), { gender, isAttributive: true })
  const counted = (count: string, noun: Noun, context: Context): string =>
    grammar.counted({ numeral: numeralOf(count), scale: undefined }, noun, context, (agreement) =>
      sayNumeral(numeralOf(count), agreement, grammar),
    )
  const [opening = '', ...rest] = interval.split('{}')
  const isOpened = new RegExp(String.raw`(?:^|[^\p{L}\p{M}])${opening.trim()} $`, 'iu')
  const times = units.get(TIMES)
  return [
    {
      category: 'cardinal',
      first: /2/,
      pattern: /24 ?[x×*] ?7(?![\p{L}\p{M}\d]|[.,:/-]\d)/iuy,
      read: (_match, { before }) =>
        opensNumber(before) ? [24, 7].map((value) => grammar.cardinal(value, ALONE)).join(' ') : undefined,
    },
    {
      category: 'cardinal',
      first: /\d/,
      pattern:
        /([1-9]\d{0,2})(?: ?[-–/] ?([1-9]\d{0,2}))? ?[xX×](?:(?! ?\d)|(?= \d[\d.,]{0,9} ?\p{Sc}))(?![\p{L}\p{M}])/uy,
      read: ([, from = '', to], context) => {
        if (times === undefined || !opensNumber(context.before)) return undefined
        const often = (count: string): string => grammar.multiple?.(Number(count)) ?? counted(count, times, context)
        return to === undefined ? often(from) : `${attribute(from, times)} ${range(false)} ${often(to)}`
      },
    },
    {
      category: 'measure',
      first: /\d/,
      pattern: new RegExp(String.raw`(\d{1,2})\/(\d{1,2}) ?(${grammar.clockUnit}|min)(?![\p{L}\p{M}\d])\.?`, 'uy'),
      read: ([whole, from = '', to = '', sign = ''], context) => {
        const noun = unitOf(sign) ?? unitOf('h')
        if (noun === undefined || !opensNumber(context.before)) return undefined
        if (from === to && interval !== '') {
          const number = attribute(from, noun)
          const spoken = [isOpened.test(context.before) ? '' : opening, ...rest].join(number)
          return beforeSentenceEnd(`${spoken} ${Number(from) === 1 ? noun.one : noun.many}`.trim(), whole, context)
        }
        // `24/48 h`: from one to the other
        if (Number(from) < 4 || Number(from) >= Number(to)) return undefined
        return beforeSentenceEnd(
          `${attribute(from, noun)} ${range(false)} ${counted(to, noun, context)}`,
          whole,
          context,
        )
      },
    },
  ]
}
