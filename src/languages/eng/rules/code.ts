import type { Context, Expansion } from '../../reading/expansion.ts'
import { ACRONYMS_SAID } from './acronyms.ts'
import { isCommonWord, partWords } from './common-words.ts'
import { isCodeAsked } from './number-sense.ts'
import { cardinal, digitByDigit, inPairs } from './number-words.ts'
import { OFFER_WORDS } from './offer-words.ts'
import { isPronounceable } from './pronounceable.ts'
import { spelled } from './spell.ts'
import { parts } from './until-next.ts'

/** From here on a code is read in groups of one kind each, as `spell()` does. */
const DICTATED_LENGTH = 9
/** Stands between a label and its code: markup, quotes, a number sign. */
const JOINT = `[ :,#*_"'(=-]{1,6}`
const LINK = `(?: (?:is|was|are|reads?|of|as|will be))?`

/** After these even letters alone are a code rather than a word that is stressed. */
const LETTERS_FOLLOW = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:(?:confirmation|conf|reservation|booking|order|tracking|serial|reference|ref|ticket|case|claim|invoice|policy|access|activation|verification|security|passport|registration|member|membership|airline|record)\.? (?:number|no\.?|code|id|key|locator|reference)|locator|pnr|otp|pin|passcode|confirmation)${LINK}${JOINT}$`,
  'iu',
)
/** Codes of sellers, made to be remembered: `SAVE20`. */
const OFFER_FOLLOWS = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:promo|promotion|promotional|discount|coupon|offer|referral|gift|voucher|sale|(?:use|enter|apply|with|the)(?: the)?)(?: code)?s?${LINK}${JOINT}(?:[A-Z\d]{3,20}(?:,? (?:or|and) |, )){0,3}$`,
  'iu',
)
/** `X7K9Q2 is your one-time code`. */
const IS_CODE =
  /^["'*_)]{0,3} (?:is|as|was) (?:your|the|my|our|a|an|his|her|their)(?: [\p{L}-]{1,16}){0,3} (?:code|pin|otp|password|passcode|number|id|reference|locator|key)(?!\p{L})/iu

/** Set apart from the text: in bold, in a box of code, or with nothing around. */
const isSetApart = ({ before, after }: Context): boolean =>
  (/(?:\*\*|__|(?:^|[^'])')$/.test(before) && /^(?:\*\*|__|'(?!\p{L}))/u.test(after)) ||
  (/^[\s"']*$/.test(before) && /^["'.!?]{0,3}\s*$/.test(after))

/** `X7K9Q2` → `X seven K, nine Q two`; long ones in groups of one kind. */
export function codeUnits(code: string): string {
  const plain = code.replaceAll('-', '')
  if (code.includes('-') || plain.length >= DICTATED_LENGTH) return code.split('-').map(oneByOne).join(', ')
  return oneByOne(plain)
}

function oneByOne(part: string): string {
  if (part.length >= DICTATED_LENGTH) return spelled(part)
  const half = part.length < 6 ? part.length : Math.floor(part.length / 2)
  const groups = [part.slice(0, half), part.slice(half)].filter((group) => group !== '')
  return groups.map((group) => [...group].map(unitName).join(' ')).join(', ')
}

const isColor = (code: string, before: string): boolean => before.endsWith('#') && /^[\dA-F]{6}$/.test(code)
const unitName = (unit: string): string => (/\d/.test(unit) ? digitByDigit(unit) : unit.toUpperCase())

/** `SAVE20` → `save twenty`, `GET10OFF` → `get ten off`: words a seller would say; undefined for other codes. */
function offerWords(code: string): string | undefined {
  const runs = code.match(/[A-Z]{1,30}|\d{1,9}/g) ?? []
  if (runs.length > 5 || !runs.some((run) => run.length > 2 && /[A-Z]/.test(run))) return undefined
  const said = runs.map((run) => (/\d/.test(run) ? figureWords(run) : wordsOf(run)))
  return said.includes(undefined) ? undefined : said.join(' ')
}

function wordsOf(letters: string): string | undefined {
  const word = letters.toLowerCase()
  return isCommonWord(word) || OFFER_WORDS.has(word) || ACRONYMS_SAID.has(word)
    ? (ACRONYMS_SAID.get(word) ?? word)
    : partWords(word)?.join(' ')
}

const figureWords = (digits: string): string =>
  digits.startsWith('0') ? digitByDigit(digits) : digits.length === 4 ? inPairs(digits) : cardinal(digits)

function readCode(match: RegExpExecArray, context: Context): string | undefined {
  const { before, after } = context
  const { code = '' } = parts(match)
  if (/[\p{L}\p{M}\d@/\\_.$€£&]$/u.test(before.replace(/(?:^|[\s:(])__$/, ''))) return undefined
  const hasDigit = /\d/.test(code)
  const hasLetter = /[A-Z]/.test(code)
  if (!hasLetter || (!hasDigit && code.includes('-'))) return undefined
  const isAsked = isCodeAsked(context)
  const isGiven = hasDigit ? isAsked : LETTERS_FOLLOW.test(before)
  const isOffer = OFFER_FOLLOWS.test(before)
  const words = isGiven && !isOffer && !/code[^\p{L}]*$/iu.test(before) ? undefined : offerWords(code)
  if (!hasDigit) {
    const isSold = (isOffer && /code/i.test(before)) || (words?.includes(' ') && /code[^\p{L}]*$/iu.test(before))
    if (isSold && words !== undefined) return words
    const isCode = isGiven || ((isAsked || IS_CODE.test(after)) && isNoWord(code))
    return isCode && code.length > 3 && !isShouted(context) ? codeUnits(code) : undefined
  }
  if (words !== undefined && /^(?:[A-Z]{4}|[A-Z]{3}\d\d?(?:[A-Z]|$))/.test(code) && !LETTERS_FOLLOW.test(before))
    return words
  const isOfOffer = isOffer && /code|coupon|promo|voucher|discount|referral|gift/i.test(before)
  if (isOfOffer && words !== undefined && /^\d{1,2}[A-Z]{3}/.test(code)) return words
  if (isGiven || isOfOffer || IS_CODE.test(after) || isColor(code, before)) return codeUnits(code)
  const isLong = code.length > 4 && !/^[A-Z\d]{1,2}-/.test(code)
  return isLong && isSetApart(context) && !isSaid(code) && !OTHER_FORM.test(code) ? codeUnits(code) : undefined
}

/** `10K-20K`, `FY2023`, `Q32024`. */
const OTHER_FORM =
  /^(?:(?:UTC|GMT|E[SD]T|P[SD]T)-\d.{0,4}|([A-Z]{1,2})\d{1,3}-\1\d{1,3}|(?:1-)?8\d\d-[A-Z].{0,24}|\d{1,3}[KMB]-.{0,12}|[FC]Y\d{2,4}(?:-\d{2,4})?|[HQ]?[1-4][HQ]?(?:20)?\d\d)$/

/** Letters of a code's length that do not look like a word which is stressed. */
const isNoWord = (code: string): boolean =>
  /^[A-Z]{5,8}(?<!ED|ER|ING|ION|LY|S|ENT|ABLE|LL|Y)$/.test(code) && !isCommonWord(code.toLowerCase())

/** `COVID19`: a word and a figure. */
const isSaid = (code: string): boolean =>
  ACRONYMS_SAID.has((/^[A-Z]{3,12}(?=-?\d{1,3}$)/.exec(code)?.[0] ?? '').toLowerCase())
const isShouted = ({ before, after }: Context): boolean =>
  /(?:^|[^\p{L}])\p{Lu}{2,20}[ :]{1,3}\p{Lu}{2,20}[^\p{L}]{1,4}$/u.test(before) && /^\W{0,3} ?\p{Lu}{2}/u.test(after)

const CODE =
  /(?<code>[A-Z\d]{3,24}(?:-[A-Z\d]{1,12}){0,6}|[A-Z\d]{1,2}(?:-[A-Z\d]{1,12}){1,6})(?![\p{L}\p{M}\d]|[.@_/&:]\p{L}|[.,:/]\d|'\p{L}{2})/uy

const PASSWORD_FOLLOWS = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:password|passcode|passphrase|passwd|ps?wd|secret|(?:api|access|license|product|activation|security) key|token)${LINK}${JOINT}$`,
  'iu',
)
const PASSWORD_PARTS = /[A-Z]?[a-z]{1,40}|[A-Z]{1,40}(?![a-z])|\d|[^A-Za-z\d]/g
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['!', 'exclamation point'],
  ['@', 'at'],
  ['#', 'hash'],
  ['$', 'dollar'],
  ['%', 'percent'],
  ['^', 'caret'],
  ['&', 'and'],
  ['*', 'star'],
  ['?', 'question mark'],
  ['_', 'underscore'],
  ['-', 'dash'],
  ['+', 'plus'],
  ['=', 'equals'],
])

/** `BlueSky42!` → `blue sky four two exclamation point`; what makes no word letter by letter. */
const passwordWords = (password: string): string =>
  (password.match(PASSWORD_PARTS) ?? [])
    .map((part) => {
      if (!/[A-Za-z]/.test(part)) return SIGNS.get(part) ?? digitByDigit(part)
      const word = part.toLowerCase()
      const isWord = part.length > 2 && (isCommonWord(word) || (part.length > 3 && isPronounceable(word)))
      return isWord ? word : [...part.toUpperCase()].join(' ')
    })
    .join(' ')

/** Codes that are given out, of capitals and figures. Before everything that a part of them could be. */
export const givenCodes: readonly Expansion[] = [
  {
    category: 'serial',
    first: /[A-Za-z\d]/,
    next: /[\d!@#$%^&*?_+=-]/,
    pattern: /(?=[^\s]{0,38}\d)(?=[^\s]{0,38}[A-Za-z])[A-Za-z\d!@#$%^&*?_+=-]{4,40}(?![\p{L}\d@/]|\.\p{L})/uy,
    read: ([whole], { before, after }) => {
      // A key in capitals is a code.
      if (!PASSWORD_FOLLOWS.test(before) || /^[A-Z\d-]+$/.test(whole)) return undefined
      const password = whole.replace(/[*_?]{1,3}$/, '').replace(after.trim() === '' ? /(?<=[a-z\d])[!?]$/ : /$^/, '')
      return { spoken: passwordWords(password), length: password.length }
    },
  },
  { category: 'serial', first: /[A-Z]/, written: ['mixed'], pattern: CODE, read: readCode },
  { category: 'serial', first: /[A-Z]/, next: /[\d-]/, written: ['capitalized'], pattern: CODE, read: readCode },
  {
    category: 'serial',
    first: /\d/,
    pattern: new RegExp(String.raw`(?=\d{1,20}-?[A-Z])${CODE.source}`, 'uy'),
    read: readCode,
  },
]
