import type { Expansion } from './expansion.ts'

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** From 0 to 99. */
function englishNumber(value: number): string {
  const [ten, one] = [Math.floor(value / 10), value % 10]
  return ten < 2 ? (ONES[value] ?? '') : `${TENS[ten - 2]}${one === 0 ? '' : ` ${ONES[one]}`}`
}

const ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}
const ordinalOf = (value: number): string =>
  englishNumber(value).replace(/[a-z]{1,9}$/, (last) => ORDINALS[last] ?? `${last.replace(/y$/, 'ie')}th`)

/** `5th Avenue`, `3rd-and-9`: an ordinal of English, by the sources of its endings and of what is after them. */
export const englishOrdinals = (ending: string): Expansion => ({
  category: 'ordinal',
  first: /\d/,
  pattern: new RegExp(String.raw`([1-9]\d?)(?:${ending})(?:(?<and>-and-)(\d{1,2})(?!\d)|(?![\p{L}\p{M}\d]))`, 'uy'),
  read: ([, value = '', , and], { before }) =>
    /[\p{L}\p{M}\d][.,:/-]?$/u.test(before)
      ? undefined
      : `${ordinalOf(Number(value))}${and === undefined ? '' : ` and ${englishNumber(Number(and))}`}`,
})

/** What no other language says of a number. */
const ENGLISH =
  'Hours|Days|Years|Weeks|Months|Seconds|Brothers|Sisters|Things|Ways|Miles|Guns|Feet|Shades|Reasons|Angry'
/** What others say, too, but not as the first word of a quotation. */
const IN_QUOTATION = 'Girls|Boys|Men|Women|Songs|Stars|Rock|Steps|Dollars|Rooms|Cent|Candles|Nights|Wishes'

/** `„60 Minutes“`, `48 Hours`: the number of an English title, which `alsoEnglish` words follow, too: a pattern's source. */
export const englishTitles = (alsoEnglish = 'Minutes'): Expansion => ({
  category: 'cardinal',
  first: /\d/,
  pattern: new RegExp(String.raw`(\d{1,2}) (?=(?:(${ENGLISH}|${alsoEnglish})|${IN_QUOTATION})(?![\p{L}\p{M}-]))`, 'uy'),
  read: ([, value = '', english], { before }) =>
    /[\p{L}\p{M}\d][.,:/-]?$/u.test(before) || (english === undefined && !/"$/.test(before))
      ? undefined
      : englishNumber(Number(value)),
})
