import type { Expansion } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { MONTH } from './calendar.ts'
import { spellLetters } from './initialism.ts'
import { cardinal, digitByDigit, inPairs } from './number-words.ts'
import { spelled } from './spell.ts'

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
  /(?:post ?code:?(?: is)?|address:?|bo?x ?\w{1,8},?|(?:^|[^\p{L}])(?:ave|avenue|close|ln|lane|london|rd|road|st|street|way)[.,]?) $/iu
const BOX_BEFORE = /box ?\d{1,6},? $/i
const NAME_BEFORE = /\p{Lu}\p{Ll}{2,20},? $/u
/** Figures with a unit or the ending of an ordinal: `M1 8GB`, `RM1 1ST`. */
const LOOKS_COUNTED = /\d(?:AH|BA|BD|BR|DB|FT|[GKMPT]B|HP|HR|HZ|LB|LT|ND|PT|QT|RD|ST|TH|W[DH]|YD)$/i
const CODE_BEFORE = /(?:code|coupon|flight|model|number|order|part|password|pin|promo|ref|reference)(?: is)?:? $/iu
const ENDS = /^(?:\s{0,3}$|[,.;:!?)](?![\p{L}\d])|\n| \d| (?:and|in|is|or|please|pls|to|tel|t&c))/iu

/** British postcodes, and boxes that addresses run together with what follows. */
export const postcodes: readonly Expansion[] = [
  {
    // `Alt-Treptow 14, 12435 Berlin`, `Bondi NSW 2026`
    category: 'address',
    first: /\d/,
    pattern: /\d{4,5}(?![\p{L}\d%°]|[-.,:/]\d)/uy,
    read: ([code], { before, after }) => {
      const isPostcode =
        code.length === 4
          ? isOfAustralia(code, before, after) || (HOUSE_OF_EUROPE.test(before) && TOWN_NEXT.test(after))
          : PLACE_ENDS.test(after) && (HOUSE_OF_EUROPE.test(before) || STREET_OF_THE_SOUTH.test(before))
      return isPostcode ? digitByDigit(code) : undefined
    },
  },
  {
    // `LS1 5HB`, `LS15HB`
    category: 'address',
    first: /[A-Z]/i,
    next: /\d/,
    pattern: new RegExp(String.raw`${POSTCODE}(?![\p{L}\d_@-]|[.]\p{L})`, 'uy'),
    read: (match, { before, after }) => {
      const { area = '', district = '', unit = '' } = match.groups ?? {}
      const [code] = match
      if (
        /[\p{L}\d@#_/.-]$/u.test(before) ||
        (code !== code.toUpperCase() && !BOX_BEFORE.test(before)) ||
        !AREAS.has(area.toLowerCase())
      )
        return undefined
      if (CODE_BEFORE.test(before.replace(/post ?code/i, ''))) return undefined
      const isLong = area.length === 2 || /\p{L}/u.test(district)
      const isClear = code.includes(' ')
        ? isLong || ENDS.test(after)
        : isLong && ENDS.test(after) && NAME_BEFORE.test(before)
      if (!ADDRESS_BEFORE.test(before) && (!isClear || LOOKS_COUNTED.test(unit))) return undefined
      const spoken = wordsOf(area, district, unit)
      // `PO Box 12 LS1 5HB`
      return { spoken, length: code.length, ...(/\d $/.test(before) && { pause: ',' }) }
    },
  },
  {
    // `POBOX420`, `Box334SK38xh`, `150ppmPOBox10183BhamB64XE`
    category: 'address',
    first: /[PB]/i,
    words: new Set(['p', 'po', 'pobox', 'box', 'bx']),
    pattern:
      /(?<post>p\.? ?o\.? ?)?bo?x ?(?<box>\d{1,6}(?:\/\d{1,4})?)(?<rest>(?:[A-Za-z\d]{1,24}(?: \d[A-Za-z]{2})?)?)(?![\p{L}\p{M}\d]|\.\d)/iuy,
    read: (match, { before, after }) => {
      const { post, box = '', rest = '' } = match.groups ?? {}
      const isRunOn = /\d(?:ppm|p)$/i.test(before)
      if (!isRunOn && /[\p{L}\d@#_/.-]$/u.test(before)) return undefined
      if (post === undefined && !/x\d/i.test(match[0])) return undefined
      const place = placeOfBox(rest)
      // `BX500`, `the Bx41 bus`: a model or a line
      const isAddress = post !== undefined || isRunOn || place?.startsWith(',') === true || POSTCODE_NEXT.test(after)
      if (place === undefined || !isAddress) return undefined
      const spoken = `${post === undefined ? '' : 'P O '}box ${boxWords(box)}${place}`
      const opensAddress = isRunOn || (NAME_OR_CODE_BEFORE.test(before) && !LEADS_TO_BOX.test(before))
      return { spoken, length: match[0].length, ...(opensAddress && { pause: ',' }) }
    },
  },
]

const STREET_OF_EUROPE =
  '(?:\\p{L}{0,20}(?:allee|damm|gasse|platz|ring|stra(?:ss|ß)e|ufer|weg)|\\p{L}{0,20}[Ss]tr\\.|[Ss]traat|\\p{L}{2,20}(?:gracht|laan|straat))'
/** `Lindenstrasse 9, `, `located at Alt-Treptow 14, ` */
const HOUSE_OF_EUROPE = new RegExp(
  String.raw`(?:${STREET_OF_EUROPE}|(?:^|[^\p{L}])(?:address(?: is)?:?|at|live in|located (?:at|on)|A[mn](?: der)?|Auf der|In der|Unter den|Z(?:um|ur)) (?:\p{Lu}[\p{L}.-]{1,20} ){1,3}(?<!(?:${MONTH}|Apt|Apartment|Chapter|Gate|Level|No|Page|Room|Section|Suite|Unit|Windows)\.? )) ?\d{1,4}[a-z]?, $`,
  'u',
)
/** `12 Rue de Lyon, ` */
const STREET_OF_THE_SOUTH =
  /(?:^|[^\p{L}])(?:Avenida|Avenue d[eu]|Boulevard d[eu]|Calle|Carrer|Corso|Piazza|Plaza|Quai|Rue|Via|Viale) [^.;:!?\n]{2,30}, $/u
/** `1016 GV Amsterdam`, `8001 Zurich` */
const TOWN_NEXT = /^ (?:[A-Z]{2}(?![\p{L}\d])|\p{Lu}\p{Ll}{2})/u
const PLACE_ENDS = /^(?:\s{0,3}$|[.;:!?)](?!\d)|,(?!\d)| \p{Lu}|\n| (?:and|in|is)(?!\p{L}))/u

/** By the first figures of their postcodes. */
const STATES_OF_AUSTRALIA: readonly (readonly [RegExp, RegExp])[] = [
  [/(?:ACT|Australian Capital Territory|New South Wales|NSW)$/, /^[12]/],
  [/(?:Victoria|VIC|Vic)$/, /^[38]/],
  [/(?:Queensland|QLD|Qld)$/, /^[49]/],
  [/(?:South Australia|SA)$/, /^5/],
  [/(?:Western Australia|WA)$/, /^6/],
  [/(?:Tasmania|TAS|Tas)$/, /^7/],
  [/(?:Northern Territory|NT)$/, /^0/],
]
/** After a town: `Bondi New South Wales 2026`, but not `in Victoria 3000 people` */
function isOfAustralia(code: string, before: string, after: string): boolean {
  if (!/^(?:\s{0,3}$|[.,;:!?)](?!\d)|\n| Australia)/.test(after)) return false
  const place = before.replace(/,? $/, '')
  return STATES_OF_AUSTRALIA.some(
    ([state, codes]) =>
      codes.test(code) &&
      state.test(place) &&
      /(?:^|[^\p{L}])(?!(?:At|From|In|Near|Of|Since|To|Was) )\p{Lu}\p{Ll}{1,20},? $/u.test(place.replace(state, '')),
  )
}

const POSTCODE_NEXT = new RegExp(String.raw`^,? ?(?:[A-Z][a-z]{2,14},? ?)?${POSTCODE}(?![\p{L}\d])`, 'u')
/** `Club4 PO Box 12`, but not `at PO Box 12` */
const NAME_OR_CODE_BEFORE = /(?:^|[^\p{L}\d])[\p{Lu}\d][\p{L}\d']{0,30} $/u
const LEADS_TO_BOX =
  /(?:^|[^\p{L}])(?:an?|and|at|by|from|in|is|its|mail|my|near|of|on|or|our|post|send|the|to|use|via|with|write|your) $/iu

const boxWords = (box: string): string =>
  box
    .split('/')
    .map((digits) =>
      digits.length > 4 ? digitByDigit(digits) : digits.length > 2 ? inPairs(digits) : cardinal(digits),
    )
    .join(' slash ')

const BOX_POSTCODE = new RegExp(String.raw`^(?<town>(?:[A-Z][a-z]{2,14})?)${POSTCODE}$`)

/** What is run together with the number of a box: a town, a postcode or a part of one; undefined if it is none of them. */
function placeOfBox(rest: string): string | undefined {
  if (rest === '') return ''
  if (/^[A-Z]{1,3}$/.test(rest)) return ` ${spellLetters(rest)}`
  const { town = '', area, district = '', unit = '' } = BOX_POSTCODE.exec(rest)?.groups ?? {}
  if (area !== undefined && AREAS.has(area.toLowerCase()))
    return `${town === '' ? '' : `, ${town}`}, ${wordsOf(area, district, unit)}`
  return /^[A-Z]{1,3}\d[A-Z\d]{1,6}$/.test(rest) ? `, ${spelled(rest)}` : undefined
}
