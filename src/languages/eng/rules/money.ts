import type { Context, Expansion, Reading } from '../../reading/expansion.ts'
import type { Currency } from './currency.ts'
import { CURRENCY_LETTERS, currencyOf, SIGNS } from './currency.ts'
import { cardinal, pluralOfWords } from './number-words.ts'
import { DECIMAL_NUMERAL, NUMERAL, readNumeral } from './numeral.ts'
import { isPriceOfNoun } from './priced.ts'
import { scaleWord } from './scale.ts'
import { BRITISH_NUMBER } from './telephone.ts'
import { rateAt } from './unit.ts'

/** `3/1K requests`, `5/10 GB`: for so many, and no fraction such as `1/2`. */
const BY_COUNT = String.raw`(?![13]\/[248](?![\d.kKMB]))\d{1,3}\/\d`
/** Also `1.234,50` and `3,50`, as most of Europe writes prices, and `10 000`. */
const AMOUNT = String.raw`(?:\d{1,4}:\d\d(?![\d:])|\d{1,3}(?:\.\d{3}){0,6},\d\d(?![\d,])|\d{1,3}(?:[. ]\d{3}){2,6}(?![\d,.]\d|\d)|(?!${BY_COUNT})${NUMERAL}|${DECIMAL_NUMERAL})`
const SCALE = String.raw`(?:(?:[ -]?(?:[Tt]housand|[Mm]illion|[Bb]illion|[Tt]rillion|MILLION|BILLION|TRILLION|lakhs?|crores?|hundred|mln|bln|mn|bn|tn|trn|cr|k|K|M|MM)| ?(?:mm?|b|B|t|T|mil))(?![\p{L}\d]))`
const PREFIX = String.raw`(?:[A-Z][A-Za-z.]{1,3} ?|[A-Z])?[${SIGNS}]|[A-Z]{3,4}|Rs\.?|kr\.?|Rp\.?|RM`

/** Codes that are as often something else before a number. */
const AMBIGUOUS_BEFORE = /^(?:TRY|PEN|COP|PHP|RON|ALL|SAR|NIS|ISK)$/

const BLOOD =
  /(?:^|[^\p{L}])(?:anticoag\w{0,12}|blood|coumadin|goal|labs?|pt|therapeutic|vitamin k|warfarin)(?!\p{L})/iu
const ROOM = /(?:^|[^\p{L}])(?:at|from|in|inside|into|near|outside|to) $/iu

interface Amount {
  readonly numeral: string
  readonly scale: string
}

/** `$1,045.96`, `US$3B`, `€70-€72`, `-£5/month`, `USD 45`. */
const PREFIXED = new RegExp(
  String.raw`(?<mark>${PREFIX}) ?(?<sign>[-−]?) ?(?<numeral>${AMOUNT})(?<scale>${SCALE}?)(?:(?<joint> ?[-–—] ?| to )(?<secondMark>(?:${PREFIX})?) ?(?<secondNumeral>${AMOUNT})(?<secondScale>${SCALE}?)(?![\d%\p{L}]))?(?<plus>\+?)(?:\/-(?!\d))?(?<code>(?: ?[A-Z]{3,4}(?![\p{L}\d]))?)(?<slashed>(?:\/[^\n]{0,40})?)`,
  'uy',
)

const AMOUNT_NEXT = new RegExp(`^ {1,3}[(−-]?[${SIGNS}] ?\\d`, 'u')

function readPrefixed(match: RegExpExecArray, { before, after }: Context): Reading | undefined {
  const groups = match.groups ?? {}
  const { mark = '', sign = '', numeral = '', scale = '', plus = '', code = '', slashed = '' } = groups
  const named = code === '' ? undefined : currencyOf(code)
  const currency = named ?? currencyOf(mark)
  if (currency === undefined || !stands(mark, before)) return undefined
  // `EUR/USD 1.08`: a rate of two currencies
  if (/\p{Lu}{3}\/$/u.test(before)) return undefined
  // A test of blood, and a room
  if (mark === 'INR' && /^\d(?:\.\d)?$/.test(numeral) && BLOOD.test(before + after)) return undefined
  if (mark === 'RM' && match[0].startsWith('RM ') && /^\d{1,4}$/.test(numeral) && ROOM.test(before)) return undefined
  const minus = sign === '' ? '' : 'minus '
  const first = { numeral, scale }
  const second = secondAmount(groups)
  if (second !== undefined && !isOneRange(first, second, groups.joint ?? '', currency, groups.secondMark ?? '')) {
    const length = match[0].indexOf(numeral, mark.length) + numeral.length + scale.length
    return {
      spoken: minus + readAmount(first, currency, isPriceOfNoun(before, match[0].slice(length) + after)),
      length,
    }
  }
  const isCodeRead = code === '' || named !== undefined
  const again = plus + code + slashed === '' ? nameAgain(after, currency) : ''
  const rest = plus + (named === undefined ? code : '') + slashed + after.slice(again.length)
  const isAdjective = isPriceOfNoun(before, rest)
  const spoken =
    second === undefined ? readAmount(first, currency, isAdjective) : readRange(first, second, currency, isAdjective)
  const rate = isCodeRead ? rateAt(slashed, true) : undefined
  const said = [minus + spoken, plus && 'plus', rate?.spoken].filter(Boolean).join(' ')
  const length = match[0].length - slashed.length - (isCodeRead ? 0 : code.length) + (rate?.length ?? 0) + again.length
  // Columns of a table: `Totals $1,200 $3,400`
  const isBesideAmount = AMOUNT_NEXT.test((match[0] + after).slice(length))
  return { spoken: isBesideAmount ? `${said},` : said, length }
}

/** `$5 dollars`: the name that repeats the sign. */
function nameAgain(after: string, { many }: Currency): string {
  const [name = '', word = ''] = /^ (dollar|buck|euro|pound|rupee)s?(?!\p{L})/iu.exec(after) ?? []
  return many.endsWith(`${word.toLowerCase().replace('buck', 'dollar')}s`) && word !== '' ? name : ''
}

const signed: Expansion = {
  category: 'money',
  first: new RegExp(`[${SIGNS}]`),
  pattern: PREFIXED,
  read: readPrefixed,
}

const lettered: Expansion = {
  category: 'money',
  first: /[A-Zkr]/,
  words: CURRENCY_LETTERS,
  pattern: PREFIXED,
  read: readPrefixed,
}

/** Codes that are no words in small letters: `5 gbp`. */
const SMALL_CODES = 'brl|cny|eur|gbp|hkd|jpy|mxn|nzd|sgd|usd|zar'

/** A pair of currencies, or a year: `1.10 eur/usd`, `in 2024 usd rose` */
const isNoAmount = (numeral: string, slashed: string, before: string): boolean =>
  /^\/[a-z]{3}(?!\p{L})/u.test(slashed) ||
  (/^(?:19|20)\d\d$/.test(numeral) && /(?:^|[^\p{L}])(?:by|in|since) $/iu.test(before))

/** `45 EUR`, `20€`, `100 kr`. */
const suffixed: Expansion = {
  category: 'money',
  first: /[\d.½]/,
  pattern: new RegExp(
    String.raw`(?<numeral>${AMOUNT})(?<scale>${SCALE}?)(?:(?<joint> ?[-–—] ?)(?<secondNumeral>${AMOUNT})(?<secondScale>${SCALE}?))? ?(?<mark>(?:US|CA|AU|HK|NZ|A|C|S|R)?[${SIGNS}](?![\p{L}\d]| ?\d)|(?:[A-Z]{3,4}|kr|zł|Kč|RM|${SMALL_CODES})(?![\p{L}\d]))(?<slashed>(?:\/[^\n]{0,40})?)`,
    'uy',
  ),
  read: (match, { before, after }) => {
    const groups = match.groups ?? {}
    const { numeral = '', scale = '', mark = '', slashed = '' } = groups
    const currency = currencyOf(mark) ?? currencyOf(mark.toUpperCase())
    if (currency === undefined || /[\p{L}\d]$/u.test(before)) return undefined
    if (mark === mark.toLowerCase() && isNoAmount(numeral, slashed, before)) return undefined
    const first = { numeral, scale }
    const second = secondAmount(groups)
    const isAdjective = isPriceOfNoun(before, slashed + after)
    const spoken =
      second === undefined ? readAmount(first, currency, isAdjective) : readRange(first, second, currency, isAdjective)
    const rate = rateAt(slashed, true)
    return {
      spoken: rate === undefined ? spoken : `${spoken} ${rate.spoken}`,
      length: match[0].length - slashed.length + (rate?.length ?? 0),
    }
  },
}

/** `2/$5`, `3 / $10`: as many for that much. */
const several: Expansion = {
  category: 'money',
  first: /[2-9]/,
  pattern: new RegExp(String.raw`(?<count>[2-9]\d?) ?/ ?(?=[${SIGNS}]\d)`, 'uy'),
  read: (match, { before }) =>
    /[\p{L}\d][.,:/-]?$|[$€£]$/u.test(before) ? undefined : `${cardinal(match.groups?.count ?? '')} for`,
}

function secondAmount({ secondNumeral, secondScale = '' }: Record<string, string | undefined>): Amount | undefined {
  return secondNumeral === undefined ? undefined : { numeral: secondNumeral, scale: secondScale }
}

/** `4txt/120p`, `msgs 150p`: what a message costs */
const CHARGED =
  /(?:^|[^\p{L}])(?:calls?|costs?|msgs?|messages?|sms|texts?|txts?)(?: (?:at|is|just|only))?[ /:@]{1,2}$/iu
/** `1x150p/wk`: how often it is charged. */
const TIMES_BEFORE = /(?<![\p{L}\d.])[1-9]\d? ?[x×] ?$/iu
const PICTURE = /^(?:144|240|360|480|540|720)$/

/** `5¢`, `50p`. */
const cents: Expansion = {
  category: 'money',
  first: /[\d.½]/,
  pattern: new RegExp(String.raw`(${NUMERAL})(?: ?(¢)|(p)(?![\p{L}\d]))((?:/[^\n]{0,40})?)`, 'uy'),
  read: ([whole, numeral = '', sign, , slashed = ''], { before }) => {
    // "1080p" is a picture.
    const rate = rateAt(slashed, true)
    const isPence =
      sign !== undefined ||
      /^\d{1,2}$/.test(numeral) ||
      (/^\d{3}$/.test(numeral) && (rate !== undefined || (CHARGED.test(before) && !PICTURE.test(numeral))))
    if (/[\p{L}\d]$/u.test(before.replace(TIMES_BEFORE, '')) || !isPence) return undefined
    const unit = sign === undefined ? ['penny', 'pence'] : ['cent', 'cents']
    return {
      spoken: [readNumeral(numeral), numeral === '1' ? unit[0] : unit[1], rate?.spoken].filter(Boolean).join(' '),
      length: whole.length - slashed.length + (rate?.length ?? 0),
    }
  },
}

/** `1x150p/wk`, `3 x £1.50/msg` */
const charges: Expansion = {
  category: 'money',
  first: /[1-9]/,
  pattern:
    /(?<times>[1-9]\d?) ?[x×] ?(?=(?:£ ?\d{1,3}(?:\.\d\d)?|\d{1,3} ?p(?=\/| per ))(?: ?\/| per (?:call|day|message|month|text|week)))/iuy,
  read: (match, { before }) =>
    /[\p{L}\d.,:/-]$/u.test(before) ? undefined : `${cardinal(match.groups?.times ?? '')} times`,
}

/** `#5000 CASH`: pounds, as telephones without their sign write them. */
const hashed: Expansion = {
  category: 'money',
  first: /#/,
  pattern: /#(\d{3,6}|\d{1,3},\d{3})(?= (?:cash|prize|award|bonus|jackpot|voucher)(?!\p{L}))/iuy,
  read: ([, numeral = ''], { before }) => (/[\p{L}\d&]$/u.test(before) ? undefined : `${readNumeral(numeral)} pound`),
}

/** What is charged by the minute: a call, or the number of one. */
const CALLED = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:bt|calls?(?! for)|hotline|landlines?|mobiles(?! phase)|(?:local|national|premium|standard) rate|sms|t(?:'?s)?&?c'?s|txt)(?!\p{L})|${BRITISH_NUMBER}`,
  'iu',
)
const COSTS = /(?:^|[^\p{L}])costs?(?: (?:at|is|just|only))? $/iu
/** Of what a message says in small print, between commas: `Call 0906… from a landline, PO Box 12, 150ppm, 18+`. */
const TERMS_BEFORE = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:bt|landlines?|p\.?o\.? ?box|box ?\d|sms|txt|std|national rate|t(?:'?s)?&?c'?s?)(?!\p{L})|${BRITISH_NUMBER}`,
  'iu',
)
const TERMS_AFTER = /^[,.]? ?(?:p\.?o\.? ?box|box ?\d|t(?:'?s)?&c|1[68]\+)/iu
const TERM_ENDS =
  /^(?:\s{0,3}$|[.,;!)]| ?1[68]\+|(?: ?(?:t'?s?&c|max|min|land|mob|bt|from|p\.?o\.? ?box|or|box ?\d)))/iu
const DISSOLVED = /(?:^|[^\p{L}])(?:CO2|concentration|dose|levels?|parts|traces?)(?!\p{L})/iu
/** `150 ppm` with a space is a charge only where the message has the sign of one, wherever it stands. */
const CHARGE = new RegExp(
  String.raw`${BRITISH_NUMBER}|£ ?\d|(?:^|[^\p{L}])(?:bt|landlines?|p\.?o\.? ?box|national rate|per min(?:ute)?|premium rate|t(?:'?s)?&c'?s?|txt)(?!\p{L})`,
  'iu',
)
/** `150ppm`: of calls, not of a solution. */
const perMinute: Expansion = {
  category: 'money',
  first: /\d/,
  pattern:
    /(\d{1,3})(?: (?=[Pp][Pp][Mm]))?(?:ppm|Ppm|PPM|p\/m|P\/M)(?:(?![\p{L}\d])|(?=P\.?O\.? ?B|B[Oo][Xx]\d|[A-Z][a-z]))/uy,
  read: ([whole, pence = ''], { before, after }) =>
    !/[\p{L}\d.,/-]$/u.test(before) &&
    !DISSOLVED.test(before + after) &&
    (whole.includes(' ')
      ? COSTS.test(before) || (!/^ (?:in|of)(?!\p{L})/u.test(after) && (CHARGE.test(before) || CHARGE.test(after)))
      : CALLED.test(/[^,;]{0,48}$/.exec(before)?.[0] ?? '') ||
        CALLED.test(/^[^,;]{0,48}/.exec(after)?.[0] ?? '') ||
        COSTS.test(before) ||
        (TERMS_BEFORE.test(before) && TERM_ENDS.test(after)) ||
        TERMS_AFTER.test(after))
      ? `${cardinal(pence)} pence per minute`
      : undefined,
}

/** A sign alone that is no amount's; `$` alone is a symbol like `%`. */
const alone: Expansion = {
  category: 'money',
  first: new RegExp(`[${SIGNS}]`),
  pattern: new RegExp(`[${SIGNS}]`, 'uy'),
  read: ([mark]) => (mark === '$' ? undefined : currencyOf(mark)?.many),
}

function stands(mark: string, before: string): boolean {
  const isSign = new RegExp(`[${SIGNS}]$`).test(mark)
  if (isSign) return true
  // A code in running capitals is a word.
  return !AMBIGUOUS_BEFORE.test(mark) && !/[\p{L}\d]$/u.test(before)
}

const valueOfScaled = (amount: Amount): number =>
  Number.parseFloat(normalizeNumeral(amount.numeral).replaceAll(',', ''))

/** Whether both amounts are of one currency and rise, as those of a range do. */
function isOneRange(first: Amount, second: Amount, joint: string, currency: Currency, secondMark: string): boolean {
  if (secondMark !== '' && currencyOf(secondMark) !== currency) return false
  // "$5 to $10" is read as it stands; only "$5 to $10 million" shares its scale.
  if (joint === ' to ') return first.scale === '' && second.scale !== '' && valueOfScaled(first) < valueOfScaled(second)
  if (first.scale !== '' && second.scale === '' && secondMark === '') return false
  return first.scale !== second.scale || valueOfScaled(first) <= valueOfScaled(second)
}

function readRange(first: Amount, second: Amount, currency: Currency, isAdjective = false): string {
  const last = readAmount(second, currency, isAdjective)
  const isWhole = !/\.\d\d$/.test(normalizeNumeral(first.numeral)) || /\.00$/.test(normalizeNumeral(first.numeral))
  if (first.scale !== '' && first.scale !== second.scale) return `${readAmount(first, currency, false)} to ${last}`
  if (!isWhole) return `${readAmount({ ...first, scale: second.scale }, currency, false)} to ${last}`
  return `${readNumeral(normalizeNumeral(first.numeral).replace(/\.00$/, ''))} to ${last}`
}

/** `3,50` and `3:50` → `3.50`, `1.234,50` → `1234.50`, `10 000` → `10000`. */
function normalizeNumeral(numeral: string): string {
  if (numeral.includes(':')) return numeral.replace(':', '.')
  if (/,\d\d$/.test(numeral) && !/,\d\d,/.test(numeral)) return numeral.replaceAll('.', '').replace(',', '.')
  return /^\d{1,3}(?:[. ]\d{3}){2,}$/.test(numeral) ? numeral.replaceAll(/[. ]/g, '') : numeral
}

function readAmount({ numeral, scale }: Amount, currency: Currency, isAdjective: boolean): string {
  const { one, many, cent } = currency
  const plain = normalizeNumeral(numeral)
  const [, whole = '', decimals = ''] = /^([\d,']*)\.(\d\d?)$/.exec(plain) ?? []
  const unitOf = (digits: string): string => (isAdjective || /^0*1$/.test(digits) ? one : many)
  if (scale !== '') return `${readNumeral(plain)} ${scaleWord(scale.replace(/^[ -]/, ''))} ${isAdjective ? one : many}`
  if (/^0+$/.test(decimals)) return `${readNumeral(whole || '0')} ${unitOf(whole)}`
  if (decimals === '' || cent === undefined) return `${readNumeral(plain)} ${unitOf(plain)}`
  const hundredths = String(Number(decimals.padEnd(2, '0')))
  const small = `${cardinal(hundredths)} ${isAdjective || hundredths === '1' ? cent.one : cent.many}`
  return /^[0,']*$/.test(whole) ? small : `${readNumeral(whole)} ${unitOf(whole)} and ${small}`
}

/** `mid-$40s`, `the low $300Ks`. */
const around: Expansion = {
  category: 'money',
  first: /[$£€]/,
  pattern: /[$£€](\d{1,3}0)([KkM]?)s(?![\p{L}\d])/uy,
  read: ([, tens = '', scale = '']) =>
    pluralOfWords(scale === '' ? cardinal(tens) : `${cardinal(tens)} ${scaleWord(scale)}`),
}

export const moneys: readonly Expansion[] = [
  around,
  several,
  charges,
  hashed,
  signed,
  lettered,
  suffixed,
  perMinute,
  cents,
]
export const currencySigns: readonly Expansion[] = [alone]
