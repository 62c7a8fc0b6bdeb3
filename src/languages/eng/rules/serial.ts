import type { Context, Expansion, Reading } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { ACRONYMS_SAID } from './acronyms.ts'
import { countsThings } from './calendar.ts'
import { numberNames } from './number-names.ts'
import { isReferencePair, senseOfDigits, TOLD_BY_DIGITS } from './number-sense.ts'
import { cardinal, digitByDigit, inPairs, pluralOfWords } from './number-words.ts'
import { PROGRAM_NAMES } from './program-name.ts'
import { isPronounceable } from './pronounceable.ts'
import { spelled } from './spell.ts'
import { isCrowd } from './unit-guard.ts'
import { parts } from './until-next.ts'

/** From here on a code is read in groups, as one dictates it. */
const DICTATED_LENGTH = 9

/** `16` → `sixteen`, `320` → `three twenty`, `1042` → `ten forty two`; leading zeros and long numbers digit by digit. */
function figureWords(digits: string): string {
  if (digits.length > 4 || (digits.startsWith('0') && digits.length > 1)) return digitByDigit(digits)
  return digits.length < 3 ? cardinal(digits) : inPairs(digits)
}

/** `SARS-CoV-2` */
const isAcronym = (run: string): boolean => /^[A-Z]{4,}$/.test(run) && ACRONYMS_SAID.has(run.toLowerCase())

/** Letters by name, unless they make a word as in `iPhone15` or `user1`. */
function letterWords(run: string): string {
  const name = PROGRAM_NAMES.get(run.toLowerCase())
  if (name !== undefined) return name
  const isShort = run.length < (/[a-z]/.test(run) ? 3 : 5)
  const isWord =
    (!isShort && isPronounceable(run.toLowerCase()) && !/^(?!Co)[A-Z][a-z][A-Z]$/.test(run)) || isAcronym(run)
  if (!isWord) return [...run.toUpperCase()].join(' ')
  if (run === run.toUpperCase()) return ACRONYMS_SAID.get(run.toLowerCase()) ?? run.toLowerCase()
  return run.replace(/(?<=[a-z])(?=[A-Z])/, ' ').replace(/^[a-z](?= )/, (letter) => letter.toUpperCase())
}

const runsOf = (segment: string): readonly string[] => segment.match(/\d{1,40}|[A-Za-z]{1,40}/g) ?? []

/** One part of a code between hyphens. */
function segmentWords(segment: string): string {
  const [, stem, plural] = /^((?=.{0,20}[A-Z]|\d{1,9}s).{0,20}\d)(s)$/.exec(segment) ?? []
  const runs = runsOf(stem ?? segment).map((run) => (/^\d/.test(run) ? figureWords(run) : letterWords(run)))
  const spoken = runs.join(' ')
  return plural === undefined ? spoken : pluralOfWords(spoken)
}

const isMixed = (segment: string): boolean =>
  /\d/.test(segment) && /[A-Za-z]/.test(segment.replace(/(?<=^\d{1,9})s$/, ''))

function codeWords(segments: readonly string[]): string {
  const code = segments.join('')
  const runs = segments.flatMap(runsOf)
  const isLong = segments.length === 1 || segments.length > 2 || segments.some((segment) => segment.length > 7)
  if (
    isLong &&
    code.length >= DICTATED_LENGTH &&
    runs.length >= 3 &&
    !runs.some((run) => /^[A-Za-z]?[a-z]{2,}$/.test(run))
  )
    return segments.map(spelled).join(', ')
  let spoken = ''
  for (const [i, segment] of segments.entries()) {
    const previous = segments[i - 1]
    const isHeavy = previous !== undefined && (isMixed(segment) || isMixed(previous))
    spoken += `${i === 0 ? '' : isHeavy ? ', ' : ' '}${segmentWords(segment)}`
  }
  return spoken
}

const isPlainWord = (segment: string): boolean =>
  /^[A-Za-z]?[a-z]{2,}$/.test(segment) && isPronounceable(segment.toLowerCase())

function readCode(match: RegExpExecArray, { before }: Context): Reading | undefined {
  const { code = '', possessive } = parts(match)
  if (/[\p{L}\p{M}\d]$|[\p{L}\d][.@_/]$|[$€£]$/u.test(before)) return undefined
  const all = code.split('-')
  // "F-16-style", "3D-printed": words after the code are words.
  let count = all.length
  while (count > 1 && isPlainWord(all[count - 1] ?? '')) count--
  const segments = all.slice(0, count)
  const [first = ''] = segments
  // "450K", "100s": amounts.
  if (/^\d{1,12}(?:[kKMBTmb]|bn|mn|mln|bln|tn|trn|MM)?s?$/.test(code)) return undefined
  if (!segments.some((segment) => /\d/.test(segment)) || isPlainWord(first)) return undefined
  if (!/[A-Za-z]/.test(segments.join(''))) return undefined
  const length = segments.join('-').length
  const isWhole = length === code.length
  const spoken = codeWords(segments)
  if (!isWhole || possessive === undefined) return { spoken, length }
  return { spoken: `${spoken}'s`, length: match[0].length }
}

/** Grades of school: from kindergarten to that one. */
const SCHOOL = /K-(?<grade>5|6|8|12)(?![\p{L}\d])/uy

const partWords = (part: string): string =>
  part.length > 1 && part.startsWith('0') ? digitByDigit(part) : figureWords(part)

function readDotted(match: RegExpExecArray, { before }: Context): string | undefined {
  const { dotted = '', tail } = parts(match)
  if (/[\p{L}\d][.,:/-]?$|[$€£]$/u.test(before)) return undefined
  const numbers = dotted.split('.')
  const isAddress = numbers.length === 4 && numbers.every((number) => Number(number) < 1000 && number.length < 4)
  const words = isAddress
    ? numbers.map((number) => (number.length > 2 ? digitByDigit(number) : cardinal(number))).join(' dot ')
    : numbers.map(partWords).join(' point ')
  if (tail === undefined) return words
  return isAddress ? `${words} ${tail.startsWith('/') ? 'slash' : 'colon'} ${figureWords(tail.slice(1))}` : undefined
}

/** `HIT ON to 8007` */
const KEYWORD_BEFORE = /(?:^|[^\p{L}])(?!(?:AM|PM|UTC|GMT|USD|EUR|GBP) )[A-Z]{2,12} to $/u

/** `it to 80488.`, `fwd this msg to 62968`: where a message is sent */
const SENT_TO =
  /(?:^|[.!?] )(?:it|them|this|that|msg|message|(?:the|this|ur|your) \p{L}{2,10}) to $|(?:^|[^\p{L}])(?:fwd|forward|mms|sms|te?xt)(?: (?:back|it|now|please|pls|straight|them|this|the|that|ur|your|msg|message|word|code|name|photo|pic|[A-Z]{2,12})){0,4} to $/iu
const MESSAGE_ENDS =
  /^(?:\s{0,3}$|[.!,;?](?!\d)| (?:& |\()|(?: (?:4|and|asap|b4|before|by|for|from|now|or|to|today|tonight|with|within))(?!\p{L}))/iu

/** `80062 FREE>Games Reply YES`: who sent it, before the message */
const SENT_FROM = /(?:^|[.!?] ?)$/
const MESSAGE_NEXT =
  /^[ :>-]{1,3}(?:FREE(?=[>:!-])|(?:REPLY|Reply|STOP|TXT|Txt|txt|URGENT|Congrat\p{Ll}{0,9})(?=[!:.,>-]| ["'\d]| \p{Lu}{2}| (?:[Yy]our?|back|no|now|please|stop|to|we|with|yes)(?!\p{L})))/u

function readGivenOut(match: RegExpExecArray, context: Context): string | undefined {
  const { digits = '' } = parts(match)
  if (/[\p{L}\d][.,/-]?$|[$€£]$/u.test(context.before)) return undefined
  const isShortCode =
    /^\d{4,6}$/.test(digits) &&
    ((KEYWORD_BEFORE.test(context.before) && !countsThings(context.after)) ||
      (digits.length > 4 && SENT_TO.test(context.before) && MESSAGE_ENDS.test(context.after)) ||
      (digits.length > 4 && SENT_FROM.test(context.before) && MESSAGE_NEXT.test(context.after)))
  if (!isShortCode && !TOLD_BY_DIGITS.has(senseOfDigits(digits, context))) return undefined
  return digits.length > 6 ? spelled(digits) : digitByDigit(digits)
}

/** Phrases of figures that are read in their own way. */
const IDIOMS: ReadonlyMap<string, string> = new Map([
  ['10-4', 'ten four'],
  ['9-1-1', 'nine one one'],
  ['20-20', 'twenty twenty'],
  ['50-50', 'fifty fifty'],
  ['7-11', 'seven eleven'],
  ['802.11', 'eight oh two dot eleven'],
])

/** Words after which `3M` counts. */
const AMOUNT_BEFORE =
  /\b(?:over|about|nearly|almost|approximately|roughly|around|than|to|raised?|raising|paid|pays?|earn(?:s|ed)?|spent|lost|made|has|have|had|with|of|hit|reached|grew|worth|another|least|most|up|and|or|,) $/i

const HTTP_STATUSES = /^(?:10[0-3]|20[0-8]|226|30[0-8]|4[0-2]\d|431|451|499|50\d|51[01]|52\d|530)$/
const STATUS_FOLLOWS =
  /(?:\bHTTPS?(?:\/\d(?:\.\d)?)?|\b(?:status|response|error|result|return)(?: code)?s?|\b(?:return|throw|send|give|get|got|show|answer|respond)(?:s|ed|ing)?(?: with)?(?: an?)?)(?:[:=]| is| was| of)? ?(?:[1-5]\d\d(?:,? (?:or|and) (?:an? )?|, |\/))?$/i
const IS_STATUS =
  /^(?:,? (?:or|and) (?:an? )?[1-5]\d\d)? (?:errors?|status(?:es)?|response|page|not found|forbidden|unauthorized|ok\b|bad (?:gateway|request)|internal server|service unavailable|gateway timeout|too many requests|redirects?|moved permanently|found\b|created\b|no content)/i

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['+', 'plus'],
  ['-', 'minus'],
  ['−', 'minus'],
  ['#', 'sharp'],
])

const ROAD_BEFORE =
  /(?:^|[^\p{L}])(?:route|rte?\.?|highway|hwy\.?|interstate|exit|state road|county road|(?:I|US|SR|CR|FM|TX|CA|NY|PA|OR|WA)(?=[- ]))[- ]?$/iu
/** `take the 405`, `the 101 freeway`. */
const isFreeway = (before: string, after: string): boolean =>
  /\bthe $/i.test(before) &&
  !countsThings(after) &&
  (/^ (?:freeway|highway|interchange|bypass|bus|tram|train|northbound|southbound|eastbound|westbound)\b/.test(after) ||
    (/\b(?:take|taking|took|onto|off|via) the $/i.test(before) &&
      /^(?:[,.;!?)]|\s*$| (?:north|south|east|west|to|from|or|and|exit|until|toward|towards)\b)/.test(after)) ||
    /\b\d{3} to the $/.test(before))

const IBAN_COUNTRIES = englishWords.list('iban-countries')
const inLetters = (code: string): string =>
  [...code].map((unit) => (/\d/.test(unit) ? digitByDigit(unit) : unit)).join(' ')

/** Codes of letters and figures. Before money, measures and plain numbers come what only codes look like. */
export const serials: readonly Expansion[] = [
  ...numberNames,
  {
    category: 'serial',
    first: /[K]/,
    words: new Set(['k']),
    pattern: SCHOOL,
    read: (match) => `K through ${cardinal(parts(match).grade ?? '')}`,
  },
  {
    category: 'serial',
    first: /[45]/,
    // Sections of the tax code.
    pattern: /(?<section>401|403|457|501|529|527)\((?<letter>[a-z])\)(?:\((?<number>\d{1,2})\))?/y,
    read: (match) => {
      const { section = '', letter = '', number } = parts(match)
      return `${inPairs(section)} ${letter.toUpperCase()}${number === undefined ? '' : ` ${cardinal(number)}`}`
    },
  },
  {
    // `H.264`, `G.711`, `X.509`: what the unions of telephones number
    category: 'serial',
    first: /[A-Z]/,
    next: /\./,
    pattern: /(?<letter>[A-Z])\.(?<number>\d{3})(?![\p{L}\d%]|[-.,:/]\d)/uy,
    read: (match, { before }) => {
      const { letter = '', number = '' } = parts(match)
      return /[\p{L}\d@/_.-]$/u.test(before) ? undefined : `${letter} dot ${inPairs(number)}`
    },
  },
  {
    // `529 plan`, `a 5/1 ARM`
    category: 'serial',
    first: /\d/,
    pattern: /(?:529(?= (?:plans?|accounts?|college)\b)|\d{1,2}\/[16](?= (?:ARMs?|adjustable|hybrid)\b))/y,
    read: ([name], { before }) =>
      /[\p{L}\d$€£.,/-]$/u.test(before) ? undefined : name.split('/').map(inPairs).join(' '),
  },
  {
    // `Route 9W`, `I-35E`: not watts
    category: 'serial',
    first: /\d/,
    pattern: /(?<number>\d{1,3})(?<side>[NSEW])(?![\p{L}\d])/uy,
    read: (match, { before }) => {
      const { number = '', side = '' } = parts(match)
      return ROAD_BEFORE.test(before) ? `${inPairs(number)} ${side}` : undefined
    },
  },
  {
    // `port 443`, `the 405`
    category: 'serial',
    first: /\d/,
    pattern: /\d{3,5}(?![\p{L}\d%°]|[-.,:/]\d)/uy,
    read: ([digits], { before, after }) => {
      if (/\bports? $/i.test(before)) return digits.length > 4 ? digitByDigit(digits) : inPairs(digits)
      return digits.length === 3 && isFreeway(before, after) ? inPairs(digits) : undefined
    },
  },
  {
    // `Apt. #204`
    category: 'serial',
    first: /\d/,
    pattern: /(?<=#)\d{3}(?![\p{L}\d,%]|[-./:]\d)/uy,
    read: ([digits]) => inPairs(digits),
  },
  {
    category: 'serial',
    first: /[A-Z]/,
    words: IBAN_COUNTRIES,
    pattern: /[A-Z]{2}\d\d(?: [A-Z\d]{4}){3,7}(?: [A-Z\d]{1,3})?(?![\p{L}\d])/uy,
    read: ([code]) => code.split(' ').map(inLetters).join(', '),
  },
  {
    category: 'serial',
    first: /7/,
    pattern: /(?<type>7[0-8]7)-(?<model>\d{1,3})(?![\p{L}\d]|[-.,:/]\d)/uy,
    read: (match, { before }) => {
      const { type = '', model = '' } = parts(match)
      return /[\p{L}\d$€£][.,-]?$/u.test(before) ? undefined : `${inPairs(type)} ${figureWords(model)}`
    },
  },
  {
    category: 'serial',
    first: /\d/,
    pattern: /(?:10-4|9-1-1|50-50|20-20|7-11|802\.11)(?![\p{Lu}\d%]|[-.,/:]\d)/uy,
    read: ([idiom], { before, after }) => {
      if (/[\p{L}\d][.,:/-]?$|[$€£]$/u.test(before)) return undefined
      // Said on the radio; elsewhere it is from ten to four.
      if (
        idiom === '10-4' &&
        !(
          /(?:^|[.!?"] ?|\b(?:a|copy|copy that|roger|that's|big),? )$/i.test(before) &&
          /^(?:["']?[,.!]|["']?\s{0,3}$| (?:good|over|copy|roger))/.test(after)
        )
      )
        return undefined
      return IDIOMS.get(idiom)
    },
  },
  {
    category: 'serial',
    first: /T/,
    words: new Set(['t']),
    pattern: /T ?[-–−+] ?(?=\d{1,3}(?: (?:sec|min|hour|day|week|month|and (?:counting|holding))|:\d|[.,!]?(?:\s|$)))/uy,
    read: ([count], { before }) =>
      /[\p{L}\d.-]$/u.test(before) ? undefined : `T ${count.includes('+') ? 'plus' : 'minus'}`,
  },
  {
    category: 'serial',
    first: /[37]/,
    pattern: /(?:7[ -]?(?:UP|Up|up)|3M)('s)?(?![\p{L}\d])/uy,
    read: ([name, possessive = ''], { before, after }) => {
      if (/[\p{L}\d][.,:/-]?$|[$€£]$/u.test(before)) return undefined
      if (name.startsWith('7')) return /(?:^|[a-z,]) ?$/.test(before) ? `seven up${possessive}` : undefined
      return AMOUNT_BEFORE.test(before) || isCrowd(after) || /^ in [a-z]/.test(after)
        ? undefined
        : `three M${possessive}`
    },
  },
  {
    category: 'serial',
    first: /[1-5]/,
    pattern: /[1-5]\d\d(?![\p{L}\d%°]|[-.,:]\d)/uy,
    read: ([status], { before, after }) =>
      HTTP_STATUSES.test(status) &&
      (STATUS_FOLLOWS.test(before) || IS_STATUS.test(after)) &&
      !/[\p{L}\d$€£#.-]$/u.test(before)
        ? inPairs(status)
        : undefined,
  },
  {
    category: 'serial',
    first: /[a-f\d]/i,
    pattern: /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\p{L}\d])/iuy,
    read: ([code]) => code.split('-').map(spelled).join(', '),
  },
  {
    category: 'serial',
    first: /[a-f\d]/i,
    pattern: /[\da-f]{2}(?:[:-][\da-f]{2}){5}(?![\p{L}\d:])/iuy,
    read: ([code]) => code.split(/[:-]/).map(spelled).join(', '),
  },
  {
    category: 'serial',
    first: /[vV]/,
    words: new Set(['v', 'ver', 'version']),
    pattern:
      /(?<word>v|[vV]er\.? ?|[vV]ersion )(?<dotted>\d{1,5}(?:\.\d{1,6}){0,4})(?:-(?<tag>[a-z]{1,12})(?:\.?(?<build>\d{1,4}))?)?(?<open>(?:\.[xX]){0,2})(?![\p{L}\d])/uy,
    read: (match, { before }) => {
      const { word, dotted = '', tag, build, open = '' } = parts(match)
      if (/[\p{L}\d._/-]$/u.test(before) || (word !== 'v' && !/\..{0,9}\./.test(dotted))) return undefined
      const release = `version ${dotted.split('.').map(partWords).join(' point ')}${open.replaceAll(/\.x/gi, ' point X')}`
      return [release, tag, build === undefined ? undefined : cardinal(build)].filter(Boolean).join(' ')
    },
  },
  {
    category: 'serial',
    first: /\d/,
    pattern: /(?<dotted>\d{1,5}(?:\.\d{1,6}){2,4})(?<tail>[/:]\d{1,5})?(?![\p{L}\d]|\.\d)/uy,
    read: readDotted,
  },
  {
    category: 'serial',
    first: /[#]/,
    pattern: /#(?=\d{4,12}(?![\p{L}\d,]|\.\d)|[A-Z]{1,4}-?\d|\d{1,6}-\d|\d{1,4}[A-Z])/uy,
    read: (_match, { before }) => (/[\p{L}\d#&]$/u.test(before) ? undefined : 'number'),
  },
  {
    category: 'serial',
    first: /\d/,
    pattern: /(?<digits>\d{2,24})(?![\p{L}\d%°]|[.,:/-]\d)/uy,
    read: readGivenOut,
  },
  {
    // `certificate_8045380`, `sshd[11593]:`: of a record, of a process
    category: 'serial',
    first: /\d/,
    pattern: /(?<=\p{L}_)\d{5,24}(?![\p{L}\d_]|[.,]\d)|(?<=\p{Ll}\[)\d{3,7}(?=\]:)/uy,
    read: ([digits]) => (digits.length > 6 ? spelled(digits) : digitByDigit(digits)),
  },
  {
    category: 'serial',
    first: /\d/,
    pattern: /(?<=#)\d{4,12}(?![\p{L}\d,]|\.\d)/uy,
    read: ([digits]) => (digits.length > 6 ? spelled(digits) : digitByDigit(digits)),
  },
  {
    category: 'serial',
    first: /\d/,
    // ISBN and the like: figures in many groups.
    pattern: /\d{1,7}(?:-\d{1,7}){2,6}(?:-[\dX])?(?![\p{L}\d])/uy,
    read: ([code], { before }) => {
      if (/[\p{L}\d][.,:/-]?$|[$€£]$/u.test(before)) return undefined
      const groups = code.split('-')
      return groups.every((group) => group.length < 3)
        ? groups.map(cardinal).join(' ')
        : groups.map((group) => (group === 'X' ? 'X' : digitByDigit(group))).join(', ')
    },
  },
  {
    category: 'serial',
    first: /\d/,
    // "Case no. 21-1234", "room 4-110".
    pattern: /\d{1,4}-\d{1,7}(?![\p{L}\d%]|[-.,/:]\d)/uy,
    read: ([pair], context) => {
      const isModel = /#$|\b(?:Boeing|Airbus|Model|No\.) $/.test(context.before)
      return isModel || isReferencePair(pair, context) ? pair.split('-').map(figureWords).join(', ') : undefined
    },
  },
]

const INITIALISM_BEFORE =
  /(?:^|[^A-Za-z\d])(?!(?:AD|BC|BCE|CE|AND|OF|IN|THE|TO|FOR|USD|EUR|GBP|CAD|AUD|UTC|GMT|AM|PM|US|UK|EU) )(?:[A-Z]{2,5}|H\.R\.|[HSA]\.B\.) $/

/** Codes that could be something else: after everything that has a form of its own. */
export const mixedCodes: readonly Expansion[] = [
  {
    category: 'serial',
    first: /[A-Za-z]/,
    words: new Set([...'abcdefghijklmnopqrstuvwxyz']),
    pattern: /(?<letter>[A-Za-z])(?<sign>\+\+|#|\+)(?![\p{L}\d+#=])/uy,
    read: (match, { before, after }) => {
      const { letter = '', sign = '' } = parts(match)
      if (/[\p{L}\d@#_/&]$/u.test(before)) return undefined
      if (sign === '+' && /^ ?\d/.test(after)) return undefined
      const words = [...sign].map((mark) => SIGNS.get(mark)).join(' ')
      return `${letter.toUpperCase()} ${words}`
    },
  },
  {
    category: 'serial',
    first: /[ABCDFO]/,
    words: new Set([...'abcdfo', 'ab']),
    pattern: /(?<letters>AB|[ABCDFO])(?<sign>[-−+])(?=[\s.,;:!?)"']|$)/y,
    read: (match, { before }) => {
      const { letters = '', sign = '' } = parts(match)
      const isGrade = /\b(?:an?|got|get|grade|grades|score|type|blood|of|is|or|to|rated|with) (?:an? )?$/i.test(before)
      return isGrade ? `${[...letters].join(' ')} ${SIGNS.get(sign)}` : undefined
    },
  },
  {
    category: 'serial',
    first: /[A-Za-z\d]/,
    next: /[\d-]/,
    pattern:
      /(?=[A-Za-z-]{0,24}\d|\d{1,40}-?[A-Za-z])(?<code>[A-Za-z\d]{1,40}(?:-[A-Za-z\d]{1,24}){0,6})(?![\p{L}\p{M}\d]|['@_]\p{L}{2}|\.\d)(?<possessive>'s(?!\p{L}))?/uy,
    read: readCode,
  },
  {
    category: 'serial',
    first: /\d/,
    // After an initialism: "RTX 3090", "UA 328".
    pattern: /\d{3,9}(?![\p{L}\d%°]|[-.,:/]\d)/uy,
    read: ([digits], { before, after }) => {
      if (!INITIALISM_BEFORE.test(before) || countsThings(after)) return undefined
      if (/\b(?:plates?|tag|registration)\b[^.!?\d]{0,20}$/i.test(before)) return digitByDigit(digits)
      if (/00$/.test(digits) || (digits.length > 4 && /\p{Lu}{2} \p{Lu}{2,20} $/u.test(before))) return undefined
      return digits.length > 5 ? spelled(digits) : figureWords(digits)
    },
  },
]
