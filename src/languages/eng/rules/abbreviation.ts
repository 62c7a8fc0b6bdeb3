import type { Context, Expansion, Reading } from '../../reading/expansion.ts'
import {
  AFTER_NAME,
  AFTER_NAME_WITH_STOP,
  ALWAYS,
  BEFORE_NUMBER,
  DOTTED,
  DOTTED_BEFORE_REST,
  NEVER_LAST,
  NUMBER_WITH_CAPITAL,
  NUMBER_WITHOUT_STOP,
  SAINTS,
  STATES_AFTER_CITY,
  STOP_OR_CAPITAL,
  TITLES,
  TITLES_WITHOUT_STOP,
} from './abbreviation-words.ts'
import { BIBLE_BOOKS } from './bible-books.ts'
import { numberInChat } from './chat-number.ts'
import { endsSentence, isAfterName, isBeforeName, opensWord } from './sentence-context.ts'

const FIGURE_FOLLOWS = /^ {0,2}#? ?\d/
/** A Roman numeral or a letter, unless it is the `I` of another sentence. */
const LETTER_FOLLOWS = /^ (?!I [a-z]|A )(?:[IVXLC]{1,7}|[A-Z])(?![\p{L}.'])/u
const YEAR_FOLLOWS = /^ ?(?:1[0-9]|20)\d\d(?!\d|,\d)/
/** Nouns before a `No.` that stands for the number of such a thing, whatever follows. */
const NUMBERED =
  /(?:^|[^\p{L}])(?:account|acct\.?|batch|case|catalog|cat\.|check|claim|confirmation|conf\.|contract|docket|document|file|flight|id|invoice|item|license|lot|member|model|order|part|passport|patent|permit|phone|policy|ref\.?|reference|registration|room|route|serial|sku|tax|tel\.?|telephone|ticket|tracking|train|unit|version) $/iu
const ANSWERED = /(?:^|[^\p{L}])(?:answer|answered|is|or|replied|said|say|says|voted|was|yes) $/iu

interface Abbreviation {
  readonly word: string
  readonly isCapitalized: boolean
  readonly hasStop: boolean
  readonly before: string
  readonly after: string
}

/** `No. 7`, `Fig. 3`, `pp. 4-9`: what stands before a number. */
function beforeNumber({ word, hasStop, isCapitalized, before, after }: Abbreviation): string | undefined {
  if (word === 'no' && hasStop)
    return numberSign(before, after, isCapitalized) ?? numberInChat({ word, isCapitalized, before, after: `.${after}` })
  if (word === 'no' || (word === 'nos' && !FIGURE_FOLLOWS.test(after)))
    return numberInChat({ word, isCapitalized, before, after })
  const reading = BEFORE_NUMBER.get(word)
  if (reading === undefined) return undefined
  const isFigure =
    FIGURE_FOLLOWS.test(after) || (/^pp?$/.test(word) && hasStop && /^ [ivxl]{1,7}(?!\p{L})/u.test(after))
  if (!isFigure && !(isCapitalized && LETTER_FOLLOWS.test(after))) return undefined
  if (!hasStop && !(isFigure && NUMBER_WITHOUT_STOP.has(word))) return undefined
  if (word === 'l' && isCapitalized) return undefined
  if (NUMBER_WITH_CAPITAL.has(word) && !isCapitalized) return undefined
  if (word === 'est') return YEAR_FOLLOWS.test(after) ? reading : 'estimated'
  if (word === 'c' || word === 'ca') return /^ ?\d{3}/.test(after) && !isCapitalized ? reading : undefined
  return reading
}

function numberSign(before: string, after: string, isCapitalized: boolean): string | undefined {
  if (NUMBERED.test(before)) return 'number'
  if (/^ of /.test(after)) return 'number'
  const follows = /^ {0,2}(?:#? ?\d|[A-Z]{1,3}-?\d)/.test(after)
  // `I said No. 5`, but `I said no. 5 days later`
  return follows && (isCapitalized || !ANSWERED.test(before)) ? 'number' : undefined
}

/** `Gen. Grant`, `Mt. Hood`. */
function beforeName({ word, hasStop, isCapitalized, after }: Abbreviation): string | undefined {
  // `Gen. Z` is no general.
  if (!isBeforeName(after) || /^ \p{Lu}(?![\p{L}.'])/u.test(after)) return undefined
  if (word === 'feat' || (word === 'ft' && !isCapitalized)) return hasStop ? 'featuring' : undefined
  if (!isCapitalized) return undefined
  return hasStop || TITLES_WITHOUT_STOP.has(word) ? TITLES.get(word) : undefined
}

/** `Acme Inc`, `Park Ave.`. */
function afterName({ word, hasStop, isCapitalized, before }: Abbreviation): string | undefined {
  const reading = AFTER_NAME.get(word)
  if (reading === undefined || !isCapitalized || (!hasStop && AFTER_NAME_WITH_STOP.has(word))) return undefined
  if (word === 'cir' && /\d(?:st|nd|rd|th) $/.test(before)) return 'circuit'
  if (word === 'inc' || word === 'sr') return /[\p{L}\d.!)],? $/u.test(before) ? reading : undefined
  return isAfterName(before) !== 'no' ? reading : undefined
}

/** Words that the one after them decides. */
const BY_NEXT_WORD: readonly (readonly [string, RegExp, string])[] = [
  ['assoc', /^ (?:prof|director|dir\.|dean|editor|justice|producer|attorney|counsel|degree)/i, 'associate'],
  ['dir', /^ by(?!\p{L})/u, 'directed'],
  ['prod', /^ by(?!\p{L})/u, 'produced'],
  ['perf', /^ by(?!\p{L})/u, 'performed'],
  ['rev', /^ ed\b/, 'revised'],
  ['sec', /^ of (?:the )?\p{Lu}/u, 'secretary'],
  ['ser', /^ (?:no|num|#)/i, 'serial'],
]

function withStop({ word, hasStop, before, after }: Abbreviation): string | undefined {
  if (!hasStop) return undefined
  if (word === 'tel' && /^ (?:no|num|#)/i.test(after)) return 'telephone'
  if (word === 'ed') return edition(before, after)
  const spelledOut = BY_NEXT_WORD.find(([short, next]) => short === word && next.test(after))?.[2]
  if (spelledOut !== undefined) return spelledOut
  if (word === 'est' && /\d[%KMB]?,? \(?$/.test(before) && /^(?:[),;.]|\s*$)/.test(after)) return 'estimated'
  if (word === 'est' && /^ ?[$£€\d]/.test(after) && !YEAR_FOLLOWS.test(after)) return 'estimated'
  if (word === 'est' && /^ (?:of|for|is|was)(?!\p{L})/u.test(after)) return 'estimate'
  if (word === 'est' && /^ \p{L}/u.test(after)) return /^ (?:in|by) /.test(after) ? 'established' : 'estimated'
  if (word === 'conf' && /^ (?:code|no|num|#|id)/i.test(after)) return 'confirmation'
  if (word === 'conf' && /^ (?:rm|room|call|ctr|center)\b/i.test(after)) return 'conference'
  const state = STATES_AFTER_CITY.get(word)
  if (state !== undefined && /\p{Lu}[\p{L}.]{1,30}, $/u.test(before)) return state
  const goesOn = /^(?: ?[a-z\d$£€¥(~<>≤≥%#]|[,;:)/-])/.test(after)
  return DOTTED.get(word) ?? (goesOn ? DOTTED_BEFORE_REST.get(word) : undefined)
}

function edition(before: string, after: string): string | undefined {
  if (/(?:\d(?:st|nd|rd|th)|first|second|third|fourth|fifth|new|revised|rev\.|special|ltd\.|limited),? $/i.test(before))
    return 'edition'
  if (/^ by /.test(after)) return 'edited'
  return /[,(] ?$/.test(before) && /^[),]/.test(after) ? 'editor' : undefined
}

const IN_CAPITALS = /\p{Lu}{3} $/u
const asName = (word: string): string => word.charAt(0) + word.slice(1).toLowerCase()
/** The next word as a name, also where it is in capitals; empty where there is none. */
const nameAfter = (after: string): string => asName(/^[ \n]{1,2}(\p{Lu}\p{L}{0,30})/u.exec(after)?.[1] ?? '')
const NO_SAINT = /^(?:Are|At|By|For|From|Has|Is|Near|Or|To|Was|Were|Will)$/

/** `St. Louis`, `Main St.`: the saint stands before a name, the street after one. */
function saintOrStreet({ hasStop, isCapitalized, before, after }: Abbreviation): string | undefined {
  const isInCapitals = IN_CAPITALS.test(before)
  const head = isAfterName(before.replace(/\p{Lu}{2,30}(?= $)/u, asName))
  const name = nameAfter(after)
  const isName = isInCapitals ? isBeforeName(` ${name}`) && !NO_SAINT.test(name) : name !== ''
  if (/\d(?:st|nd|rd|th) $/.test(before) || (/\d $/.test(before) && !/^ \p{Lu}/u.test(after))) return 'street'
  if (isName && isCapitalized && (SAINTS.has(name) || head === 'no' || (head === 'weakly' && !isInCapitals)))
    return 'saint'
  if (isName && /(?:Mount|Mt\.|Port|East|West|North|South|Fort|Ft\.|Lake|Cape|Saint|Church of) $/.test(before))
    return 'saint'
  if (head !== 'no' && isCapitalized) return 'street'
  return hasStop || isInCapitals ? 'street' : undefined
}

/** `Dr. Evil`, `Elm Dr.`; `address.ts` has streets with a house number. */
function doctorOrDrive({ isCapitalized, hasStop, before, after }: Abbreviation): string | undefined {
  if (/(?:^|[^\p{L}])(?:an?|her|his|my|our|the|your) $/iu.test(before)) return 'doctor'
  if (isBeforeName(after) && !/^ (?:Apt|Suite|Ste|Unit)\b/.test(after)) return 'doctor'
  if (isCapitalized && isAfterName(before) !== 'no') return 'drive'
  return hasStop || isCapitalized ? 'doctor' : undefined
}

function readingOf(abbreviation: Abbreviation): string | undefined {
  const { word } = abbreviation
  if (word === 'st') return saintOrStreet(abbreviation)
  if (word === 'dr') return doctorOrDrive(abbreviation)
  return (
    beforeNumber(abbreviation) ??
    beforeName(abbreviation) ??
    afterName(abbreviation) ??
    withStop(abbreviation) ??
    (abbreviation.hasStop || abbreviation.isCapitalized || !STOP_OR_CAPITAL.has(word) ? ALWAYS.get(word) : undefined)
  )
}

/** Whether a full stop after it belongs to it alone. */
const takesMore = (word: string, after: string): boolean =>
  NEVER_LAST.has(word) ||
  (/^(?:dr|mr|mrs|ms|mx|prof|st)$/.test(word) && /^ \p{Lu}/u.test(after)) ||
  ((TITLES.has(word) || /^(?:capt|cmdr|cpl|pvt|sgt)$/.test(word)) && isBeforeName(after))

function readAbbreviation(
  [whole, letters = '', stop, possessive = '']: RegExpExecArray,
  { before, after }: Context,
): Reading | undefined {
  // `acme.inc` is an address of the net.
  if (!opensWord(before) || /[@\\_#]$|[\p{L}\d]\.$/u.test(before)) return undefined
  const word = letters.toLowerCase()
  const hasStop = stop === '.'
  const isCapitalized = letters.charAt(0) !== word.charAt(0)
  // In capitals it is an initialism (`CO`, `MS`), unless its full stop says otherwise.
  const isInitialism =
    letters.length > 1 &&
    letters === letters.toUpperCase() &&
    !/^(?:MR|MRS|VS|AVE|BLVD|HWY|APT|DEPT|LTD|JR|ETC)$/.test(letters) &&
    !(letters === 'RM' && /^ ?\d/.test(after)) &&
    !(letters === 'DR' && /(?:^|[^\p{L}])(?:A|HER|HIS|MY|OUR|THE|YOUR) $/u.test(before)) &&
    !(letters === 'ST' && (IN_CAPITALS.test(before) || SAINTS.has(nameAfter(after))))
  if (isInitialism && !hasStop) return undefined
  // The last letter of a plural that is spelled: `T Vs`.
  if (/^[A-Z]s$/.test(letters) && /(?:^|\s)[A-Z] $/.test(before)) return undefined
  const book = BIBLE_BOOKS.get(word)
  if (book !== undefined && isCapitalized && /^ \d{1,3}:\d/.test(after)) return { spoken: book, length: whole.length }
  const spoken = readingOf({ word, isCapitalized, hasStop, before, after })
  if (spoken === undefined) return undefined
  const isLast = hasStop && possessive === '' && !takesMore(word, after) && endsSentence(after)
  return { spoken: spoken + possessive, length: isLast ? whole.length - 1 : whole.length }
}

const ABBREVIATED: ReadonlySet<string> = new Set([
  ...[ALWAYS, DOTTED, DOTTED_BEFORE_REST, TITLES, BEFORE_NUMBER, AFTER_NAME, STATES_AFTER_CITY, BIBLE_BOOKS].flatMap(
    (table) => [...table.keys()],
  ),
  'st',
  'dr',
  'ed',
  'feat',
])

interface Phrase {
  /** Its letters up to the first character that is none, in lower case. */
  readonly word: string
  readonly pattern: RegExp
  readonly reading: string
  /** Must stand before it. */
  readonly after?: RegExp
  readonly mayEndSentence?: boolean
}

const PHRASES: readonly Phrase[] = [
  { word: 'e', pattern: /e\. ?g(?:\.|(?![\p{L}\d]))/iuy, reading: 'for example' },
  { word: 'i', pattern: /i\. ?e(?:\.|(?![\p{L}\d]))/iuy, reading: 'that is' },
  { word: 'eg', pattern: /eg(?:\.(?= ?[\p{L}\d,])|(?=[,:]| \p{L}))/uy, reading: 'for example' },
  { word: 'ie', pattern: /ie(?:\.(?= ?[\p{L}\d,])|(?=[,:]| \p{L}))/uy, reading: 'that is' },
  { word: 'et', pattern: /et al\.?(?!\p{L})/iuy, reading: 'et al', mayEndSentence: true },
  { word: 'aka', pattern: /aka(?!\p{L})/uy, reading: 'A K A' },
  { word: 'a', pattern: /a\.k\.a\.?(?!\p{L})|a\/k\/a(?!\p{L})/iuy, reading: 'A K A' },
  { word: 'int', pattern: /int'l\.?(?!\p{L})/iuy, reading: 'international' },
  { word: 'nat', pattern: /nat'l\.?(?!\p{L})/iuy, reading: 'national' },
  { word: 'gov', pattern: /gov't\.?(?!\p{L})/iuy, reading: 'government', mayEndSentence: true },
  { word: 'dep', pattern: /dep't\.?(?!\p{L})/iuy, reading: 'department', mayEndSentence: true },
  { word: 'ass', pattern: /ass'n\.?(?!\p{L})/iuy, reading: 'association', mayEndSentence: true },
  { word: 'cont', pattern: /cont'd\.?(?!\p{L})/iuy, reading: 'continued', mayEndSentence: true },
  { word: 'yoy', pattern: /Yo[Yy](?!\p{L})/uy, reading: 'year over year' },
  { word: 'qoq', pattern: /Qo[Qq](?!\p{L})/uy, reading: 'quarter over quarter' },
  { word: 'mom', pattern: /MoM(?!\p{L})/uy, reading: 'month over month' },
  { word: 'n', pattern: /n\/a(?!\p{L})/iuy, reading: 'N A' },
  { word: 's', pattern: /s\/he(?!\p{L})/iuy, reading: 'she or he' },
  {
    word: 'w',
    pattern: /w\/e(?= (?:of \d|\d|jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|reports?|sun|sat|fri))/iuy,
    reading: 'week ending',
  },
  {
    word: 'w',
    pattern: /w\/e(?!\p{L})/iuy,
    reading: 'weekend',
    after: /(?:^|[^\p{L}])(?:bank holiday|last|next|over the|this) $/iu,
  },
  { word: 'w', pattern: /w\/e(?!\p{L})/iuy, reading: 'whatever' },
  { word: 'w', pattern: /w\/o(?:ut)?(?!\p{L})/iuy, reading: 'without' },
  { word: 'w', pattern: /w\/i(?:n)?(?!\p{L})/iuy, reading: 'within' },
  { word: 'w', pattern: /(?:w|W(?!\/\p{Lu}(?!\p{L})))\/(?=\s|[\p{L}\d]|$)/uy, reading: 'with' },
  { word: 'y', pattern: /y\/o(?!\p{L})/iuy, reading: 'year old', after: /\d[ -]?$/ },
  { word: 'b', pattern: /b\/c(?!\p{L})/iuy, reading: 'because' },
  { word: 'b', pattern: /b\/w(?!\p{L})/uy, reading: 'between' },
  {
    // `Ave call 3mins`, but `Park Ave call box`
    word: 'ave',
    pattern: /ave\.?(?= (?:age|calls?|costs?|height|length|price|rating|score|speed|temp|time|wait)(?!\p{L}))/iuy,
    reading: 'average',
    after: /(?:^|[.,;:!?(] ?|(?:^|[^\p{L}\d])(?!the )\p{Ll}{1,14} |\d(?:p|ppm) )$/u,
  },
  { word: 'mob', pattern: /mob(?= (?:no|nos|num|number|phone|tel)(?!\p{L}))/iuy, reading: 'mobile' },
  {
    word: 'std',
    pattern: /std(?= (?:charges?|msg|network|ntwk|rates?|sms|te?xt)(?!\p{L}))/iuy,
    reading: 'standard',
  },
  { word: 'add', pattern: /add'l\.?(?!\p{L})/iuy, reading: 'additional' },
  { word: 'req', pattern: /req'd\.?(?!\p{L})/iuy, reading: 'required', mayEndSentence: true },
  { word: 'rec', pattern: /rec'd\.?(?!\p{L})/iuy, reading: 'received', mayEndSentence: true },
  { word: 'sec', pattern: /sec'y\.?(?!\p{L})/iuy, reading: 'secretary', mayEndSentence: true },
  { word: 'ph', pattern: /ph(?:\.(?=:? ?[+(]?\d)|(?=: ?[+(]?\d)|(?= [+(]?\d[\d ().-]{5}))/iy, reading: 'phone' },
  { word: 'rx', pattern: /Rx(?!\p{L})/uy, reading: 'R X' },
  { word: 'gmbh', pattern: /GmbH(?!\p{L})/uy, reading: 'G M B H' },
  { word: 'y', pattern: /y\/y(?!\p{L})/iuy, reading: 'year over year' },
  { word: 'q', pattern: /q\/q(?!\p{L})/iuy, reading: 'quarter over quarter' },
  { word: 'm', pattern: /m\/m(?!\p{L})/iuy, reading: 'month over month' },
  { word: 'am', pattern: /AM(?= \d{3,4}(?![\d:]))/uy, reading: 'A M' },
  { word: 'yo', pattern: /yo(?![\p{L}'-])/uy, reading: 'year old', after: /\d ?$/ },
  { word: 'am', pattern: /AM(?!\p{L})/uy, reading: 'am', after: /(?:^|[^\p{L}])I $/u },
  { word: 'c', pattern: /c\/o(?!\p{L})/iuy, reading: 'care of' },
  { word: 'a', pattern: /a\/c(?= (?:no\b|number|ending|bal|[xX*]{2}|\d))/iuy, reading: 'account' },
  { word: 'ph', pattern: /ph\. ?d(?:\.|(?!\p{L}))/iuy, reading: 'P H D', mayEndSentence: true },
  {
    word: 'v',
    pattern: /v\. ?(?=\d{1,2}(?:\.\d{1,3}){0,2}(?:'s)?(?![\p{L}\d%$]))/uy,
    reading: 'version ',
    after: /\p{Lu}[\p{L}\d]{1,20} $/u,
  },
  { word: 'v', pattern: /v\.?(?= \p{Lu})/uy, reading: 'versus', after: /\p{L}[.']? $/u },
  { word: 'b', pattern: /b\.(?= ?(?:c\. ?)?\d{4})/iy, reading: 'born', after: /[(;,] ?$/ },
  { word: 'd', pattern: /d\.(?= ?(?:c\. ?)?\d{4})/iy, reading: 'died', after: /(?:[(;,–-]|[^\p{L}]and) ?$/u },
  { word: 'r', pattern: /r\.(?= ?(?:c\. ?)?\d{4})/iy, reading: 'reigned', after: /[(;,] ?$/ },
  { word: 'op', pattern: /op\. ?cit\./iy, reading: 'op cit', mayEndSentence: true },
]

const phraseExpansion = ({ word, pattern, reading, after: preceding, mayEndSentence }: Phrase): Expansion => ({
  category: 'abbreviation',
  first: new RegExp(word.charAt(0), 'i'),
  words: new Set([word]),
  pattern,
  read: ([whole], { before, after }) => {
    if (!opensWord(before) || /[.@\\_/]$/.test(before) || preceding?.test(before) === false) return undefined
    const isLast = mayEndSentence === true && whole.endsWith('.') && endsSentence(after)
    return { spoken: reading, length: isLast ? whole.length - 1 : whole.length }
  },
})

/** The parts of degrees that have more than one letter. */
const DEGREE_PARTS: ReadonlyMap<string, string> = new Map([
  ['ed', 'E D'],
  ['ll', 'L L'],
  ['sc', 'S C'],
])
const sayDegree = (degree: string): string =>
  degree
    .split('.')
    .map(
      (part) => DEGREE_PARTS.get(part.toLowerCase()) ?? (part.length === 1 ? part.toUpperCase() : part.toLowerCase()),
    )
    .join(' ')
    .trim()

export const abbreviations: readonly Expansion[] = [
  ...PHRASES.map(phraseExpansion),
  {
    category: 'abbreviation',
    first: /[BDELMPST]/,
    words: new Set(['b', 'd', 'ed', 'll', 'm', 'pharm', 'psy', 'sc', 'th']),
    pattern:
      /(?:[BDM]\.(?:Arch|Com|Ed|Eng|Mus|Phil|Sc|Tech)|LL\.[BDM]|(?:Ed|Pharm|Psy|Sc|Th)\.[BDM])(?:\.|(?!\p{L}))(?!\p{L})/uy,
    read: ([whole], { before, after }) => {
      if (!opensWord(before)) return undefined
      return {
        spoken: sayDegree(whole),
        length: whole.endsWith('.') && endsSentence(after) ? whole.length - 1 : whole.length,
      }
    },
  },
  {
    category: 'abbreviation',
    first: /[A-Za-z]/,
    words: ABBREVIATED,
    pattern: /([A-Za-z]{1,9})(\.|(?![\p{L}\d_@\\]))(?!\p{L}|\.\p{L})('s(?!\p{L}))?/uy,
    read: readAbbreviation,
  },
]
