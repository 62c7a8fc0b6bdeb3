import type { Expansion } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { spellLetters } from './initialism.ts'
import { cardinal, digitByDigit, inPairs } from './number-words.ts'

const AREAS = englishWords.list('postcode-areas')

/** `SW1A` → `S W one A`, `LS15` → `L S fifteen`. */
function outwardWords(area: string, district: string): string {
  const [, digits = '', letter = ''] = /^(\d{1,2})([A-Z]?)$/i.exec(district) ?? []
  return [spellLetters(area), cardinal(digits), spellLetters(letter)].filter(Boolean).join(' ')
}

const wordsOf = (area: string, district: string, unit: string): string =>
  `${outwardWords(area, district)}, ${cardinal(unit.charAt(0))} ${spellLetters(unit.slice(1))}`

const POSTCODE = String.raw`(?<area>[A-Za-z]{1,2})(?<district>\d[A-Za-z]|\d{1,2}?) ?(?<unit>\d[ABD-HJLNP-UW-Zabd-hjlnp-uw-z]{2})`

/** What shows that these letters and figures are a postcode and no other code. */
const ADDRESS_BEFORE =
  /(?:post ?code:?(?: is)?|address:?|box \w{1,8},?|(?:^|[^\p{L}])(?:ave|avenue|close|ln|lane|london|rd|road|st|street|way)[.,]?) $/iu
const NAME_BEFORE = /\p{Lu}\p{Ll}{2,20},? $/u
/** Figures with a unit or the ending of an ordinal: `M1 8GB`, `RM1 1ST`. */
const LOOKS_COUNTED = /\d(?:AH|BA|BD|BR|DB|FT|[GKMPT]B|HP|HR|HZ|LB|LT|ND|PT|QT|RD|ST|TH|W[DH]|YD)$/i
const CODE_BEFORE = /(?:code|coupon|flight|model|number|order|part|password|pin|promo|ref|reference)(?: is)?:? $/iu
const ENDS = /^(?:\s{0,3}$|[,.;:!?)](?![\p{L}\d])|\n| \d| (?:and|in|is|or|please|pls|to|tel|t&c))/iu

/** British postcodes, and boxes that addresses run together with what follows. */
export const postcodes: readonly Expansion[] = [
  {
    // `LS1 5HB`, `LS15HB`
    category: 'address',
    first: /[A-Z]/,
    next: /\d/,
    pattern: new RegExp(String.raw`${POSTCODE}(?![\p{L}\d_@-]|[.]\p{L})`, 'uy'),
    read: (match, { before, after }) => {
      const { area = '', district = '', unit = '' } = match.groups ?? {}
      const [code] = match
      if (/[\p{L}\d@#_/.-]$/u.test(before) || code !== code.toUpperCase() || !AREAS.has(area.toLowerCase()))
        return undefined
      if (CODE_BEFORE.test(before.replace(/post ?code/i, ''))) return undefined
      const isLong = area.length === 2 || /\p{L}/u.test(district)
      const isClear = code.includes(' ')
        ? isLong || ENDS.test(after)
        : isLong && ENDS.test(after) && NAME_BEFORE.test(before)
      return ADDRESS_BEFORE.test(before) || (isClear && !LOOKS_COUNTED.test(unit))
        ? wordsOf(area, district, unit)
        : undefined
    },
  },
  {
    // `POBOX420`, `Box334SK38xh`
    category: 'address',
    first: /[PB]/i,
    words: new Set(['p', 'po', 'pobox', 'box']),
    pattern: new RegExp(
      String.raw`(?<post>p\.? ?o\.? ?)?box ?(?<box>\d{1,6}(?:/\d{1,4})?)(?:${POSTCODE}|(?<tail>[A-Z]{1,3}))?(?![\p{L}\d])`,
      'iuy',
    ),
    read: (match, { before }) => {
      const { post, box = '', area, district = '', unit = '', tail = '' } = match.groups ?? {}
      if (/[\p{L}\d@#_/.-]$/u.test(before)) return undefined
      if (area !== undefined && !AREAS.has(area.toLowerCase())) return undefined
      const isGlued = /x\d/i.test(match[0])
      if (post === undefined && !isGlued) return undefined
      const number = box
        .split('/')
        .map((digits) =>
          digits.length > 4 ? digitByDigit(digits) : digits.length > 2 ? inPairs(digits) : cardinal(digits),
        )
        .join(' slash ')
      const place =
        area === undefined ? (tail === '' ? '' : ` ${spellLetters(tail)}`) : `, ${wordsOf(area, district, unit)}`
      return `${post === undefined ? '' : 'P O '}box ${number}${place}`
    },
  },
]
