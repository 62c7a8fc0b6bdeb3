import { isBeforeNoun, isNounNext } from './adjective.ts'
import type { Expansion, Reading } from './expansion.ts'
import { isSingular, NUMERAL, readNumeral } from './numeral.ts'
import { SCALE_WORDS } from './scale.ts'
import { rateAt, unitAt } from './unit.ts'
import { isUnitHere } from './unit-guard.ts'

const DOTTED =
  /(?:in|ft|yd|yds|mi|lb|lbs|oz|gal|qt|pt|pts|tsp|tbsp|min|mins|sec|secs|hr|hrs|wk|wks|mo|mos|yr|yrs|doz|pc|pcs)$/i
/** A full stop that cannot end the sentence. */
const INNER_STOP = /^\.(?=,|;|\)|[ -][a-z\d(])/

/** A number with the noun it counts, or a plural unit in full. */
const COUNTED_BEFORE =
  /(?:\d|hundred|thousand|illion|half) ?\p{L}{2,20}$|(?:^|[^\p{L}])(?:miles?|(?:kilo|centi|milli)?(?:meters?|grams|liters)|feet|inches|yards|gallons|pounds|dollars|euros|cents|seconds|minutes|hours|days|bits|bytes|words|beats|calories|frames|requests|tokens|(?:mega|giga)(?:bits|bytes))$/iu

/** Units that tell a kind rather than an amount when a noun follows: "a pack of 12V batteries". */
const KIND_SYMBOL = /^(?:k?W|V|A|MP|mAh)$/

const EVENT =
  /^ (?:dash|sprint|race|run|walk|relay|hurdles|freestyle|backstroke|butterfly|medley|breaststroke|hike|swim|ride)(?!\p{L})/u

/** An odd quote mark is open and will be closed: `"I was 12"`. */
const isQuoteOpen = (before: string): boolean => (before.replaceAll(/\d ?"/g, '').match(/"/g)?.length ?? 0) % 2 === 1

const counted = (numeral: string, isAdjective: boolean, one: string, many: string): string =>
  `${readNumeral(numeral)} ${isAdjective || isSingular(numeral) ? one : many}`

/** `5'11"`, `6' 2`, `6'`. */
const feet: Expansion = {
  category: 'measure',
  first: /\d/,
  pattern:
    /(\d{1,4}(?:[ -]?[¼½¾]|[ -]\d{1,2}\/\d{1,2}|\.\d{1,2})?)'(?!')(?: ?-?(\d{1,2}(?:\.\d{1,3}|[ -]?[¼½¾⅛⅜⅝⅞]|[ -]\d{1,2}\/\d{1,2})?)("|''|(?![\d'\p{L}/:])))?(?![\d'\p{L}])/uy,
  read: ([whole, foot = '', inches], { before, after }) => {
    if (/(?:^|[\s(])'[^']{0,48}$|'$/.test(before)) return undefined
    const isOne = isSingular(foot) || (inches === undefined && isBeforeNoun(before, after))
    const spokenFeet = counted(foot, isOne, 'foot', 'feet')
    if (inches === undefined) return spokenFeet
    // "5' 11 people" is five feet; only marked inches may stand alone.
    if (Number.parseInt(inches, 10) > 11 && !/["']$/.test(whole)) return undefined
    return `${spokenFeet} ${counted(inches, isBeforeNoun(before, after), 'inch', 'inches')}`
  },
}

/** `12"`. */
const inches: Expansion = {
  category: 'measure',
  first: /[\d.¼½¾⅛⅜⅝⅞]/,
  pattern: new RegExp(String.raw`(${NUMERAL})(-?)(?:"|'')(?![\p{L}\d])`, 'uy'),
  read: ([, numeral = '', hyphen], { before, after }) =>
    isQuoteOpen(before) || /\d{4}/.test(numeral)
      ? undefined
      : counted(numeral, hyphen !== '' || isNounNext(after), 'inch', 'inches'),
}

const DIRECTIONS: ReadonlyMap<string, string> = new Map([
  ['N', 'north'],
  ['S', 'south'],
  ['E', 'east'],
  ['W', 'west'],
])

/** `40°26'46"N`, `45° N`. */
const angle: Expansion = {
  category: 'measure',
  first: /\d/,
  pattern:
    /(\d{1,3}(?:\.\d{1,10})?)°(?: ?(\d{1,2}(?:\.\d{1,10})?)'(?: ?(\d{1,2}(?:\.\d{1,10})?)(?:"|''))?)?(?: ?([NSEW])(?![\p{L}\d]))?/uy,
  read: ([, degrees = '', minutes, seconds, direction]) => {
    if (minutes === undefined && direction === undefined) return undefined
    return [
      counted(degrees, false, 'degree', 'degrees'),
      minutes && counted(minutes, false, 'minute', 'minutes'),
      seconds && counted(seconds, false, 'second', 'seconds'),
      direction && DIRECTIONS.get(direction),
    ]
      .filter(Boolean)
      .join(' ')
  },
}

/** `4.4x`, `3x/week`. */
const multiple: Expansion = {
  category: 'measure',
  first: /[\d.¼½¾]/,
  pattern: new RegExp(String.raw`(${NUMERAL})[xX×](?![\p{L}\d])(?! ?\d)(/[^\n]{0,40})?`, 'uy'),
  read: ([whole, numeral = '', slashed = ''], { before, after }) => {
    // An unknown of a formula: "y = 2x + 1".
    if (/[=+−*(] ?$/.test(before) || /^ ?(?:[+=^*²³)−]|- ?\d)/.test(whole.slice(numeral.length + 1) + after))
      return undefined
    const rate = rateAt(slashed, true)
    const spoken = `${readNumeral(numeral)} ${numeral === '1' ? 'time' : 'times'}${rate === undefined ? '' : ` ${rate.spoken}`}`
    return { spoken, length: numeral.length + 1 + (rate?.length ?? 0) }
  },
}

/** Whether the quantity is said of a noun that follows. */
const isKind = (symbol: string, before: string, after: string): boolean =>
  isBeforeNoun(before, after) || EVENT.test(after) || (KIND_SYMBOL.test(symbol) && isNounNext(after))

/** `7 m/s`, `a 5-km run`, `5 million km`, `5 (kg/m²)`. */
const quantity: Expansion = {
  category: 'measure',
  first: /[\d.¼½¾⅓⅔⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚]/,
  pattern: new RegExp(
    String.raw`(${NUMERAL})((?: ${SCALE_WORDS}|\+(?=[ -]?\p{L}))?)( ?\(|[ -]?)([\p{L}°µΩ][^\n]{0,47})`,
    'uy',
  ),
  read: ([, numeral = '', scale = '', joint = '', tail = ''], { before }): Reading | undefined => {
    const unit = unitAt(tail)
    if (unit === undefined) return undefined
    const bracket = joint.endsWith('(') ? 1 : 0
    const rest = tail.slice(unit.symbol.length)
    if (bracket === 1 && !(rest.startsWith(')') && unit.symbol.length > 1)) return undefined
    if (!isUnitHere({ symbol: unit.symbol, numeral: numeral + scale, joint, before, after: rest })) return undefined
    const stop = DOTTED.test(unit.symbol) && INNER_STOP.test(rest) ? 1 : 0
    const isOne =
      joint === '-' || (scale === '' && isSingular(numeral)) || isKind(unit.symbol, before, rest.slice(stop))
    return {
      spoken: `${readNumeral(numeral)}${scale.replace('+', ' plus')} ${isOne ? unit.one : unit.many}`,
      length: numeral.length + scale.length + joint.length + unit.symbol.length + bracket + stop,
    }
  },
}

/** `12-pt font`. */
const typeSize: Expansion = {
  category: 'measure',
  first: /\d/,
  pattern: /(\d{1,3}(?:\.5)?)[ -]?pt\.?(?= (?:font|type|text|bold|italic|serif|lettering|size))/y,
  read: ([, numeral = '']) => `${readNumeral(numeral)} point`,
}

/** `per lb`, `per sq ft`. */
const perUnit: Expansion = {
  category: 'measure',
  first: /[pP]/,
  words: new Set(['per']),
  pattern: /per ([\p{L}µ°][^\n]{0,47})/iuy,
  read: ([, tail = ''], { before }) => {
    const unit = unitAt(tail)
    if (unit === undefined || /[\p{L}\d]$/u.test(before)) return undefined
    const stop = DOTTED.test(unit.symbol) && INNER_STOP.test(tail.slice(unit.symbol.length)) ? 1 : 0
    return { spoken: `per ${unit.one}`, length: 'per '.length + unit.symbol.length + stop }
  },
}

/** Symbols that are nothing but units wherever they stand. */
const bareUnit: Expansion = {
  category: 'measure',
  first: /[a-zA-Z°]/,
  words: new Set(
    'km kg cm mm mg ml kwh kw mwh gwh mph kph kmh m ft in hz khz mhz ghz kbps mbps gbps mmhg mah psi rpm lbs fl sq'.split(
      ' ',
    ),
  ),
  pattern:
    /(?:km|kg|cm|mm|mg|m[Ll]|kWh|kW|MWh|GWh|mph|kph|kmh|m\/s|ft\/s|[kMG]Hz|[KkMG]bps|mmHg|mAh|psi|rpm|lbs|fl\.? oz|sq\.? ?(?:ft|mi|km|m)|(?:m|ft|in)[²³]|°[CF])[^\n]{0,40}/y,
  read: ([tail], { before }) => {
    const unit = unitAt(tail)
    if (unit === undefined || /[\p{L}\d'@#/_-]$/u.test(before)) return undefined
    const isOne = /(?:^|[^\p{L}])(?:per|an?|one|each|every)\s$/iu.test(before)
    return { spoken: isOne ? unit.one : unit.many, length: unit.symbol.length }
  },
}

/** Any symbol after a power of ten: `3×10⁸ m/s`. */
const unitOfPower: Expansion = {
  category: 'measure',
  first: /[a-zA-Z°µΩ]/,
  words: new Set(
    'm km cm mm nm kg g mg s ms j kj w kw mw v a n pa k hz ev mol c f l ml t b m cd h yr yrs years kcal cal'.split(' '),
  ),
  pattern: /[\p{L}µΩ°][^\n]{0,40}/uy,
  read: ([tail], { before }) => {
    if (!/(?:[⁰¹²³⁴-⁹]|\^[-−+]?\d{1,3}|\^\{[-−+]?\d{1,3}\}|\d[eE][-−+]?\d{1,2}) ?$/.test(before)) return undefined
    const unit = unitAt(tail)
    return unit === undefined ? undefined : { spoken: unit.many, length: unit.symbol.length }
  },
}

/** `5 miles/hour`, `20 beats/min`, `dollars/month`. */
const slashedUnit: Expansion = {
  category: 'measure',
  first: /\//,
  pattern: /\/[^\n]{0,40}/y,
  read: ([slashed], { before }) => {
    const rate = COUNTED_BEFORE.test(before) ? rateAt(slashed, false) : undefined
    return rate === undefined ? undefined : { spoken: rate.spoken, length: rate.length }
  },
}

export const measures: readonly Expansion[] = [
  slashedUnit,
  feet,
  inches,
  angle,
  multiple,
  typeSize,
  quantity,
  perUnit,
  bareUnit,
  unitOfPower,
]
