import { opensDate } from './calendar.ts'
import type { Context, Expansion } from './expansion.ts'
import { ALONE, type Grammar } from './grammar.ts'
import { caseAfter, digitByDigit, rangeLink } from './numeral.ts'
import { anyOf, finderIn, TIMES } from './quantity.ts'

const VULGAR: Readonly<Record<string, readonly [number, number]>> = {
  '½': [1, 2],
  '⅓': [1, 3],
  '⅔': [2, 3],
  '¼': [1, 4],
  '¾': [3, 4],
  '⅕': [1, 5],
  '⅖': [2, 5],
  '⅗': [3, 5],
  '⅘': [4, 5],
  '⅙': [1, 6],
  '⅚': [5, 6],
  '⅐': [1, 7],
  '⅛': [1, 8],
  '⅜': [3, 8],
  '⅝': [5, 8],
  '⅞': [7, 8],
  '⅑': [1, 9],
  '⅒': [1, 10],
}

/** Of a whole number and a vulgar fraction, of which one may be empty. */
function amountOf(whole: string, part: string): number {
  const [over, under] = VULGAR[part] ?? [0, 1]
  return Number(whole) + over / under
}

/** `1/2`, `3 3/5`, `½`, `2½`, with a unit after them; negative ones, too. */
export function fractions(grammar: Grammar): readonly Expansion[] {
  const unitOf = finderIn(grammar.units)
  const unit = String.raw`(?: ?(?:d[eo] (?=[a-zµ]{2}))?(?<unit>${anyOf([...grammar.units.keys()].filter((sign) => sign !== TIMES))})(?![\p{L}\p{M}\d]))?`
  const read = (match: RegExpExecArray, over: number, under: number, context: Context): string | undefined => {
    const { sign, whole, unit: written } = match.groups ?? {}
    const noun = written === undefined ? undefined : unitOf(written)
    const around =
      noun === undefined ? context : { before: context.before, after: ` ${noun.one}`, country: context.country }
    const value = whole === undefined ? undefined : Number(whole)
    const said = grammar.fraction(value, over, under, around)
    if (said === undefined) return undefined
    const isHalf = over === 1 && under === 2
    const halfAt = isHalf && value !== undefined && noun !== undefined ? said.lastIndexOf(` ${grammar.halfLink} `) : -1
    if (halfAt > 0)
      return `${sign === undefined ? '' : `${grammar.minus} `}${said.slice(0, halfAt)} ${value === 1 ? noun?.one : noun?.many}${said.slice(halfAt)}`
    const link = isHalf || value !== undefined ? '' : grammar.fractionLink
    const counted =
      noun === undefined ? [] : [link, value !== undefined && value > 0 ? noun.many : (noun.one.split('|')[0] ?? '')]
    const joined = [sign === undefined ? '' : grammar.minus, said, ...counted].filter((part) => part !== '').join(' ')
    // `deux tiers d'heure`
    return grammar.elided === undefined ? joined : joined.replace(/ (d)[ei] (?=[aeiouyéèh])/u, " $1'")
  }
  const yearIn = (written: string): string =>
    written.length === 4 && grammar.year !== undefined
      ? grammar.year(Number(written))
      : written.startsWith('0')
        ? digitByDigit(written, grammar)
        : grammar.cardinal(Number(written), ALONE)
  return [
    {
      // `527-1 / 95`: a case and its year
      category: 'serial',
      first: /\d/,
      pattern: /(\d{3,5})-(\d{1,4}) ?\/ ?(\d\d|(?:19|20)\d\d)(?![\p{L}\d]|[.,:/-]\d| ?[-–] ?\d)/uy,
      read: ([, file = '', part = '', year = ''], { before }) =>
        opensDate(before)
          ? `${grammar.cardinal(Number(file), ALONE)} ${grammar.net.dash} ${grammar.cardinal(Number(part), ALONE)} ${grammar.net.slash} ${yearIn(year)}`
          : undefined,
    },
    {
      // `14½-13½`, `2-2½`: between the sides of a score, or the ends of a range
      category: 'range',
      first: /[-–]/,
      pattern: /[-–] ?(?=(\d{0,3})([½⅓⅔¼¾]?)(?!\d))/uy,
      read: ([, whole = '', part = ''], { before }) => {
        const [, first = '', firstPart = ''] = /(\d{0,3})([½⅓⅔¼¾]?) ?$/u.exec(before) ?? []
        if (firstPart + part === '' || first + firstPart === '' || whole + part === '') return undefined
        const isFalling = amountOf(first, firstPart) >= amountOf(whole, part)
        const isPlayed =
          isFalling ||
          grammar.contexts['before-score']?.(before.slice(0, before.lastIndexOf(first + firstPart))) === true
        return isPlayed ? (grammar.score ?? grammar.range(true)) : grammar.range(false)
      },
    },
    {
      // `1/4-1/2 litre`: from one fraction to another
      category: 'fraction',
      first: /\d/,
      pattern: new RegExp(
        String.raw`(?<low>\d)\/(?<lowUnder>[2-9]|1\d) ?[-–〜] ?(?<over>\d)\/(?<under>[2-9]|1\d)(?![\d/]|[.,]\d)${unit}`,
        'uy',
      ),
      read: (match, context) => {
        const { low, lowUnder, over, under } = match.groups ?? {}
        const isProper = Number(low) < Number(lowUnder) && Number(over) < Number(under)
        if (!isProper || !opensDate(context.before)) return undefined
        const from = grammar.fraction(undefined, Number(low), Number(lowUnder), {
          before: context.before,
          after: '',
          country: context.country,
        })
        const to = read(match, Number(over), Number(under), context)
        return from && to && `${from} ${rangeLink(context.before, grammar)} ${to}`
      },
    },
    {
      category: 'fraction',
      first: /[\d-]/,
      pattern: new RegExp(
        String.raw`(?<sign>-)?(?:(?<whole>\d{1,6})[ -])?(?<over>\d{1,4})(?<gap> ?)\/ ?(?<under>\d{1,3}(?:[ .]000){1,2}|\d{1,6})(?![\d/]|[.,]\d)${unit}`,
        'uy',
      ),
      read: (match, context) => {
        const { over = '', gap = '' } = match.groups ?? {}
        const under = (match.groups?.under ?? '').replaceAll(/[ .]/g, '')
        if (!opensDate(context.before) || Number(under) < 1) return undefined
        // `rare (1/1000)`
        const oneIn =
          over === '1' && Number(under) > 9 && match.groups?.whole === undefined && match.groups?.unit === undefined
            ? grammar.symbols.get('1/n')
            : undefined
        if (oneIn !== undefined && grammar.contexts['before-frequency']?.(context.before) === true)
          return `${oneIn} ${grammar.cardinal(Number(under), ALONE)}`
        // `2 / 3 do total`
        const isSpaced = / /.test(gap) || /\/ /.test(match[0])
        if (isSpaced && !(Number(over) < Number(under) && grammar.contexts['after-share']?.(context.after) === true))
          return undefined
        const isPressure =
          /^\d{1,3}\/\d{1,3}$/.test(`${over}/${under}`) &&
          match.groups?.whole === undefined &&
          (grammar.contexts['before-pressure']?.(context.before) === true || match.groups?.unit === 'mmHg')
        if (isPressure) {
          const high = grammar.cardinal(Number(over), { ...ALONE, ...caseAfter(context.before, grammar) })
          const low = grammar.cardinal(Number(under), { ...ALONE, ...caseAfter(`${grammar.over} `, grammar) })
          const unit = match.groups?.unit === undefined ? '' : ` ${grammar.units.get(match.groups.unit)?.many ?? ''}`
          return `${high} ${grammar.over} ${low}${unit}`
        }
        if (
          grammar.outOf !== undefined &&
          grammar.contexts['before-rating']?.(context.before) === true &&
          /^(?:5|6|10|20|100)$/.test(under)
        )
          return `${grammar.cardinal(Number(over), ALONE)} ${grammar.outOf} ${grammar.cardinal(Number(under), ALONE)}`
        // A law and its year
        if (/^(?:19|20)\d\d$/.test(under) && match.groups?.whole === undefined)
          return `${grammar.cardinal(Number(over), ALONE)} ${grammar.net.slash} ${(grammar.year ?? ((value: number) => grammar.cardinal(value, ALONE)))(Number(under))}`
        if (match[0] === '24/7') return `${grammar.cardinal(24, ALONE)} ${grammar.cardinal(7, ALONE)}`
        return read(match, Number(over), Number(under), context)
      },
    },
    {
      category: 'fraction',
      first: /[-\d½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]/,
      pattern: new RegExp(String.raw`(?<sign>-)?(?:(?<whole>\d{1,6}) ?)?(?<vulgar>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])${unit}`, 'uy'),
      read: (match, context) => {
        const [over, under] = VULGAR[match.groups?.vulgar ?? ''] ?? [1, 2]
        return read(match, over, under, context)
      },
    },
  ]
}
