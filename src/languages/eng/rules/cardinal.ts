import type { Expansion } from '../../reading/expansion.ts'
import { cardinal, digitByDigit, inPairs, pluralOfWords } from './number-words.ts'
import { DECIMAL_NUMERAL, NUMERAL, readNumeral } from './numeral.ts'
import { scaleWord } from './scale.ts'
import { isCrowd, LABEL } from './unit-guard.ts'

/** Longer numbers written without marks between the thousands are codes. */
const MAX_UNGROUPED_DIGITS = 9
const RISING = '012345678901234567890'

const PICTURE =
  /^ ?(?:run|race|tvs?|video|resolution|display|monitors?|screens?|ultra|hdr|uhd|footage|camera|movie|blu)\b/i

/** What one does over five or ten kilometers. */
const RACE =
  /(?:^|[^\p{L}])(?:ran|runs?|running|jog(?:s|ged|ging)?|race[sd]?|racing|walk(?:s|ed|ing)?|finish(?:ed)?|first|charity|virtual|annual|turkey|fun|color|couch to|train(?:ing|ed)? for|sign(?:ed|ing)? up for)(?: (?:an?|the|my|his|her|our|their))? $/iu
const MODEL_BEFORE = /\p{L}[\p{L}\d.]{0,12}-(?:[\d.]{1,8}-)?$/u
const MODEL_NEXT = /^(?:-| )(?:model|models|instruct|chat|variant|version|checkpoint|weights|llm|llms)\b/i

/** The company of that name, and no three million. */
const COMPANY_BEFORE = /(?<!\p{L})(?<!\d ?[KMB]? )(?:and|or|at|by|from|like|company|supplier|maker|owner) $|\p{L}, $/iu
const COMPANY_ENDS = /^(?:\.?\s{0,3}$|[,;:!?)]|\. \p{Lu})/u
const COMPANY_NEXT =
  /^ (?:Company|Co|Corp|Inc|stock|shares|tapes?|N95|masks?|respirators?|adhesives?|filters?|hooks?|strips)(?!\p{L})/u
const isCompany = (before: string, after: string): boolean =>
  COMPANY_NEXT.test(after) || (COMPANY_BEFORE.test(before) && COMPANY_ENDS.test(after))

/** `450K`, `10M`, `1.5bn`. */
const scaled: Expansion = {
  category: 'cardinal',
  first: /[\d.½¼¾]/,
  pattern: new RegExp(
    String.raw`(${NUMERAL})(?:([kKMBT]|bn|mn|mln|bln|tn|trn|MM)| ?(M(?! ?[-–/,&] ?(?:Tu?|Th|F|Sa|Su|W)(?!\p{L}))|bn|mn|mln|bln)|([mb]))(?:(s)|(?![\p{L}\d]))(?!\p{L})`,
    'uy',
  ),
  read: ([, numeral = '', tight, spaced, small, plural], { before, after }) => {
    if (/[\p{L}\d]$/u.test(before) || LABEL.test(before) || /^'\p{L}/u.test(after)) return undefined
    if (/^-\p{L}/u.test(after) && !MODEL_NEXT.test(after)) return undefined
    if (numeral === '401' && /^k$/i.test(tight ?? '')) return `four oh one K${plural === undefined ? '' : `'s`}`
    if (numeral === '3' && tight === 'M' && isCompany(before, after)) return 'three M'
    const scale = tight ?? spaced ?? small ?? ''
    if (small !== undefined && !isCrowd(after)) return undefined
    const isRace = /^(?:5|8|10|15|25|50|100)$/.test(numeral) && RACE.test(before)
    if (/^k$/i.test(scale) && (PICTURE.test(after) || /^[48]$/.test(numeral) || isRace))
      return `${readNumeral(numeral)} K`
    // `Llama-70B`, `a 7B model`: parameters, told as the name has them.
    if (scale === 'B' && (MODEL_BEFORE.test(before) || MODEL_NEXT.test(after))) return `${readNumeral(numeral)} B`
    return `${readNumeral(numeral)} ${scaleWord(scale)}${plural ?? ''}`
  },
}

/** `10K-20K`, `5–10M`. */
const scaledRange: Expansion = {
  category: 'range',
  first: /\d/,
  pattern: new RegExp(
    String.raw`(${DECIMAL_NUMERAL})([KkMB]|bn|mn)? ?[-–] ?(${DECIMAL_NUMERAL})([KkMB]|bn|mn)(?![\p{L}\d])`,
    'uy',
  ),
  read: ([, from = '', fromScale, to = '', toScale = ''], { before }) => {
    if (
      /[\p{L}\d]$|\p{L}-$/u.test(before) ||
      LABEL.test(before) ||
      (fromScale === undefined && !/^[\d.]{1,5}$/.test(from))
    )
      return undefined
    const isShared = fromScale === undefined || fromScale === toScale
    return `${readNumeral(from)}${isShared ? '' : ` ${scaleWord(fromScale)}`} to ${readNumeral(to)} ${scaleWord(toScale)}`
  },
}

/** `100s`, `20's`. */
const plural: Expansion = {
  category: 'cardinal',
  first: /\d/,
  pattern: /(\d{1,6})'?s'?(?![\p{L}\d'])/uy,
  read: ([, digits = ''], { before }) => {
    if ((/[\p{L}\d]$/u.test(before) && !/\d[xX×]$/.test(before)) || digits.startsWith('0')) return undefined
    // "1099s" are forms, "747s" are airplanes.
    const isNamed = /^(?:7[0-8]7|[1-9]\d(?!00)\d\d)$/.test(digits)
    const number = isNamed ? inPairs(digits) : cardinal(digits)
    const words = /^10+$/.test(digits) ? number.replace(/^one /, '') : number
    return pluralOfWords(words)
  },
}

/** `49ers`, `76ers`. */
const members: Expansion = {
  category: 'cardinal',
  first: /\d/,
  pattern: /(\d{2,4})ers(?![\p{L}\d])/uy,
  read: ([, digits = ''], { before }) =>
    /[\p{L}\d]$/u.test(before) ? undefined : `${inPairs(digits).replace(/e$/, '')}ers`,
}

/** `10 000 000`: spaces part thousands where what they part is round. */
const spaced: Expansion = {
  category: 'cardinal',
  first: /\d/,
  pattern: /\d{1,3}(?: \d{3}){0,5} 000(?! ?\d|[\p{L}.]\d)/uy,
  read: ([digits], { before }) => (/[\d.,] ?$/.test(before) ? undefined : cardinal(digits.replaceAll(' ', ''))),
}

const grouped: Expansion = {
  category: 'cardinal',
  first: /\d/,
  pattern: new RegExp(String.raw`(?=\d{1,3}[,'])${DECIMAL_NUMERAL}`, 'y'),
  read: ([numeral]) => (/[,']/.test(numeral) ? readNumeral(numeral) : undefined),
}

/** `123456` alone, `0063`, and numbers too long for a name are told digit by digit. */
const plainDigits: Expansion = {
  category: 'cardinal',
  first: /\d/,
  pattern: /\d{1,48}/y,
  // A number longer than one match goes on in the next.
  read: ([number], { before, after }) => readDigits(number, /\d$/.test(before)) + (/^\d/.test(after) ? ',' : ''),
}

function readDigits(number: string, isContinued: boolean): string {
  if (isContinued || number.length > MAX_UNGROUPED_DIGITS + 15) return inThrees(number)
  if (number.length > 1 && number.startsWith('0')) return inThrees(number)
  if (number.length > 3 && RISING.includes(number)) return number.length > 6 ? inThrees(number) : digitByDigit(number)
  return number.length > MAX_UNGROUPED_DIGITS && !number.endsWith('000') ? inThrees(number) : cardinal(number)
}

/** `1234567` → `one two three, four five six seven`: no group of one. */
function inThrees(number: string): string {
  if (number.length < 6) return digitByDigit(number)
  const groups = number.match(/\d{3}(?=\d{2})|\d{1,4}$/g) ?? []
  return groups.map(digitByDigit).join(', ')
}

/** `1,2,3,4`, `1/2/3/4`: lists, at one go because they may be long. */
const list: Expansion = {
  category: 'cardinal',
  first: /\d/,
  pattern: /\d{1,2}(?:(?:,\d{1,2}){2,40}(?![\d.]|,\d{3})|(?:\/\d{1,2}){3,40}(?![\d.]))/y,
  read: ([numbers], { before }) =>
    /[\p{L}\d$€£¥.]$/u.test(before) ? undefined : numbers.split(/[,/]/).map(cardinal).join(', '),
}

/** More digits than any number or code has: told at one go, because there may be a great many. */
const endless: Expansion = {
  category: 'cardinal',
  first: /\d/,
  pattern: /\d{49,480}/y,
  read: ([digits], { after }) => inThrees(digits) + (/^\d/.test(after) ? ',' : ''),
}

/** Before everything that starts with a number. */
export const lists: readonly Expansion[] = [list]
/** Before all else: nothing that starts with a number is as long. */
export const endlessDigits: readonly Expansion[] = [endless]
/** Before serial numbers. */
export const scaledRanges: readonly Expansion[] = [scaledRange]
/** Before decimals. */
export const scaledNumbers: readonly Expansion[] = [scaled]
/** Before codes. */
export const memberNumbers: readonly Expansion[] = [members]
export const cardinals: readonly Expansion[] = [plural, spaced, grouped, plainDigits]
