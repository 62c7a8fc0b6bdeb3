import type { Context, Expansion } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { MONTH_WORDS } from './calendar.ts'
import { isChat } from './chat-context.ts'
import { opensWord } from './sentence-context.ts'

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const BASE_VERBS = englishWords.list('base-verbs')
/** What is numbered: `option 2 use this`. */
const NUMBERED = englishWords.list('numbered-things')
/** What a count stands after: `the 2 of them`, `pick 2`, `and 4 my`. */
const COUNTED_AFTER = words(
  'a about add after all an and another any around at be before best between bring buy by choose every first for from get give had has in just last least my next of off on only or order other our over past pick press select since take than the their these those til till times to top turned turns until with your',
)
/** Before these, `2` is "to" and `4` is "for", whatever else is said. */
const PRONOUNS = words('me u ur us ya')
const OBJECTS = words('you him them my your')
const DOUBTFUL_OBJECTS = words('her it his our their dat urself myself')
const PLACES = words(
  'school work town god bed sleep church uni college class campus the da dis this that d a an someone everyone',
)
const STILL_PLACES = words('bed church god school sleep uni')
const FOR_TIMES = words(
  'now ever sure real free ages today tonight tomorrow tmr 2nite 2day 2moro lunch dinner breakfast xmas christmas',
)
const WEEKDAYS = words(
  'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun',
)
/** What asks for "to": `want 2`, `nice 2`. */
const ASKS_TO =
  /(?:^|[^\p{L}])(?:able|ask|asked|back|come|comin|coming|easy|forgot|free|glad|go|goes|goin|going|good|got|gotta|happy|hard|have|hope|how|in|like|listen|looking|pray|swear|love|need|needs|next|nice|plan|planning|ready|reply|respond|said|sorry|speak|start|supposed|talk|try|tryin|trying|up|used|want|wanted|wants|way|welcome|went|what|when|where) $/iu
const GOES_TO = /(?:^|[^\p{L}])(?:back|come|comin|coming|go|goin|going|spoke|talk|talked|went) $/iu
const ASKS_FOR =
  /(?:^|[^\p{L}])(?:ask|asked|asking|bad|best|call|care|cares|cook|early|good|great|here|late|look|looking|love|lunch|not|only|out|pay|ready|song|sorry|sry|thank|thanks|thnx|thx|tnx|time|up|wait|waitin|waiting|wish) $/iu
/** ` call me`: no noun that is counted. */
const VERB_WITH_OBJECT = /^ \p{Ll}{2,12} (?:(?:a|an|her|him|it|me|my|the|them|u|ur|us|you|your)(?!\p{L})|[£$€]?\d)/u
const TOO_NEXT =
  /^ (?:(?:late|much|many)(?!\p{L})|(?:bad|big|boring|busy|cold|drunk|early|easy|expensive|far|fast|full|good|hard|hot|lazy|long|old|sad|scared|short|sick|slow|small|soon|tired|weak|young)(?=\s{0,3}$|[.,!?)]| (?:4|2|for|to|n|and|but|now|today|2day|tonight|2nite|already|lah|la|lor)(?!\p{L})))/iu
const CAN_BE_TOO =
  /(?:^|[^\p{L}])(?:am|are|be|been|bit|far|feel|feeling|felt|get|gets|getting|got|i'?m|is|isn't|it'?s|its|just|look|looks|never|none|not|r|that'?s|u'?r|was|way|were|you'?re|its) $/iu
/** `luv u 2!`: also. */
const ALSO_AFTER =
  /(?:^|(?:love|luv|miss|like|hate|wish) )(?:u|ya|you|her|him|them|it) $|(?:^|[^\p{L}])(?:me|i do|i am|so do i) $/iu
const ENDS = /^(?: ?[.,!)]|\s{0,3}$| x{1,5}(?!\p{L}))/u

const LAST_WORD = /([\p{L}\p{M}']{1,20}(?:8[a-z]{0,4})?)[,.!?]? $/u
/** The word before, in lower case; empty for a name and for what belongs to something longer. */
function lastWordOf(before: string): string {
  const match = LAST_WORD.exec(before)
  const [, word = ''] = match ?? []
  const head = before.slice(0, match?.index ?? 0)
  if (/[\d.,:/$€£#-]$/.test(head)) return ''
  return /^(?:\p{Ll}|I$)/u.test(word) || /^$|[.!?]["')]? $/.test(head) ? word.toLowerCase() : ''
}
const FIRST_WORD = /^ ([\p{L}'\d]{1,12})(?![\p{L}\d'])/u

/** Whether a figure after this is no count: after a word of the sentence that numbers nothing. */
const mayBeWord = (last: string): boolean =>
  last !== '' && !COUNTED_AFTER.has(last) && !NUMBERED.has(last) && !MONTH_WORDS.has(last)

/** `want 2 go` → `to`, `2 late` → `too`; undefined for a number. */
function readTwo(context: Context): string | undefined {
  const { before, after } = context
  const last = lastWordOf(before)
  const next = (FIRST_WORD.exec(after)?.[1] ?? '').toLowerCase()
  if (TOO_NEXT.test(after) && (CAN_BE_TOO.test(before) || (last !== '' && isChat(context)))) return 'too'
  if (ENDS.test(after)) return ALSO_AFTER.test(before) ? 'too' : undefined
  if (!mayBeWord(last)) return undefined
  if (next === 'c' && /^ c (?:u|ya|you|her|him|it|the|a)(?!\p{L})/u.test(after)) return 'to'
  if (BASE_VERBS.has(next))
    return ASKS_TO.test(before) || VERB_WITH_OBJECT.test(after) || isChat(context) ? 'to' : undefined
  if (OBJECTS.has(next)) return 'to'
  if (DOUBTFUL_OBJECTS.has(next)) return ASKS_TO.test(before) || isChat(context) ? 'to' : undefined
  if (GOES_TO.test(before) && /^ \p{Lu}\p{Ll}/u.test(after)) return 'to'
  return ASKS_TO.test(before) && (STILL_PLACES.has(next) || (PLACES.has(next) && isChat(context))) ? 'to' : undefined
}

/** `thx 4 the lift` → `for`; undefined for a number. */
function readFour(context: Context): string | undefined {
  const { before, after } = context
  const last = lastWordOf(before)
  const next = (FIRST_WORD.exec(after)?.[1] ?? '').toLowerCase()
  if (!mayBeWord(last)) return undefined
  const isAsked = ASKS_FOR.test(before) || isChat(context)
  if (OBJECTS.has(next) || (/\p{Ll}{2}s $/u.test(before) && WEEKDAYS.has(next))) return 'for'
  if (/(?:^|[^\p{L}])(?:are|is|was|were) $/iu.test(before)) return undefined
  if (DOUBTFUL_OBJECTS.has(next) || FOR_TIMES.has(next) || WEEKDAYS.has(next)) return isAsked ? 'for' : undefined
  if (!PLACES.has(next) && !/^\p{Ll}{2,12}in[g']?$/u.test(next)) return undefined
  // `4 work`, but not `4 work orders`
  const isWhole = !/^(?:work|class)$/.test(next) || ENDS.test(after.slice(next.length + 1))
  return isAsked && isWhole ? 'for' : undefined
}

/** Figures that stand for the word they sound like. */
export const chatFigures: readonly Expansion[] = [
  {
    // `4U`, `2u`
    category: 'abbreviation',
    first: /[24]/,
    pattern: /[24] ?[uU](?![\p{L}\d'])/uy,
    read: ([word], context) => {
      if (!opensWord(context.before) || /[\d.,:/$€£#-]$/.test(context.before)) return undefined
      const isShort = !word.includes(' ') || /(?:^|[^\d.] )$/.test(context.before)
      if (!isShort || (word.endsWith('U') && !isChat(context))) return undefined
      return word.startsWith('2') ? 'to you' : 'for you'
    },
  },
  {
    category: 'abbreviation',
    first: /[24]/,
    pattern: /[24](?= )|2(?=[.,!)](?!\d)|$)/y,
    read: ([digit], context) => {
      const { before, after } = context
      if (!/(?:^|(?:[^\d.]|[a-z]8) )$/.test(before)) return undefined
      const next = FIRST_WORD.exec(after)?.[1] ?? ''
      if (
        /(?:half|quarter|\d (?:mins?|minutes)|five|ten|twenty) $/i.test(before) &&
        digit === '2' &&
        /^ (?:1[0-2]|[1-9])(?!\d)/.test(after)
      )
        return 'to'
      if (PRONOUNS.has(next)) return digit === '2' ? 'to' : 'for'
      return digit === '2' ? readTwo(context) : readFour(context)
    },
  },
]
