import { cardinal, decimal, ordinal, pluralOfWords } from './number-words.ts'

/** Thousands parted by commas, as in America or in India, or by apostrophes; or digits alone. */
const WHOLE = String.raw`(?:\d{1,3}(?:,\d{3}){1,11}(?!\d)|\d{1,3}(?:,\d\d){1,8},\d{3}(?!\d)|\d{1,3}(?:'\d{3}){1,11}(?!\d)|\d{1,36})`

const VULGAR_FRACTIONS: ReadonlyMap<string, readonly [string, string]> = new Map(
  '½1/2 ⅓1/3 ⅔2/3 ¼1/4 ¾3/4 ⅕1/5 ⅖2/5 ⅗3/5 ⅘4/5 ⅙1/6 ⅚5/6 ⅐1/7 ⅛1/8 ⅜3/8 ⅝5/8 ⅞7/8 ⅑1/9 ⅒1/10 ↉0/3'
    .split(' ')
    .map((entry) => [entry.charAt(0), entry.slice(1).split('/') as [string, string]]),
)
export const VULGAR = `[${[...VULGAR_FRACTIONS.keys()].join('')}]`

const SLASHED = String.raw`\d{1,3}/\d{1,4}(?![\d/])`

/** `1,234`, `.5`, `2.50`, `3 1/2`, `1½`, `3/4`: the source of a pattern, without groups. No sign, no scale. */
export const NUMERAL = String.raw`(?:\d{1,4}[ -]\d{1,2}/\d{1,3}(?![\d/])|${SLASHED}|${WHOLE}?[ -]?${VULGAR}|${WHOLE}(?:\.\d{1,24})?|\.\d{1,24})`
/** `NUMERAL` without fractions. */
export const DECIMAL_NUMERAL = String.raw`(?:${WHOLE}(?:\.\d{1,24})?|\.\d{1,24})`

/** Reads what `NUMERAL` matches. */
export function readNumeral(text: string): string {
  const vulgar = VULGAR_FRACTIONS.get(text.charAt(text.length - 1))
  if (vulgar !== undefined) return mixed(text.slice(0, -1), ...vulgar)
  const [, whole = '', top, bottom] = /^(?:(\d+)[ -])?(\d+)\/(\d+)$/.exec(text) ?? []
  if (top !== undefined && bottom !== undefined) return mixed(whole, top, bottom)
  const [integer = '', decimals] = text.replaceAll(/[,' ]/g, '').split('.')
  if (decimals === undefined) return cardinal(integer)
  return integer === '' ? decimal('0', decimals).replace('zero ', '') : decimal(integer, decimals)
}

/** Whether the thing counted stands in the singular: `1 mile`, `½ mile`, but `0.5 miles`. */
export const isSingular = (text: string): boolean =>
  text === '1' || VULGAR_FRACTIONS.has(text) || isProperFraction(text)

/** `3 miles`; in the singular also where it is said of a noun that follows: `a 3 mile run`. */
export const counted = (numeral: string, one: string, many: string, isOfNoun = false): string =>
  `${readNumeral(numeral)} ${isOfNoun || isSingular(numeral) ? one : many}`

function isProperFraction(text: string): boolean {
  const [, top, bottom] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  return Number(top) < Number(bottom)
}

function mixed(whole: string, top: string, bottom: string): string {
  const digits = whole.replaceAll(/\D/g, '')
  if (digits === '') return fraction(top, bottom)
  const article = top === '1' && Number(bottom) <= 4 ? 'a' : 'one'
  return `${cardinal(digits)} and ${fraction(top, bottom).replace(/^one /, `${article} `)}`
}

/** `3`, `4` → `three quarters`; `120`, `80` → `one hundred twenty over eighty`. */
export function fraction(top: string, bottom: string): string {
  const part = partName(bottom.replace(/^0+(?=\d)/, ''))
  const isRatio = Number(top) > Number(bottom) && Number(bottom) > 20
  if (part === undefined || top.length > 2 || isRatio) return `${cardinal(top)} over ${cardinal(bottom)}`
  if (Number(top) === 1) return `one ${part}`
  return `${cardinal(top)} ${part === 'half' ? 'halves' : pluralOfWords(part)}`
}

function partName(bottom: string): string | undefined {
  if (bottom === '2') return 'half'
  if (bottom === '4') return 'quarter'
  // "Twenty firsts" and "thirty seconds" would be heard as something else.
  if (/^[01]$/.test(bottom) || (bottom.length > 1 && /[^1][12]$/.test(bottom))) return undefined
  return bottom.length <= 2 || /^10+$/.test(bottom) ? ordinal(bottom) : undefined
}
