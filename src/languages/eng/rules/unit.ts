import { cardinal, ordinal } from './number-words.ts'
import { scaleWord } from './scale.ts'
import { unitNamed } from './unit-names.ts'

/** A unit, simple or compound, at the start of a text. */
export interface Unit {
  readonly symbol: string
  readonly one: string
  readonly many: string
}

interface Factor {
  readonly length: number
  readonly one: string
  readonly many: string
  /** A power below zero: what stands here is divided by. */
  readonly isDivisor: boolean
}

/** How much of a text a unit may take. */
const MAX_UNITS_LENGTH = 40

const MODIFIER = /(?:sq|square|cu|cubic|fl|nautical|naut)(?:\. ?| )/iy
const SYMBOL = /(?:mm|in) ?Hg|[mk]\.p\.[hgl]\.?|r\.p\.m\.?|[A-Za-zµΩ]{1,14}/y
const DEGREES = /(?:°|deg(?:ree)?s?\.?(?= ?[CF](?![\p{L}\d])))(?: ?([CFK])(?![\p{L}\d]))?/uy
const DEGREE_SCALES = { C: ' Celsius', F: ' Fahrenheit', K: ' Kelvin' } as const
const POWER = /\^?(-|−|⁻)?(?:([2-4])|([¹²³⁴]))(?![\d.,]\d|\d)/y
const DIVISOR_NUMBER = /\d{1,6} ?/y
const PRODUCT = /[·*⋅-]/
/** `200 km / h`: spaces around the stroke, as typists of some languages set them. */
const SPACED_DIVISOR = / \/ (?=(?:hr?|s(?:ec)?|min|kg|[lL]|m[lL]|dL|c?m[²³])(?![\p{L}\d]))/uy
const END = /(?![\p{L}\p{M}\d])/uy

/** Words that rates are given by, next to the symbols of units. */
const RATE_NOUN =
  /(?:second|minute|hour|day|night|week|month|quarter|year|person|people|user|seat|head|unit|item|piece|share|copy|page|word|GB|line|capita|guest|student|child|adult|pack|package|box|bottle|case|card|call|minute|mile|kilometer|meter|foot|square foot|gallon|pound|ounce|ton|liter|barrel|bushel|dozen|game|visit|session|class|ticket|room|plate|team|household|vehicle|token|request|message|gram|sheet|point|serving|beat|inch|yard|acre|term|semester|trip|ride|use)/y

const POWERS: ReadonlyMap<string, number> = new Map([
  ['¹', 1],
  ['²', 2],
  ['³', 3],
  ['⁴', 4],
])

/** The longest unit that starts `text`: `m/s²`, `sq ft`, `kg·m⁻³`, `°C`. */
export function unitAt(text: string): Unit | undefined {
  const tail = text.slice(0, MAX_UNITS_LENGTH)
  const first = factorAt(tail, 0)
  if (first === undefined || first.isDivisor) return undefined
  let { one, many, length } = first
  for (let factors = 1; factors < 4; factors++) {
    const next = nextFactor(tail, length, one)
    if (next === undefined) break
    if (next.isDivisor) {
      one += ` per ${next.one}`
      many += ` per ${next.one}`
    } else {
      many = `${one} ${next.many}`
      one += ` ${next.one}`
    }
    length = next.end
  }
  return matchAt(END, tail, length) === undefined ? undefined : { symbol: tail.slice(0, length), one, many }
}

/** What follows `/`: `/month`, `/sq ft`, `/100 km`, as `per month` and so on. Any noun where `isAnyNoun`. */
export function rateAt(
  text: string,
  isAnyNoun: boolean,
): { readonly spoken: string; readonly length: number } | undefined {
  if (text.charAt(0) !== '/') return undefined
  const start = text.charAt(1) === ' ' ? 2 : 1
  const divisor = divisorAt(text, start) ?? (isAnyNoun ? (anyNounAt(text, start) ?? countAt(text, start)) : undefined)
  if (divisor === undefined) return undefined
  const spoken = divisor.one === 'each' ? 'each' : `per ${divisor.one}`
  const unitEnd = start + divisor.length
  // The full stop of `/mo. for`, `/lb.,`
  const end = unitEnd + (divisor.length < 5 && /^\.(?=[,;)]| [a-z\d(])/.test(text.slice(unitEnd, unitEnd + 3)) ? 1 : 0)
  const rest = rateAt(text.slice(end), isAnyNoun)
  return rest === undefined
    ? { spoken, length: end }
    : { spoken: `${spoken} ${rest.spoken}`, length: end + rest.length }
}

function nextFactor(text: string, at: number, name: string): (Factor & { readonly end: number }) | undefined {
  const sign = text.charAt(at)
  const spaced = matchAt(SPACED_DIVISOR, text, at)
  if (spaced !== undefined) {
    const divisor = divisorAt(text, at + 3)
    return divisor === undefined ? undefined : { ...divisor, isDivisor: true, end: at + 3 + divisor.length }
  }
  if (sign === '/') {
    const divisor = divisorAt(text, at + 1)
    if (divisor === undefined || isOtherQuantity(name, divisor.counted)) return undefined
    return { ...divisor, isDivisor: true, end: at + 1 + divisor.length }
  }
  const isProduct = PRODUCT.test(sign) && sign !== ''
  const factor = isProduct || sign === ' ' ? factorAt(text, at + 1) : undefined
  // A space multiplies only what is divided by: "mol L⁻¹".
  if (factor === undefined || (!isProduct && !factor.isDivisor)) return undefined
  return { ...factor, end: at + 1 + factor.length }
}

/** What names of units measure. */
const KINDS = [
  /gram$|^(?:pound|ounce|ton|stone)$/,
  /^(?:.{0,5}meter|foot|inch|mile|yard|nautical mile)$/,
  /liter$|^(?:gallon|ounce|fluid ounce|pint|quart|cup|tablespoon|teaspoon)$/,
  /^degree/,
  /(?:byte|bit)(?: per second)?$/,
  /^(?:second|minute|hour|day|week|month|year)$/,
  /(?:meter|mile) per hour$/,
  /(?:watt|horsepower)$/,
  /^(?:square .{0,5}meter|square foot|square inch|square yard|square mile|acre|hectare)$/,
]

/** Whether two units measure the same: kilograms and pounds. */
export const areOfOneKind = (one: string, other: string | undefined): boolean =>
  other !== undefined && (one === other || KINDS.some((kind) => kind.test(one) && kind.test(other)))

/** Units of one system by their size, of which the smaller are given by the larger. */
const SYSTEMS = [
  ['inch', 'foot', 'yard', 'mile'],
  ['ounce', 'pound', 'ton'],
  ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'],
  ...['gram', 'meter', 'liter'].map((name) =>
    ['nano', 'micro', 'milli', 'centi', '', 'kilo'].map((size) => size + name),
  ),
]
/** Whether one unit is given by the other, as in `inches per foot`, `milligrams per kilogram`. */
export const isPart = (one: string, other: string): boolean =>
  SYSTEMS.some((names) => names.includes(one) && names.indexOf(one) < names.indexOf(other))

/** `23 kg/50 lb`, `60 mph/100 km/h`. */
const isOtherQuantity = (name: string, counted: string | undefined): boolean =>
  counted !== undefined && (name.includes(' per ') || areOfOneKind(name, counted))

interface Divisor extends Factor {
  /** The unit that the figures of the divisor count: `gallon` of `/5 gal`. */
  readonly counted?: string
}

function divisorAt(text: string, at: number): Divisor | undefined {
  const number = matchAt(DIVISOR_NUMBER, text, at)?.[0] ?? ''
  if (number !== '' && matchAt(COUNT, text, at)?.[2] !== undefined) return undefined
  const symbol = factorAt(text, at + number.length) ?? wordAt(text, at + number.length)
  if (symbol === undefined) return undefined
  const length = number.length + symbol.length
  // `TCR/W1`: a name
  if (/\d/.test(text.charAt(at + length))) return undefined
  // "5A/125V", "30°C/86°F": two of a kind, and no rate.
  if (number !== '' && /volt|watt|amp|degree|hertz/.test(symbol.one)) return undefined
  if (number === '') return { ...symbol, length }
  return { ...symbol, length, one: `${cardinal(number.trim())} ${symbol.many}`, counted: symbol.one }
}

function wordAt(text: string, at: number): Factor | undefined {
  const word = matchAt(RATE_NOUN, text, at)?.[0]
  if (word === undefined || matchAt(END, text, at + word.length) === undefined) return undefined
  return { length: word.length, one: word, many: `${word}s`, isDivisor: false }
}

function anyNounAt(text: string, at: number): Factor | undefined {
  const word = matchAt(/[a-z]{3,16}/y, text, at)?.[0]
  return word === undefined ? undefined : { length: word.length, one: word, many: word, isDivisor: false }
}

const COUNT = /(\d{1,3}(?:,\d{3}){1,3}|\d{1,6})(?: ?(k|K|M|B|thousand|million|billion)(?![\p{L}\d]))?(?= \p{Ll})/uy

/** `/1M tokens`, `/100 pages`: the figure; the noun is read on its own. */
function countAt(text: string, at: number): Factor | undefined {
  const [whole = '', digits = '', scale] = matchAt(COUNT, text, at) ?? []
  if (whole === '') return undefined
  const count = cardinal(digits.replaceAll(',', ''))
  const one = scale === undefined ? count : `${count} ${scaleWord(scale)}`
  return { length: whole.length, one, many: one, isDivisor: false }
}

function factorAt(text: string, at: number): Factor | undefined {
  const degrees = matchAt(DEGREES, text, at)
  if (degrees !== undefined) {
    const [whole, scale] = degrees
    const name = scale === undefined ? '' : DEGREE_SCALES[scale as keyof typeof DEGREE_SCALES]
    return { length: whole.length, one: `degree${name}`, many: `degrees${name}`, isDivisor: false }
  }
  const modifier = matchAt(MODIFIER, text, at)?.[0] ?? ''
  const symbol = matchAt(SYMBOL, text, at + modifier.length)?.[0] ?? ''
  const name = unitNamed(symbol.replaceAll(/[ .]/g, ''))
  if (name === undefined) return undefined
  const base = { one: withModifier(modifier, name.one), many: withModifier(modifier, name.many) }
  const bare = { ...base, length: modifier.length + symbol.length, isDivisor: false }
  const power = matchAt(POWER, text, bare.length + at)
  // "m2" is an area, "L4" is not.
  if (power === undefined || (power[2] !== undefined && !power[0].startsWith('^') && !name.isLength)) return bare
  const exponent = Number(power[2] ?? POWERS.get(power[3] ?? ''))
  const raise = (form: string): string => raised(form, exponent, name.isLength)
  return {
    one: raise(bare.one),
    many: raise(bare.many),
    length: bare.length + power[0].length,
    isDivisor: power[1] !== undefined,
  }
}

function withModifier(modifier: string, name: string): string {
  if (modifier === '') return name
  const initial = modifier.charAt(0).toLowerCase()
  const word = initial === 's' ? 'square' : initial === 'c' ? 'cubic' : initial === 'f' ? 'fluid' : 'nautical'
  return `${word} ${name}`
}

function raised(name: string, exponent: number, isLength: boolean): string {
  if (exponent === 1) return name
  if (exponent === 2) return isLength ? `square ${name}` : `${name} squared`
  if (exponent === 3) return isLength ? `cubic ${name}` : `${name} cubed`
  return `${name} to the ${ordinal(String(exponent))}`
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}
