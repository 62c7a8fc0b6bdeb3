import type { Context, Expansion } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { isWeekday, MONTH_WORDS } from './calendar.ts'
import { isChat } from './chat-context.ts'
import { CHAT_WORDS } from './chat-words.ts'
import { isShouted } from './initialism.ts'
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
const PRONOUNS = words('me u ur ya')
/** Neither counted nor the subject of what was counted: `2 them`. */
const ONLY_OBJECTS = words('him them')
const MAY_BE_OBJECTS = words('you her it his my our your their dat urself myself')
const PLACES = words(
  'school sch work wrk town twn god bed sleep church uni college class campus gym tesco docs doctors shop shops pub library cinema office hospital airport lect lecture lesson club house home hme footy',
)
const ARTICLES = words('the da dis this that d a an someone everyone')
const TIMES = words(
  'now ever sure real free ages today tonight tomorrow tmr tmrw tmw 2nite 2nyt 2day 2moz 2morrow 2mrw 2moro lunch dinner breakfast xmas christmas',
)
const REPLIES = /(?:^|[^\p{L}])(?:reply|rply|send|text|txt|type)(?: with)? ["']?[A-Z]{1,10}["']? $/iu
/** What asks for "to": `want 2`, `nice 2`. */
const ASKS_TO =
  /(?:^|[^\p{L}])(?:able|ask|asked|chosen|come|comin|coming|cumin|easy|entitled|forgot|free|glad|go|goin|going|good|got|gotta|happy|hard|have|hope|how|invited|like|listen|looking|love|need|needs|nice|plan|planning|pray|ready|reply|respond|selected|sorry|speak|start|supposed|swear|talk|thinking|try|tryin|trying|used|want|wanted|wants|welcome|went|what|when|where|(?:ask|asked|invite|need|remind|tell|text|told|txt|want|wants) (?:her|him|me|them|u|us|you)) $/iu
/** Of those, the ones that no count follows: `looking 2 make contact`. */
const LEADS_TO_VERB =
  /(?:^|[^\p{L}])(?:able|entitled|going|goin|hoping|hopin|invited|looking|lookin|planning|ready|selected|supposed|trying|tryin|used) $/iu
/** Of those, the ones that a count follows as often: `have 2 open`. */
const ASKS_OR_OWNS = /(?:^|[^\p{L}])(?:got|have|like|love|need|needs|want|wants|wanted) $/iu
/** After these `2 you` and `2 my` are no count. */
const LEADS_TO =
  /(?:^|[^\p{L}])(?:belongs?|close|come|comin|coming|explain(?:ed)?|go|goes|goin|going|happen(?:ed|s)?|listen|nice|replied|reply|respond|said|sorry|speak|spoke|talk|talked|went|write) $/iu
const ASKS_FOR =
  /(?:^|[^\p{L}])(?:ask|asked|asking|bad|care|cares|cook|early|good|great|here|late|look|looking|lookin|lunch|pay|ready|song|sorry|sry|thank|thanks|thnx|thx|tnx|time|wait|waitin|waiting|wish) $/iu
const THANKS_FOR = /(?:^|[^\p{L}])(?:thanks?|thank you|thnx|thx|tnx|sorry|sry) $/iu
/** `to win a bag 4 a friend`: in an offer, but not `4 a day` */
const OFFERED = /(?:^|[^\p{L}])(?:claim|competition|prizes?|txt|vouchers?|winner)(?!\p{L})|£\d/iu
const EACH_TIME =
  /^ (?:day|dozen|game|head|hour|minute|month|night|pack|person|piece|pop|side|time|week|year)(?!\p{L})/u
/** A clause ends here or goes on with a word that is no noun. */
const ENDS = /^(?: ?[.!?)]|,(?! ?\d)|\s{0,3}$| x{1,5}(?!\p{L}))/u
const GOES_ON =
  /^ (?:(?:\d|a|about|abroad|after|again|ahead|all|alone|an|and|around|as|at|away|back|because|before|but|by|every|everyone|for|from|her|here|him|his|home|how|if|in|into|it|la|lah|later|like|lor|me|my|n|next|now|off|on|our|out|over|please|pls|plz|so|soon|that|the|their|them|there|this|through|today|together|tomorrow|tonight|too|u|until|up|ur|us|what|when|where|with|without|you|your)(?![\p{L}\d])|[£$€]\d)/iu
/** Whether nothing counted follows, but the end of the clause or a word that is no noun. */
const isAlone = (rest: string): boolean => ENDS.test(rest) || GOES_ON.test(rest)
/** Verbs that are adjectives or participles, too: `I have 2 open`. */
const ADJECTIVES = words(
  'become clean come cut drive let live open put quit read run set catch opt travel download upload repair',
)
/** Verbs that are nothing else: `want 2 get fit` */
const ONLY_VERBS = words(
  'accept ask be become begin believe bring choose decide do eat enjoy explain find forget get give go happen have hear inform join keep know learn listen lose make marry meet mention prove receive remember say see sell send sing sit speak spend survive teach tell thank think understand wear',
)
/** Other verbs that messages ask for. */
const MORE_VERBS = words(
  'access activate arrange b bring cancel catch celebrate chill claim collect confirm continue cook cum dl fetch finish fix hang hav kno lend maximize organise organize pick play qualify redeem renew settle sign sort spk stay stop subscribe tape tok unsub unsubscribe upgrade view vote wake watch',
)
const isPlainVerb = (word: string): boolean => BASE_VERBS.has(word) || MORE_VERBS.has(word)
/** Also as chat writes it: `2 rply` */
const isVerb = (word: string): boolean => isPlainVerb(word) || isPlainVerb(CHAT_WORDS.get(word) ?? '')
/** After these `2` leads to a place, in a message: `went dwn 2 brighton`. */
const MOVED =
  /(?:^|[^\p{L}])(?:back|bak|bck|been|bk|came|close|come|comin|coming|cumin|cycle|down|drive|drivin|driving|dwn|flew|fly|flyin|flying|go|goes|goin|going|gone|gonna|home|hme|invited|move|moved|near|nearer|next|over|ovr|ran|return|run|train|up|walk|walkin|walking|welcome|went) $/iu
/** What is counted, or counts. */
const COUNTED_NEXT =
  /^(?:\p{Ll}{1,14}(?<!s|u|i)s|\p{Ll}{1,2}|and|are|bed|big|dozen|each|eggs?|feet|free|grand|half|hour|hundred|kids|man|men|mice|million|minute|more|new|now|of|old|only|or|other|people|per|person|piece|ppl|pple|quid|small|teeth|then|thousand|way|week|were|women|year)$/u
/** As messages spell it. */
const WANTED = /(?:^|[^\p{L}])(?:wan|wana|wanna) $/iu
/** `moved 2 3pm`, `changed 2 half 5` */
const PUT_OFF = /(?:^|[^\p{L}])(?:changed|delayed|moved|postponed|pushed|put back|shifted|wait(?:in|ing)?) $/iu
const CLOCK_NEXT = /^ (?:1[0-2]|[1-9])(?:[:.][0-5]\d)? ?[ap]m(?!\p{L})/iu

/** Verbs that stand before nouns as nouns, even in chat: `2 phone calls`. */
const NOUNS = words(
  'break change charge chat dance drop love park pass phone rent repair return ring run search sleep sms start study talk test travel turn walk wash work',
)
/** ` you should try`: said of what was counted. */
const SAID_OF_COUNT =
  /^ (?:you|it) (?:already|also|can|could|did|do|had|have|just|know|like|love|may|might|must|need|never|own|really|see|should|use|want|will|would|wrote)(?!\p{L})|^ (?:you|it)'/iu
const TOO_NEXT = words(
  'late much many bad big boring busy cold drunk early easy expensive far fast full good hard hot lazy long old sad scared sick slow small soon tired weak young',
)
const TOO_ENDS =
  /^(?:[,.!?]?\s{0,3}$|[.!?)]|,(?! ?\d)| (?:2|4|for|to) (?:be|do|\p{Ll}{2,12})(?<!s)(?!\p{L})| (?:already|now|la|lah|lor)(?!\p{L}))/iu
const CAN_BE_TOO =
  /(?<!\p{L}|there )(?:am|are|be|been|bit|far|feel|feeling|felt|i'?m|is|isn't|it'?s|its|look|looks|r|that'?s|u'?r|was|way|were|you'?re)(?: not)? $/iu
/** `luv u 2!`: also. */
const ALSO_AFTER =
  /(?:^|(?:love|luv|miss|like|hate|wish) )(?:u|ya|you|her|him|them|it) $|(?:^|[.!?,] )(?:me|i do|i am|so do i) $/iu

/** `bring ur bf 2`: also, in a message. */
const WITH_SOMEBODY =
  /(?:^|[^\p{L}])(?:bring|brng|invite|see|tell|ask) (?:her|him|them|us|(?:her|his|my|our|ur|your|yr) \p{Ll}{2,10}) $/iu

const LAST_WORD = /((?:[24](?=\p{Ll}))?[\p{L}\p{M}']{1,20}(?:8[a-z]{0,4})?)[,.!?]? $/u
/** The word before, in lower case; empty for a name and for what belongs to something longer. */
function lastWordOf(before: string): string {
  const match = LAST_WORD.exec(before)
  const [, word = ''] = match ?? []
  const head = before.slice(0, match?.index ?? 0)
  if (/[\d.,:/$€£#-]$/.test(head)) return ''
  return /^(?:[24]?\p{Ll}|I$)/u.test(word) || /^$|[.!?]["')]? $/.test(head) ? word.toLowerCase() : ''
}
const FIRST_WORD = /^ ([\p{L}'\d]{1,12})(?![\p{L}\d'])/u

/** Whether a figure after this is no count: after a word of the sentence that numbers nothing. */
const mayBeWord = (last: string): boolean =>
  last !== '' && !COUNTED_AFTER.has(last) && !NUMBERED.has(last) && !MONTH_WORDS.has(last)

/** `want 2 go` → `to`, `2 late` → `too`; undefined for a number. */
function readTwo(context: Context, last: string, next: string): string | undefined {
  const { before, after } = context
  const rest = after.slice(next.length + 1)
  const isTold = last !== '' && !/(?:^|[^\p{L}])there \p{L}{2,4} $/iu.test(before) && isAlone(rest)
  if (TOO_NEXT.has(next) && ((CAN_BE_TOO.test(before) && TOO_ENDS.test(rest)) || (isTold && isChat(context))))
    return 'too'
  if (ENDS.test(after))
    return ALSO_AFTER.test(before) || (WITH_SOMEBODY.test(before) && isChat(context)) ? 'too' : undefined
  // `Reply Y 2 confirm`
  if (isVerb(next) && REPLIES.test(before)) return 'to'
  // `2 find out more txt INFO`
  if (
    /(?:^|[.!?,] |(?:or|and|&) )$/i.test(before) &&
    isVerb(next) &&
    !(NOUNS.has(next) && /^ \p{Ll}{3,14}(?<!s)s(?!\p{L})/u.test(rest)) &&
    (isChat(context) || OFFERED.test(before + after))
  )
    return 'to'
  // `how i wan 2 die`
  if (WANTED.test(before) && /^\p{Ll}{2}/u.test(next) && !COUNTED_NEXT.test(next)) return 'to'
  // `only 5 days 2 go`
  if (next === 'go' && /(?:\d|few|couple of) \p{Ll}{2,8} $/u.test(before) && isAlone(rest)) return 'to'
  if (last === 'entry' && ENTERED_NEXT.test(after)) return 'to'
  if (!mayBeWord(last)) return undefined
  if (PUT_OFF.test(before) && CLOCK_NEXT.test(after)) return 'to'
  if (next === 'c' && /^ (?:u|ya|you|her|him|it|the|a)(?!\p{L})/u.test(rest)) return 'to'
  if (ONLY_OBJECTS.has(next)) return 'to'
  if (isVerb(next)) {
    if (NOUNS.has(next) && /^ \p{Ll}{3,14}(?<!s)s(?!\p{L})/u.test(rest)) return undefined
    if (LEADS_TO_VERB.test(before) && !NOUNS.has(next) && !ADJECTIVES.has(next)) return 'to'
    if (ASKS_TO.test(before) && ONLY_VERBS.has(next)) return 'to'
    const isDoubtful = ADJECTIVES.has(next) && ASKS_OR_OWNS.test(before)
    return isChat(context) || (ASKS_TO.test(before) && isAlone(rest) && !isDoubtful) ? 'to' : undefined
  }
  if (MAY_BE_OBJECTS.has(next))
    return isChat(context) || (LEADS_TO.test(before) && !SAID_OF_COUNT.test(after)) ? 'to' : undefined
  if (isChat(context)) {
    // `2 d shop` is no span of days.
    if (ARTICLES.has(next) && (next !== 'd' || /^ \p{L}{2}/u.test(rest))) return 'to'
    if (
      MOVED.test(before) &&
      /^\p{Ll}/u.test(next) &&
      !COUNTED_NEXT.test(next) &&
      !/^ \p{Ll}{3,14}(?<!s)s(?!\p{L})/u.test(rest)
    )
      return 'to'
    return ASKS_TO.test(before) && (PLACES.has(next) || /^ \p{Lu}\p{Ll}/u.test(after)) ? 'to' : undefined
  }
  return LEADS_TO.test(before) && PLACES.has(next) && isAlone(rest) ? 'to' : undefined
}

/** `thx 4 the lift` → `for`; undefined for a number. */
function readFour(context: Context, last: string, next: string): string | undefined {
  const { before, after } = context
  const rest = after.slice(next.length + 1)
  // `r we still on 4 tmrw?`
  if (/(?:^|[^\p{L}])(?:on|up) $/iu.test(before) && TIMES.has(next) && isAlone(rest) && isChat(context)) return 'for'
  // `cinema pass 4 2`, `tok 4 2 hrs`
  if (
    /^ [1-9]\d?(?: (?:adults|days|hours|hrs|is|min(?:ute)?s|months|mths|nights|people|ppl|pls|plz|weeks|wks|years|yrs)(?!\p{L})|[,.!?](?!\d)|\s{0,3}$)/u.test(
      after,
    ) &&
    last !== '' &&
    !COUNTED_AFTER.has(last) &&
    !MONTH_WORDS.has(last) &&
    (isChat(context) || OFFERED.test(before + after))
  )
    return 'for'
  if (/^ [£$€]\d/.test(after) && IN_DRAW.test(before)) return 'for'
  if (AMOUNT_ALONE.test(after) && GIVEN_FOR.test(before) && isChat(context)) return 'for'
  if (!mayBeWord(last)) return undefined
  const isAsked = ASKS_FOR.test(before) || isChat(context)
  const isWhole = isAlone(rest)
  if (ONLY_OBJECTS.has(next)) return 'for'
  if (next === 'you' && isWhole) return 'for'
  if (/^(?:an?|the)$/.test(next) && !EACH_TIME.test(rest) && OFFERED.test(before + after)) return 'for'
  if (isWeekday(next) && /\p{Ll}{2}s $/u.test(before)) return isWhole || isChat(context) ? 'for' : undefined
  if (!isAsked || /(?:^|[^\p{L}])(?:are|is|was|were) $/iu.test(before)) return undefined
  if (MAY_BE_OBJECTS.has(next)) return SAID_OF_COUNT.test(after) && !isChat(context) ? undefined : 'for'
  if (ARTICLES.has(next)) return 'for'
  if (TIMES.has(next) || isWeekday(next)) return isWhole || isChat(context) ? 'for' : undefined
  // `payin 4 rent?`
  if (isChat(context) && isWhole && /^\p{Ll}{3}/u.test(next) && !COUNTED_NEXT.test(next)) return 'for'
  const isDoing = /^\p{Ll}{2,12}in[g']?$/u.test(next)
  if (isDoing && THANKS_FOR.test(before)) return 'for'
  return (isDoing || PLACES.has(next)) && isWhole ? 'for' : undefined
}

/** `go 4 e movie`: what one does for something */
const LEFT_FOR = /(?:^|[^\p{L}])(?:come|comin|coming|go|goin|going|gone|leave|left|meet|search|searching|went) $/iu
/** What an `e` stands before that is electronic */
const ELECTRONIC =
  /^(?:bikes?|books?|cigs?|commerce|learning|mail|numbers?|readers?|scooters?|sports?|tickets?|wallets?)$/
/** `our draw 4 £100`, `yours 4 £5`: for an amount, unless it counts things worth as much, `4 £5 notes` */
const AMOUNT_ALONE = /^ [£$€]\d[\d.,]{0,9}k?(?! (?:\p{Ll}{1,12} )?\p{Ll}{2,14}(?<!s)s(?!\p{L}))(?![\d\p{L}])/u
const GIVEN_FOR =
  /(?:^|[^\p{L}])(?:bought|buy|chance|entered|gone|it|now|offer|only|selling|sold|sell|them|these|this|yours) $/iu
const IN_DRAW = /(?:^|[^\p{L}])(?:comp|competition|draw|quiz) $/iu
/** `all 4 FREE!` */
const ALL_FREE = /^ (?:FREE|free)(?=\s?[!.]|\s{0,3}$| x{1,4}(?!\p{L}))/u

const TO_SHORT_CODE = /(?:^|[^\p{L}])(?:[Ss]end|SEND|[Tt]e?xt|TE?XT) ["']?[A-Z][A-Z\d]{1,11}["']? $/u
/** `free entry 2 weekly draw` */
const ENTERED_NEXT = /^ (?:a|an|d|daily|monthly|our|the|weekly|wkly)(?!\p{L})|^ £\d/iu

/** `I DECIDED 2 GO` */
const inSmallLetters = ({ before, after }: Context): Context => ({
  before: before.toLowerCase(),
  after: after.toLowerCase(),
})

/** Figures that stand for the word they sound like. */
export const chatFigures: readonly Expansion[] = [
  {
    // `go 4 e movie`, `walk 2 e bus stop`: nothing else has a letter alone here
    category: 'abbreviation',
    first: /[24]/,
    pattern: /[24] e(?= \p{Ll}{3})/uy,
    read: ([written], { before, after }) => {
      const [, next = ''] = /^ (\p{Ll}{1,14})/u.exec(after) ?? []
      if (ELECTRONIC.test(next) || /(?<![sui])s$/.test(next)) return undefined
      const isTwo = written.startsWith('2')
      const isMoved = isTwo ? MOVED.test(before) : LEFT_FOR.test(before) || ASKS_FOR.test(before)
      if (!isMoved && !(/\p{Ll}{2} $/u.test(before) && isChat({ before, after }))) return undefined
      return isTwo ? 'to the' : 'for the'
    },
  },
  {
    // `4U`, `2u`
    category: 'abbreviation',
    first: /[24]/,
    pattern: /[24] ?[uU](?![\p{L}\d'])/uy,
    read: ([word], context) => {
      if (!opensWord(context.before) || /[\d.,:/$€£#-]$/.test(context.before)) return undefined
      const isShort = !word.includes(' ') || /(?:^|[^\d.] )$/.test(context.before)
      // A rack has servers of `2u`.
      const isClear =
        (!word.endsWith('U') || /^\s?[!?:]/.test(context.after)) &&
        (word.includes(' ') || isAlone(context.after)) &&
        !/\ban? $/i.test(context.before)
      if (!isShort || !(isClear || isChat(context))) return undefined
      return word.startsWith('2') ? 'to you' : 'for you'
    },
  },
  {
    category: 'abbreviation',
    first: /[24]/,
    pattern: /[24](?= )|2(?=[.,!)](?!\d)|$)/y,
    read: ([digit], written) => {
      const context = isShouted(written) ? inSmallLetters(written) : written
      const { before, after } = context
      const next = FIRST_WORD.exec(after)?.[1] ?? ''
      // After a number to call or to write to: `81010 4 ur chance`
      if (PRONOUNS.has(next) && /(?<!\d)\d{4,11} $/.test(before)) return digit === '2' ? 'to' : 'for'
      // `sms 91234567 2 confirm`
      if (digit === '2' && isVerb(next) && /(?<!\d)\d{5,11} $/.test(before) && isChat(context)) return 'to'
      // `txt WIN 2 80089`
      if (digit === '2' && TO_SHORT_CODE.test(written.before) && /^ \d{4,6}(?![\d.,]\d|\d)/.test(after)) return 'to'
      if (!/(?:^|(?:[^\d.]|[a-z]8|\p{L}\.) )$/u.test(before)) return undefined
      if (
        /(?:half|quarter|\d (?:mins?|minutes)|five|ten|twenty) $/i.test(before) &&
        digit === '2' &&
        /^ (?:1[0-2]|[1-9])(?!\d)/.test(after)
      )
        return 'to'
      if (PRONOUNS.has(next)) return digit === '2' ? 'to' : 'for'
      if (next === 'us' && (isAlone(after.slice(3)) || isChat(context))) return digit === '2' ? 'to' : 'for'
      // `wallpaper - all 4 FREE!`
      if (
        digit === '4' &&
        /(?:^|[^\p{L}])all $/iu.test(before) &&
        ALL_FREE.test(written.after) &&
        (written.after.startsWith(' FREE') ? !isShouted(written) : isChat(context))
      )
        return 'for'
      const last = lastWordOf(before)
      return digit === '2' ? readTwo(context, last, next.toLowerCase()) : readFour(context, last, next.toLowerCase())
    },
  },
]
