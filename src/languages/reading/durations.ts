import type { Context, Expansion, Reading } from './expansion.ts'
import { ALONE, type Grammar, type Noun } from './grammar.ts'
import { digitByDigit, sayNumeral } from './numeral.ts'
import { beforeSentenceEnd, finderIn, INCH, opensQuantity } from './quantity.ts'

/** Hours, minutes and seconds that pass, `2 h 30 min`, `3:08 left`; and heights, which are written as some of them are. */
export function durations(grammar: Grammar): readonly Expansion[] {
  const { contexts, durationLink } = grammar
  const unitOf = finderIn(grammar.units)
  const counted = (value: string, noun: Noun, context: Context): string => {
    const numeral = { isNegative: false, whole: value, fraction: '', mark: '' }
    return grammar.counted({ numeral, scale: undefined }, noun, context, (agreement) =>
      sayNumeral(numeral, agreement, grammar),
    )
  }
  const minuteNames = [unitOf('min')?.one ?? '(?!)', unitOf('min')?.many ?? '(?!)'].join('|')
  const hasMinutes = new RegExp(String.raw`^ (?:\p{L}{1,20} )?(?:${minuteNames})(?![\p{L}\p{M}])`, 'u')
  const isHour = new RegExp(String.raw`^ ?(?:${grammar.clockUnit})(?![\p{L}\p{M}])`, 'u')
  const isAfterMinute = new RegExp(String.raw`(?:^|[^\p{L}\p{M}])(?:${minuteNames}) $`, 'iu')
  const sayDuration = (
    values: readonly (string | undefined)[],
    signs: readonly string[],
    match: string,
    context: Context,
  ): Reading | undefined => {
    const nouns = signs.map(unitOf)
    if (!opensQuantity(context.before) || nouns.includes(undefined)) return undefined
    const parts = values.flatMap((value, i) =>
      value === undefined || (i > 0 && Number(value) === 0)
        ? []
        : [counted(String(Number(value)), nouns[i] as Noun, context)],
    )
    const last = parts.pop() ?? ''
    const link = durationLink === undefined ? '' : `${durationLink} `
    const head = parts.join(link === '' ? ' ' : ', ')
    return beforeSentenceEnd(head === '' ? last : `${head} ${link}${last}`, match, context)
  }
  /** `5'11"`, unless words or degrees before it show that these are minutes. */
  const isHeight = (feet: string, inches: string, { before }: Context): boolean =>
    /^[1-8]$/.test(feet) &&
    /^(?:\d|1[01])$/.test(inches) &&
    !/° ?$/.test(before) &&
    contexts['before-minutes']?.(before) !== true
  return [
    {
      // `2 h 30 min`, `2h01min39s`, `2:01:39 h`
      category: 'measure',
      first: /\d/,
      pattern:
        /(\d{1,3})(?: ?h ?(\d{1,2}) ?(?:min|mn|m|')(?: ?(\d{1,2}) ?(?:s|seg|sec|"|''))?|:([0-5]\d):([0-5]\d) ?(?:h|Std))(?![\p{L}\p{M}\d²³])\.?/uy,
      read: ([match, hours = '', minutes, seconds, exactMinutes = '', exactSeconds], context) =>
        sayDuration([hours, minutes ?? exactMinutes, seconds ?? exactSeconds], ['h', 'min', 's'], match, context),
    },
    {
      // `5min30s`, `1' 39"`, `5'11"`
      category: 'measure',
      first: /\d/,
      pattern:
        /(\d{1,3})(?: ?(?:min|mn) ?(\d{1,2}) ?(?:s|seg|sec)|' ?(\d{1,2}) ?(?:"|''))(?![\p{Ll}\p{M}\d]|\p{L}{2})\.?/uy,
      read: ([match, first = '', seconds, second = ''], context) => {
        const signs = seconds === undefined && isHeight(first, second, context) ? ['ft', INCH] : ['min', 's']
        return sayDuration([first, seconds ?? second], signs, match, context)
      },
    },
    {
      // `40° 25' N`: minutes of an angle
      category: 'measure',
      first: /\d/,
      pattern: /(\d{1,2})'(?! ?\d|[\p{Ll}\p{M}]|\p{L}{2})/uy,
      read: ([match, minutes], context) =>
        /\d ?[°º] ?$/.test(context.before) ? sayDuration([minutes], ['min'], match, context) : undefined,
    },
    {
      // `1.58,45`, `1:58.45`: with hundredths
      category: 'measure',
      first: /\d/,
      pattern: /(\d{1,2})(?:\.([0-5]\d),|:([0-5]\d)[.,])(\d{1,2})(?![\p{L}\p{M}\d]|[.,:]\d)/uy,
      read: ([match, minutes = '', dotted, seconds, hundredths = ''], context) => {
        const said = sayDuration([minutes, dotted ?? seconds], ['min', 's'], match, context)
        return said && `${said.spoken} ${grammar.cardinal(Number(hundredths), ALONE)}`
      },
    },
    {
      // `9s58`: hundredths
      category: 'measure',
      first: /\d/,
      pattern: /(\d{1,2})s(\d\d)(?![\p{L}\p{M}\d])/uy,
      read: ([match, seconds = '', hundredths = ''], context) => {
        const said = sayDuration([seconds], ['s'], match, context)
        const link = durationLink === undefined ? '' : ` ${durationLink}`
        return said && `${said.spoken}${link} ${grammar.cardinal(Number(hundredths), ALONE)}`
      },
    },
    {
      // `3:08 left`, `in the minute 27:37`
      category: 'measure',
      first: /\d/,
      pattern: new RegExp(String.raw`(\d{1,2}):([0-5]\d)(?![\d%]|[:.,]\d)( (?:${minuteNames})(?![\p{L}\p{M}]))?`, 'uy'),
      read: ([, minutes = '', seconds = '', named], context) => {
        const [minute, second] = [unitOf('min'), unitOf('s')]
        const { before, after } = context
        if (!opensQuantity(before) || minute === undefined || second === undefined) return undefined
        // `10:00 - 18:30`, `समय 4:30 बजे`
        if (named === undefined && (/^ ?[-–] ?\d{1,2}: ?[0-5]\d/.test(after) || isHour.test(after))) return undefined
        if (
          named === undefined &&
          contexts['before-minutes']?.(before) !== true &&
          contexts['after-minutes']?.(after) !== true
        )
          return undefined
        const link = durationLink === undefined ? '' : ` ${durationLink}`
        // `mit 3:08 verbleibenden Minuten`
        if (named === undefined && hasMinutes.test(after))
          return `${grammar.cardinal(Number(minutes), ALONE)} ${seconds.startsWith('0') ? digitByDigit(seconds, grammar) : grammar.cardinal(Number(seconds), ALONE)}`
        const said = isAfterMinute.test(before)
          ? grammar.cardinal(Number(minutes), ALONE)
          : counted(minutes, minute, context)
        const rest = seconds === '00' ? '' : `${link} ${counted(String(Number(seconds)), second, context)}`
        return said + rest
      },
    },
  ]
}
