import type { Context, Expansion } from '../../reading/expansion.ts'
import { countsThings } from './calendar.ts'
import { isCalled, isReference } from './number-sense.ts'
import { cardinal, digitByDigit } from './number-words.ts'
import type { Parts } from './until-next.ts'
import { parts } from './until-next.ts'

const SEPARATOR = '(?: ?[-.–/] ?| )'
const EXTENSION = String.raw`(?:,? ?(?:[eE]xt(?:ension|n)?\.?|EXT\.?|[xX]|#) ?(?<extension>\d{1,7}))?`
const BORDER = String.raw`(?![\p{L}\d%]|[-.,/]\d)`
const GOES_ON = /[\p{L}\d][.,:/-]?$|[$€£#@]$/u
/** A number of Britain without a break, in any text. */
export const BRITISH_NUMBER = String.raw`(?<!\d)0[3789]\d{8,9}(?!\d)`
/** `800` → `eight hundred`, others digit by digit. */
const groupWords = (group: string): string =>
  /^[1-9]00$/.test(group) ? `${cardinal(group.charAt(0))} hundred` : digitByDigit(group)

const withExtension = (groups: readonly string[], extension: string | undefined): string =>
  [...groups, ...(extension === undefined ? [] : [`extension ${digitByDigit(extension)}`])].join(', ')

/** Groups of a number in North America: `+1 (212) 555-4807`. */
function readAmerican(match: RegExpExecArray, { before }: Context): string | undefined {
  const { plus, country, bracketed, area = bracketed, exchange = '', line = '', extension } = parts(match)
  if (plus === undefined && GOES_ON.test(before)) return undefined
  const prefix = country === undefined ? [] : [plus === undefined ? 'one' : 'plus one']
  return withExtension(
    [
      ...prefix,
      groupWords(area ?? ''),
      digitByDigit(exchange),
      /^\d/.test(line) ? digitByDigit(line) : vanityWords(line),
    ],
    extension,
  )
}

function readLocal(match: RegExpExecArray, { before, after }: Context): string | undefined {
  const { exchange = '', line = '', extension } = parts(match)
  if (GOES_ON.test(before) || countsThings(after)) return undefined
  return withExtension([digitByDigit(exchange), digitByDigit(line)], extension)
}

/** Ten or eleven figures without a break; large numbers have commas, or zeros at the end. */
function readUnbroken(match: RegExpExecArray, context: Context): string | undefined {
  const { line = '' } = parts(match)
  if (line.endsWith('000') && !isCalled(context)) return undefined
  return readAmerican(match, context)
}

/** `GO` → a word; `XYZ` → letters; `4` → four. */
const vanityWords = (part: string): string =>
  (part.match(/\d{1,9}|[A-Za-z]{1,12}/g) ?? [])
    .map((run) => {
      if (/^\d/.test(run)) return digitByDigit(run)
      if (run.length === 1) return run.toUpperCase()
      return /[aeiouy]/i.test(run) ? run.toLowerCase() : [...run.toUpperCase()].join(' ')
    })
    .join(' ')

function readVanity(match: RegExpExecArray, { before }: Context): string | undefined {
  const { plus, country, area = '', rest = '' } = parts(match)
  if (!/[A-Za-z]{2}/.test(rest) || GOES_ON.test(before)) return undefined
  const prefix = country === undefined ? [] : [plus === undefined ? 'one' : 'plus one']
  const words = rest.split(/[- ]/).map(vanityWords)
  const isAllWords = !/\d{2}/.test(rest)
  return [...prefix, groupWords(area), isAllWords ? words.join(' ') : words.join(', ')].join(', ')
}

/** Country codes of one and two figures; all others have three. */
const COUNTRY_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

function readInternational(match: RegExpExecArray): string | undefined {
  const text = match[0].slice(1)
  const count = text.replaceAll(/\D/g, '').length
  if (count < 7 || count > 15) return undefined
  const written = text.match(/\d{1,15}/g) ?? []
  const groups = written.length > 1 ? written : splitUnbroken(text)
  return `plus ${groups.map(digitByDigit).join(', ')}`
}

function splitUnbroken(digits: string): readonly string[] {
  const country = COUNTRY_CODE.exec(digits)?.[0] ?? ''
  const rest = digits.slice(country.length)
  return [country, ...(rest.match(/\d{4}$|\d{3}(?=\d{3})|\d{1,4}/g) ?? [])]
}

/** As they are written; a national number without a break in groups of three and four. */
const inGroups = (text: string): string =>
  (/^(0[1-9]\d\d)(\d{3})(\d{3,4})$/.exec(text)?.slice(1) ?? text.match(/\d{1,19}/g) ?? []).map(digitByDigit).join(', ')

/** A reference may look the same, `ISBN 0306406152`: one of ten figures is read as others are, a longer one without pauses. */
function readGroups([text]: RegExpExecArray, context: Context): string | undefined {
  if (GOES_ON.test(context.before)) return undefined
  if (!/^\d+$/.test(text) || !isReference(context)) return inGroups(text)
  return text.length === 10 ? undefined : digitByDigit(text)
}

const CALL_FOLLOWS = /\b(?:call(?:s|ed|ing)?|dial(?:s|ed|ing|led|ling)?|phone[ds]?|rang|ring|to|the) ["']?$/i
const SERVICE_NUMBER_GOES_ON =
  /^ (?:calls?|operators?|dispatch(?:er)?s?|emergency|emergencies|center|services?|line|system)\b/i

function readService([code]: RegExpExecArray, { before, after }: Context): string | undefined {
  if (GOES_ON.test(before)) return undefined
  const isAmerican = /11$|988/.test(code)
  const isCalled = /\b(?:call|dial|phon|r[ai]ng)[a-z]{0,4} ["']?$/i.test(before) && !countsThings(after)
  const isListed =
    /\b(?:call|dial|text|phon|r[ai]ng)[^.!?]{0,40}\b(?:[2-9]11|988|999|11[0-9]|000)(?:, | or |, or | and )$/i.test(
      before,
    ) && !countsThings(after)
  const isKnown = CALL_FOLLOWS.test(before) && SERVICE_NUMBER_GOES_ON.test(after)
  const isPlain = isAmerican && ((before + after).trim() === '' || SERVICE_NUMBER_GOES_ON.test(after))
  return isCalled || isListed || isKnown || isPlain ? digitByDigit(code) : undefined
}

function readCard({ first = '', rest = '' }: Parts): string {
  const groups = rest.match(/\d{1,6}/g) ?? []
  return [first, ...groups].map(digitByDigit).join(', ')
}

/** The first side of a size: `1080 x 2400`, `160 mm x 750` */
const MEASURED_BEFORE = /\d ?(?:["']|[cm]?m|in(?:ch(?:es)?)?|ft|feet|px|pixels)? $/iu
const TELEPHONE_BEFORE = /(?:\d[ ().-]{0,2}){7,15}$/

/** `my num 9321 4455`, `no. is`: eight figures, as in Singapore and Hong Kong */
const NUMBER_OF_PERSON =
  /(?:^|[^\p{L}])(?:call|cell|contact|dial|hp|mobile|(?:da|d|her|his|hp|mob|mobile|my|new|old|tel|their|ur|your) (?:no\.?|num|number)|num|ring|sms|tel|whatsapp)(?: (?:her|him|is|it's|its|me|on|the (?:no\.?|num|number)|us))?[:=]? ?$/iu

/** A number, a country or an address of the net, after which a line goes on with another part */
const LINE_BEFORE = /(?:\d{5}|[\d)][ .-]\d{4}|(?:^|[^\p{L}])(?:USA|UK|U\.S\.A\.)|@[\w.-]{3,40}\.[a-z]{2,4}) $/u

/** Telephone numbers, and other long numbers whose groups are read digit by digit. */
export const telephones: readonly Expansion[] = [
  {
    // `Ana Diaz, Reno 89501 USA phone 650 723 1976 fax …`: the parts of a line without marks
    category: 'word',
    first: /[cefmptw]/i,
    words: new Set(['cell', 'email', 'fax', 'mobile', 'phone', 'tel', 'web']),
    pattern:
      /(?:cell|email|fax|mobile|phone|tel|web)(?=:? (?:[+(]?\d[\d ().-]{6}|[\w.+-]{1,40}@[\w-]|https?:|www\.))/iuy,
    read: ([word], { before }) =>
      LINE_BEFORE.test(before)
        ? { spoken: word.toLowerCase() === 'tel' ? 'telephone' : word, length: word.length, pause: ',' }
        : undefined,
  },
  {
    // `08712404000150p/min`: a number run together with what a minute of it costs
    category: 'telephone',
    first: /0/,
    pattern: /(?<line>0[89]\d{9})(?<pence>\d{2,3})p(?<rate>(?:\/(?:min|msg|txt|text|call))?|pm)(?![\p{L}\d])/uy,
    read: (match, { before }) => {
      const { line = '', pence = '', rate = '' } = parts(match)
      if (GOES_ON.test(before.replace(/:$/, ''))) return undefined
      const per =
        rate === ''
          ? ''
          : rate === '/msg'
            ? ' per message'
            : /call/.test(rate)
              ? ' per call'
              : /t/.test(rate)
                ? ' per text'
                : ' per minute'
      return `${inGroups(line)}, ${cardinal(pence)} pence${per}`
    },
  },
  {
    category: 'telephone',
    first: /[(+\d]/,
    pattern: new RegExp(
      String.raw`(?:\(?(?<plus>\+)?(?<country>1)\)?${SEPARATOR}?)?(?:\((?<bracketed>\d{3})\)(?: ?- ?| )?|(?<area>\d{3})${SEPARATOR})(?<exchange>\d{3})${SEPARATOR}(?<line>\d{4}|[A-Z]{4})${EXTENSION}${BORDER}`,
      'uy',
    ),
    read: readAmerican,
  },
  {
    category: 'telephone',
    first: /[+\d]/,
    pattern: new RegExp(
      String.raw`(?:(?<plus>\+)?(?<country>1))?(?<area>[2-9]\d\d)(?<exchange>[2-9]\d\d)(?<line>\d{4})${EXTENSION}${BORDER}`,
      'uy',
    ),
    read: readUnbroken,
  },
  {
    category: 'telephone',
    first: /[+\d]/,
    pattern:
      /(?:(?<plus>\+)?(?<country>1)[ .-])?(?<area>8(?:00|33|44|55|66|77|88)|900)[ .-](?<rest>[A-Za-z\d]{1,12}(?:-[A-Za-z\d]{1,12}){0,4})(?![\p{L}\d])/uy,
    read: (match, context) =>
      // After a space, words of the sentence may follow the number.
      / [a-z]/.test(match[0]) ? undefined : readVanity(match, context),
  },
  {
    category: 'telephone',
    first: /\+/,
    pattern: /\+[1-9]\d{0,14}(?:[ .-]?\(?\d{1,5}\)?){0,6}(?![\p{L}\d%]|[-.,]\d)/uy,
    read: readInternational,
  },
  {
    category: 'telephone',
    first: /[1-9]/,
    pattern: new RegExp(String.raw`(?<exchange>[1-9]\d\d) ?[-–] ?(?<line>\d{4})${EXTENSION}${BORDER}`, 'uy'),
    read: readLocal,
  },
  {
    category: 'telephone',
    first: /[2-9]/,
    pattern: new RegExp(String.raw`(?<exchange>[2-9]\d\d)[ .]?(?<line>\d{4})${EXTENSION}${BORDER}`, 'uy'),
    read: (match, context) => (isCalled(context) ? readLocal(match, context) : undefined),
  },
  {
    category: 'telephone',
    first: /[3689]/,
    pattern: /(?<exchange>[3689]\d{3})(?<line>\d{4})(?![\p{L}\d%]|[-.,:/]\d)/uy,
    read: (match, context) => {
      const { exchange = '', line = '' } = parts(match)
      const { before, after } = context
      const isOfPerson = NUMBER_OF_PERSON.test(before) && !countsThings(after) && !match[0].endsWith('000')
      return !GOES_ON.test(before.replace(/[:=]$/, '')) && isOfPerson && !isReference(context)
        ? `${digitByDigit(exchange)}, ${digitByDigit(line)}`
        : undefined
    },
  },
  {
    category: 'telephone',
    first: /\d/,
    // Social security, and national numbers that start with a trunk zero.
    pattern:
      /(?:\d{3}[- ]\d\d[- ]\d{4}|0\d(?:[ .-]\d\d){4}|(?:00|011)[ -]?\d{1,3}(?:[ -]\d{2,5}){2,5}|0\d{2,4}[ -]\d{3,4}(?:[ -]?\d{3,4})|0\d{4} ?\d{5,6})(?![\p{L}\d%]|[-.,]\d)/uy,
    read: readGroups,
  },
  {
    category: 'serial',
    first: /\d/,
    pattern:
      /(?<first>\d{4})(?<rest>(?:[ -]\d{4}){3}(?:[ -]\d{1,3})?|[ -]\d{6}[ -]\d{5}|(?<=[3-6]\d{3})\d{4}\d{4}\d{4})(?![\p{L}\d%]|[-.,]\d| \d{2})/uy,
    read: (match, { before }) => {
      const { first, rest = '' } = parts(match)
      if (GOES_ON.test(before)) return undefined
      return readCard({ first, rest: rest.replace(/^(\d{4})(\d{4})(\d{4})$/, ' $1 $2 $3') })
    },
  },
  {
    category: 'telephone',
    first: /[eE]/,
    words: new Set(['ext', 'extension', 'extn']),
    pattern: /ext(?:ension|n)?\.?:? ?#?(?<extension>\d{1,7})(?![\p{L}\d]|[.,:]\d)/iuy,
    read: (match) => `extension ${digitByDigit(parts(match).extension ?? '')}`,
  },
  {
    category: 'telephone',
    first: /x/i,
    words: new Set(['x']),
    pattern: /x\.? ?(?<extension>\d{3,5})(?![\p{L}\d%]|[-.,:/]\d)/iuy,
    read: (match, { before }) =>
      /\b(?:call|contact|dial|ext|extension|phone|reach)\b[^.!?]{0,30} $/i.test(before) &&
      (!MEASURED_BEFORE.test(before) || TELEPHONE_BEFORE.test(before))
        ? `extension ${digitByDigit(parts(match).extension ?? '')}`
        : undefined,
  },
  {
    category: 'telephone',
    first: /[0-9]/,
    pattern: /(?:[2-9]11|988|999|11\d|10[0-8]|000|066|995)(?![\p{L}\d%-]|[.,:/]\d)/uy,
    read: readService,
  },
]
