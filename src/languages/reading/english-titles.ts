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
