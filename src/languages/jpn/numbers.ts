/** What a number ends in: it decides how the counter after it changes, and is changed by it. */
export type NumberEnd = 'zero' | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 'ten' | 'hundred' | 'thousand' | 'myriad' | 'what'

export interface ReadNumber {
  /** Katakana, in order; the last part is what `end` speaks of. */
  readonly parts: readonly string[]
  readonly end: NumberEnd
  /** The number itself where it is a whole one: some have a reading of their own with a counter. */
  readonly value: number | undefined
}

const DIGITS = ['ゼロ', 'イチ', 'ニ', 'サン', 'ヨン', 'ゴ', 'ロク', 'ナナ', 'ハチ', 'キュー'] as const
const TENS = DIGITS.map((digit, n) => (n === 1 ? 'ジュー' : `${digit}ジュー`))
const HUNDREDS = DIGITS.map(
  (digit, n) => ({ 1: 'ヒャク', 3: 'サンビャク', 6: 'ロッピャク', 8: 'ハッピャク' })[n] ?? `${digit}ヒャク`,
)
const THOUSANDS = DIGITS.map((digit, n) => ({ 1: 'セン', 3: 'サンゼン', 8: 'ハッセン' })[n] ?? `${digit}セン`)
const MYRIADS = [
  { power: 10 ** 12, written: '兆', kana: 'チョー' },
  { power: 10 ** 8, written: '億', kana: 'オク' },
  { power: 10 ** 4, written: '万', kana: 'マン' },
] as const
const LARGEST = 10 ** 16

const KANJI_DIGITS = '〇一二三四五六七八九'
const KANJI_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }

/** Characters that numerals are written with, full-width ones made narrow before. */
export const NUMERAL = /^(?:[0-9][0-9,]*(?:\.[0-9]+)?[万億兆]?|[〇一二三四五六七八九十百千万億兆])+$/u

/** How a numeral is read: `1,234`, `12.5`, `三百`, `3万5千`, `二〇二六`, `090` (digit by digit). Undefined if it is none. */
export function readNumeral(written: string): ReadNumber | undefined {
  if (written === '何') return { parts: ['ナン'], end: 'what', value: undefined }
  if (!NUMERAL.test(written)) return undefined
  const plain = written.replaceAll(',', '')
  const [whole = '', fraction] = plain.split('.')
  if (/^0[0-9]/.test(plain) || (/^[0-9]+$/.test(whole) && Number(whole) >= LARGEST)) return readDigits(plain)
  if (fraction !== undefined && /^[0-9]+$/.test(fraction)) return readDecimal(Number(whole), fraction)
  if (fraction !== undefined) return readMixed(plain)
  const value = wholeValue(plain)
  return value !== undefined && value < LARGEST ? readInteger(value) : readMixed(plain)
}

/** Each digit by its name, as in telephone numbers; other characters are left out. */
export function readDigits(written: string): ReadNumber {
  const parts = [...written].flatMap((character) => DIGITS[Number(character)] ?? [])
  return { parts, end: endOfDigit(Number(written.at(-1))), value: undefined }
}

export function readInteger(value: number): ReadNumber {
  if (value === 0) return { parts: ['ゼロ'], end: 'zero', value }
  const parts: string[] = []
  let rest = value
  for (const { power, kana } of MYRIADS) {
    const count = Math.floor(rest / power)
    rest %= power
    if (count === 0) continue
    const group = readBelowMyriad(count, true)
    // Only the sound of 兆 makes the number before it short: いっちょう, but いちまん and いちおく.
    if (kana === 'チョー') group.parts[group.parts.length - 1] = shortened(group.parts.at(-1) ?? '', group.end)
    parts.push(...group.parts, kana)
  }
  if (rest === 0) return { parts, end: 'myriad', value }
  const last = readBelowMyriad(rest, false)
  return { parts: [...parts, ...last.parts], end: last.end, value }
}

function readBelowMyriad(value: number, isBeforeMyriad: boolean): { parts: string[]; end: NumberEnd } {
  const [ones = 0, tens = 0, hundreds = 0, thousands = 0] = String(value).split('').reverse().map(Number)
  const parts: string[] = []
  if (thousands > 0) parts.push(thousands === 1 && isBeforeMyriad ? 'イッセン' : (THOUSANDS[thousands] ?? ''))
  if (hundreds > 0) parts.push(HUNDREDS[hundreds] ?? '')
  if (tens > 0) parts.push(TENS[tens] ?? '')
  if (ones > 0) parts.push(DIGITS[ones] ?? '')
  const end = ones > 0 ? endOfDigit(ones) : tens > 0 ? 'ten' : hundreds > 0 ? 'hundred' : 'thousand'
  return { parts, end }
}

function readDecimal(whole: number, fraction: string): ReadNumber {
  const before = whole === 0 ? { parts: ['レイ'], end: 'zero' as const } : readInteger(whole)
  const head = [...before.parts.slice(0, -1), shortened(before.parts.at(-1) ?? '', before.end), 'テン']
  const after = readDigits(fraction)
  return { parts: [...head, ...after.parts], end: after.end, value: undefined }
}

/** Arabic and Chinese characters together, such as `1.5億` or `3万5千`: run by run. */
function readMixed(written: string): ReadNumber | undefined {
  const runs = written.match(/[0-9]+(?:\.[0-9]+)?|[万億兆]|[〇一二三四五六七八九十百千]+/gu) ?? []
  const parts: string[] = []
  let end: NumberEnd = 'zero'
  for (const run of runs) {
    const myriad = MYRIADS.find(({ written: unit }) => unit === run)
    const read = myriad ? { parts: [myriad.kana], end: 'myriad' as const } : readNumeral(run)
    if (read === undefined) return undefined
    parts.push(...read.parts)
    end = read.end
  }
  return { parts, end, value: undefined }
}

/** Undefined where the characters do not make one number. */
function wholeValue(written: string): number | undefined {
  if (/^[0-9]+$/.test(written)) return Number(written)
  if (/^[〇一二三四五六七八九]+$/u.test(written)) {
    return Number([...written].map((character) => KANJI_DIGITS.indexOf(character)).join(''))
  }
  let total = 0
  for (const [, count = '', unit = ''] of written.matchAll(/([^万億兆]*)([万億兆]?)/gu)) {
    const below = count === '' ? (unit === '' ? 0 : 1) : valueBelowMyriad(count)
    if (below === undefined) return undefined
    total += below * (MYRIADS.find(({ written: myriad }) => myriad === unit)?.power ?? 1)
  }
  return total
}

function valueBelowMyriad(written: string): number | undefined {
  let total = 0
  for (const [match, count = '', unit = ''] of written.matchAll(/([0-9]+|[〇一二三四五六七八九]*)([十百千]?)/gu)) {
    if (match === '') continue
    const value = /^[0-9]+$/.test(count)
      ? Number(count)
      : Number([...count].map((character) => KANJI_DIGITS.indexOf(character)).join(''))
    total += (count === '' ? 1 : value) * (KANJI_UNITS[unit] ?? 1)
  }
  return total
}

const endOfDigit = (digit: number): NumberEnd => (digit >= 1 && digit <= 9 ? (digit as NumberEnd) : 'zero')

/** Before s and t: いっ, はっ and じゅっ. */
const SHORTENS: ReadonlySet<NumberEnd> = new Set([1, 8, 'ten'])
export const shortened = (part: string, end: NumberEnd): string => (SHORTENS.has(end) ? withSokuon(part) : part)

/** The last sound of a number turned into a stop: イチ, イッ; ジュー, ジュッ; ヒャク, ヒャッ. */
export const withSokuon = (part: string): string => `${part.slice(0, -1)}ッ`
