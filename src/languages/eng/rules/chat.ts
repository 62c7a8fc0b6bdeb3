import type { Expansion } from '../../reading/expansion.ts'
import { goesOnShort, isChat, isHasty, isSurelyChat } from './chat-context.ts'
import { CHAT_WORDS, DOUBTFUL, NEED_CHAT, SMALL } from './chat-words.ts'
import { isShouted } from './initialism.ts'
import { opensWord } from './sentence-context.ts'

/** Kisses that follow a word at once: `Thxxx`, `2morrowxxx`. */
const KISSES = ['xx', 'xxx', 'xxxx', 'xxxxx']
/** With the kisses after them. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...[...CHAT_WORDS, ['u', 'you'] as const].flatMap(([written, word]) =>
    KISSES.map((kisses) => [written + kisses, word] as const),
  ),
  ...CHAT_WORDS,
])
/** Before these, `ur` is "you are". */
const ARE_NEXT =
  /^(?:an?|always|awarded|awesome|beautiful|cute|coming|d|da|going|goin|gonna|good|great|invited|just|late|like|lucky|mad|my|never|not|ok|okay|really|ready|right|so|still|such|sweet|the|too|very|welcome|wrong)$/
/** `for n items`, `all n words`: a number. */
const COUNTED_BY_LETTER =
  /(?:^|[^\p{L}])(?:all|are|by|choose|each|every|first|for|given|has|have|if|in|input|integer|is|last|length|let|log|next|number|of|out|set|size|than|the|times|to|top|value|when|where|with) $/iu
/** `vitamin U`, `the U` */
const NO_PRONOUN =
  /(?:^|[^\p{L}])(?:an?|class|grade|group|let|letter|line|matrix|of|option|plan|set|that|the|type|vector|vitamin|vowel|where) $/iu
/** `y are you`, `y don't we`: a verb and its subject, as in a question. */
const ASKED_NEXT =
  /^ (?:r u|u \p{Ll}{3}|(?:are(?:n'?t)?|can'?t|did(?:n'?t)?|do(?:n'?t)?|won'?t) (?:i|they|u|we|you)(?!\p{L}))/iu
/** `x` beside `y`, and other talk of mathematics */
const FORMULA =
  /(?:^|[^\p{L}])(?:[xz]|axis|column|coordinates?|function|generation|gen|integer|variables?)(?!\p{L})|[=≤≥]/iu
/** Before these, `U` is "you", whatever follows. */
const PRONOUN_ASKED =
  /(?:^|[^\p{L}])(?:(?:any|every|no|some)(?:body|one|thing)|all|because|but|can|could|did|do|hope|how|know|so|what|when|where|who|why|will|would) $/iu
/** Kisses stand where a sentence is whole, not after these: `a card ending in xxxx`, `size xx`. */
const UNFINISHED =
  /(?:^|[^\p{L}])(?:an?|account|as|by|called|card|code|digits|ending|ends|for|format|from|in|is|label(?:led)?|marked|named?|no|number|numeral|of|on|or|password|pin|placeholder|read[sy]?|size|the|to|type[sd]?|value|variable|volume|chapter|page|part|section|was|with|written)[.:]? {1,2}$/iu
const SIGNED_AFTER = /^[!. ]{0,4}$|^(?: \p{Lu}\p{Ll}{1,14}){1,3}[!. ]{0,3}$/u
/** `FedEx 2Day`: how many days a parcel takes. */
const SHIPPED_BY = /(?:FedEx|UPS|USPS|DHL|Express|Priority|Expedited|[Ss]hipping|via|by) $/
const SERVICE_NEXT = /^ (?:air|shipping|delivery|service|express|freight|A\.?M\.?(?!\p{L}))/iu
const lettersOf = (word: string): string => /^[a-z]*/.exec(word)?.[0] ?? ''

/** What is somebody's, and no kind of year */
const OWN_NEXT =
  /^ (?:account|bday|bed|birthday|car|choice|dad|family|friends?|frnds?|house|love|mates?|mind|mob|mobile|mom|msgs?|mum|name|number|own|phone|place|reply|room|turn|way)(?!\p{L})/iu
/** Before a verb in its plain form */
const MODAL_BEFORE =
  /(?:^|[^\p{L}])(?:2|can|can'?t|cant|cld|could|cud|dnt|dont|don'?t|gonna|gotta|i'?ll|let'?s|may|might|must|pls|plz|please|shall|should|shd|shld|shud|to|u'?ll|vl|vll|wanna|will|wil|wld|won'?t|wont|would|wud|you'?ll) $/iu
/** Those that only speech and messages have. */
const SPOKEN_MODAL = /(?:^|[^\p{L}])(?:cld|gonna|gotta|i'll|shd|shld|u'll|wld|you'll|wanna) $/iu
const SEEN_NEXT = /^ (?:a|da|dat|dis|her|him|how|if|it|me|my|that|the|them|this|ur|us|wat|what|who|yr)(?!\p{L})/u
const THE_BEFORE =
  /(?:^|[^\p{L}])(?:2|4|abt|about|after|all|and|at|b4|because|before|by|c|check|cos|coz|do|for|from|get|got|have|in|is|just|like|n|of|on|over|see|send|take|that|to|use|was|wats?|what|what'?s|when|wid|wif|with|bring|opp|or|want|wan|wats|till?|until|since|under|near|into|onto|in2|on2|r|are|were|miss|find|finish|pass|return|reach|tell|ask|meet|using|watch|watchin|den|then) $/iu

/** Letters and figures that stand for the word they sound like. */
export const chat: readonly Expansion[] = [
  {
    category: 'abbreviation',
    first: /[a-z]/i,
    words: new Set([...WORDS.keys()].map(lettersOf).filter((letters) => letters !== '')),
    pattern: /[a-z]{1,20}(?:\d[a-z]{0,12})?(?![\p{L}\d'@_])/iuy,
    read: ([word], context) => {
      const { before } = context
      // `see you surely.cl me`: a stop without its space
      const isInName = /(?:[#@_]|(?<!\.)\.)$/.test(before) && !(/\p{Ll}\.$/u.test(before) && isSurelyChat(context))
      if (!opensWord(before) || isInName) return undefined
      const small = word.toLowerCase()
      // `Jst got here`: a capital only because the message begins
      const opens =
        /^\p{Lu}\p{Ll}/u.test(word) &&
        SMALL.has(small) &&
        small !== 'ur' &&
        !NEED_CHAT.has(small) &&
        /(?:^|[.!?] )$/.test(before)
      if ((SMALL.has(small) || /^.\d$/.test(word)) && word !== small && !opens) return undefined
      const isSure =
        (!opens && !DOUBTFUL.has(small)) ||
        (NEED_CHAT.has(small)
          ? isSurelyChat(context)
          : opens
            ? isChat(context) || goesOnShort(context)
            : isHasty(context))
      return isSure ? WORDS.get(small) : undefined
    },
  },
  {
    // `2nite`, `1ce`, `9ja`, `4gotten`, `2morrowxxx`
    category: 'abbreviation',
    first: /[1249]/,
    pattern: /[1249][a-z]{2,16}(?![\p{L}\d])/iuy,
    read: ([word], { before, after }) => {
      if (!opensWord(before)) return undefined
      const isService = /^2day$/i.test(word) && (SHIPPED_BY.test(before) || SERVICE_NEXT.test(after))
      return isService ? 'two day' : WORDS.get(word.toLowerCase())
    },
  },
  {
    category: 'abbreviation',
    first: /b/,
    words: new Set(['bc']),
    pattern: /bc(?![\p{L}\d'])/uy,
    read: (_match, { before }) => (/(?:^|[^\d\s])\s{1,2}$/.test(before) ? 'because' : undefined),
  },
  {
    category: 'abbreviation',
    first: /[uU]/,
    words: new Set(['u']),
    pattern:
      /(?:u|U(?='(?:re|ve|ll|d|r)(?!\p{L})))(?:('(?:re|ll|ve|d|r))(?!\p{L})|(?=[\s,;:?!")-]|'(?!\p{L})|\.{1,6}(?:\s|$)|$))/uy,
    read: ([, contraction], { before, after }) => {
      if (!opensWord(before) || /^\. ?[a-z]\./.test(after)) return undefined
      if (contraction !== undefined) return `you${contraction === "'r" ? "'re" : contraction}`
      const isSymbol = /(?:letter|vowel|[=+*/^×-]) ?$/.test(before) || /^ ?[=+*/^<>×]/.test(after)
      return isSymbol ? 'U' : 'you'
    },
  },
  {
    category: 'abbreviation',
    first: /r/,
    words: new Set(['r']),
    pattern: /r(?=[\s?!,.]|$)/y,
    read: (_match, { before, after }) =>
      /(?:^|\s)(?:u|how|hw|kids|nos|there|these|they|things|those|wat|we|wen|what|when|wher|where|who|why|wot|y|you) $/i.test(
        before,
      ) || /^ (?:they|u|ur|we|you|ya)(?!\p{L})/iu.test(after)
        ? 'are'
        : undefined,
  },
  {
    // `R u there?`
    category: 'abbreviation',
    first: /R/,
    words: new Set(['r']),
    pattern: /R(?= u(?![\p{L}\d']))/uy,
    read: (_match, { before }) => (/(?:^|[.!?\n] ?)$/.test(before) ? 'are' : undefined),
  },
  {
    category: 'abbreviation',
    first: /B/,
    words: new Set(['b']),
    pattern: /B4(?= (?:going|he|i|it|leaving|she|the|they|u|ur|we|you)(?!\p{L}))/uy,
    read: (_match, context) => (opensWord(context.before) && isHasty(context) ? 'before' : undefined),
  },
  {
    // `gonna b late`
    category: 'abbreviation',
    first: /b/,
    words: new Set(['b']),
    pattern: /b(?=\s?[.,!?]|\s{0,3}$| \p{Ll}{2})/uy,
    read: (_match, context) =>
      (MODAL_BEFORE.test(context.before) &&
        (isHasty(context) || SPOKEN_MODAL.test(context.before)) &&
        !/(?:^|[^\p{L}])(?:\p{L}|equal|from [^.!?]{1,24}) to $/iu.test(context.before)) ||
      (/(?:^|[.,!?] ?)$/.test(context.before) && /^ (?:ther|there|back|bck|rite|right) /u.test(context.after))
        ? 'be'
        : undefined,
  },
  {
    // `cant c it`, `Did u c the msg`
    category: 'abbreviation',
    first: /c/,
    words: new Set(['c']),
    pattern: /c(?= [ade] |[.,!?]| \p{Ll}{2}|$)/uy,
    read: (_match, context) =>
      (MODAL_BEFORE.test(context.before) ||
        (SEEN_NEXT.test(context.after) &&
          /(?:^|[^\p{L}])(?:did|do|don'?t|i|let'?s|u|we|ya|you) $/iu.test(context.before))) &&
      isHasty(context)
        ? 'see'
        : undefined,
  },
  {
    // `in d shower`, `at e bus stop`
    category: 'abbreviation',
    first: /[de]/,
    words: new Set(['d', 'e']),
    pattern: /[de](?= \p{Ll}{3}| [A-Z]{2})/uy,
    read: (_match, context) =>
      (THE_BEFORE.test(context.before) || /[,.!?] $/.test(context.before)) && isChat(context) ? 'the' : undefined,
  },
  {
    // `she n i r goin`
    category: 'abbreviation',
    first: /r/,
    words: new Set(['r']),
    pattern: /r(?= \p{Ll}{2,10}in(?:g|')?(?!\p{L}))/uy,
    read: (_match, context) => (/\p{Ll} $/u.test(context.before) && isChat(context) ? 'are' : undefined),
  },
  {
    // `norm 4txt/120p`: of one, so no count
    category: 'abbreviation',
    first: /4/,
    pattern: /4txt(?![\p{L}\d])/iuy,
    read: (_match, { before }) => (/(?:^|[\s.,!?(])$/.test(before) ? 'for text' : undefined),
  },
  {
    // `enter r weekly draw`
    category: 'abbreviation',
    first: /r/,
    words: new Set(['r']),
    pattern:
      /r(?= (?:customers?|daily|draw|free|latest|lines?|monthly|new|offers?|prize|service|site|special|team|website|weekly)(?!\p{L}))/uy,
    read: (_match, context) =>
      /(?:^|[^\p{L}])(?:call|check|enter|from|get|have|in|join|of|to|try|use|visit|with) $/iu.test(context.before) &&
      (isChat(context) ||
        /(?:^|[^\p{L}])(?:claim|competition|draw|prizes?|txt|vouchers?|winner)(?!\p{L})|£\d/iu.test(
          context.before + context.after,
        ))
        ? 'our'
        : undefined,
  },
  {
    category: 'abbreviation',
    first: /c/,
    words: new Set(['c']),
    pattern: /c(?= (?:u|ya|you)(?!\p{L}))/uy,
    read: (_match, { before }) => (opensWord(before) ? 'see' : undefined),
  },
  {
    // `P!nk`, `Ke$ha`: names whose signs stand for the letters that they look like.
    category: 'abbreviation',
    first: /[A-Z]/,
    next: /[!$]/,
    pattern: /(?<head>[A-Z][a-z]{0,6}|[A-Z]{1,3})(?<sign>[!$])(?<tail>[a-z]{2,6}|[A-Z]{2,4})(?![\p{L}\d$!])/uy,
    read: ([, head = '', mark, tail = ''], { before }) => {
      if (!opensWord(before) || /^(?:US|CA|AU|HK|NZ|SG)$/.test(head)) return undefined
      if (mark === '!' && (head.length > 1 || /[A-Z]/.test(tail))) return undefined
      const isUpper = /[A-Z]{2}/.test(head + tail)
      const name = `${head}${mark === '!' ? 'i' : isUpper ? 'S' : 's'}${tail}`
      return name === name.toUpperCase() ? name.toLowerCase() : name
    },
  },
  {
    // `Ur so kind`
    category: 'abbreviation',
    first: /[uU]/,
    words: new Set(['ur']),
    pattern: /[uU]r(?= (\p{Ll}{1,12}|Account|Balance|Bill|Friend|Love|Mobile|No|Number|Order|Phone)(?!\p{L}))/uy,
    read: ([word, next = ''], { before }) => {
      if (!opensWord(before) || /[#@_.]$/.test(before)) return undefined
      // The city of Ur
      if (word === 'Ur' && (/\p{L},? $/u.test(before) || /^(?:and|in|is|of|or|was)$/.test(next))) return undefined
      return ARE_NEXT.test(next) ? "you're" : 'your'
    },
  },
  {
    // `bread n butter`, `n e thing`
    category: 'abbreviation',
    first: /n/,
    words: new Set(['n']),
    pattern: /n(?: e ?(thing|one|1|way|where)(?!\p{L})|(?= (?:\p{Ll}{2}|[iu] )))/uy,
    read: ([, thing], context) => {
      const { before } = context
      if (!/\p{Ll}[,.!]{0,3} $/u.test(before)) return undefined
      if (thing !== undefined) return `any${thing === '1' ? 'one' : thing}`
      return !COUNTED_BY_LETTER.test(before) && isHasty(context) ? 'and' : undefined
    },
  },
  {
    category: 'abbreviation',
    first: /[yY]/,
    words: new Set(['y']),
    pattern:
      /[yY](?= (?:r u|he|i|she|so|they|u|we|you|not|dun|didn'?t|don'?t|can'?t|cant|won'?t|isn'?t|are(?:n'?t)?|is|do|did)(?!\p{L}))/uy,
    read: (_match, context) => {
      const { before, after } = context
      if (
        !/(?:^|[.!?,;:"(] ?|(?:^|[^\p{L}])(?:ask|but|dunno|know|noe|o|ok|so|tats|dats|that's|thats|wonder|wondering) )$/iu.test(
          before,
        )
      )
        return undefined
      return ASKED_NEXT.test(after) ||
        (/^[^.!]{0,47}\?/.test(after) && !FORMULA.test(before + after)) ||
        isChat(context)
        ? 'why'
        : undefined
    },
  },
  {
    // `yr choice`, but `per yr`
    category: 'abbreviation',
    first: /y/,
    words: new Set(['yr']),
    pattern: /yr(?= \p{Ll})/uy,
    read: (_match, context) =>
      !/(?:\d|(?:^|[^\p{L}])(?:a|an|each|every|final|first|last|leap|next|old|one|per|same|second|third|this)) $|-$/iu.test(
        context.before,
      ) &&
      opensWord(context.before) &&
      (OWN_NEXT.test(context.after) || isHasty(context))
        ? 'your'
        : undefined,
  },
  {
    // `hw r u`, which is homework elsewhere
    category: 'abbreviation',
    first: /h/i,
    words: new Set(['hw']),
    pattern: /hw(?= (?:abt|about|are|can|come|did|do|does|is|long|many|much|r|u|was|you)(?!\p{L}))/iuy,
    read: (_match, context) => (opensWord(context.before) && isHasty(context) ? 'how' : undefined),
  },
  {
    // `norm4txt`: a figure run together with words of chat
    category: 'abbreviation',
    first: /[a-z]/i,
    next: /[24]/,
    pattern: /(?<head>[a-z]{2,12})(?<figure>[24])(?<tail>[a-z]{1,12})(?![\p{L}\p{M}\d'@_])/iuy,
    read: ({ groups }, { before }) => {
      const { head = '', figure, tail = '' } = groups ?? {}
      if (!opensWord(before) || /[#@_.-]$/.test(before)) return undefined
      // `num2str`: names of programs
      const short = tail.toLowerCase()
      const word = short === 'u' ? 'you' : NEED_CHAT.has(short) ? undefined : CHAT_WORDS.get(short)
      return word === undefined ? undefined : `${head} ${figure === '2' ? 'to' : 'for'} ${word}`
    },
  },
  {
    // `cu l8r`
    category: 'abbreviation',
    first: /c/,
    words: new Set(['cu']),
    pattern: /cu(?= (?:2\p{Ll}{3}|tom|tmr|l8r|later|soon|then|there|tonight))/uy,
    read: (_match, { before }) => (opensWord(before) ? 'see you' : undefined),
  },
  {
    // Kisses: `luv u xx`
    category: 'symbol',
    first: /x/,
    words: new Set(['xx', 'xxx', 'xxxx', 'xxxxx', 'xxxxxx']),
    pattern: /x{2,6}(?![\p{L}\d'_@/.-])/uy,
    read: (_match, context) => {
      const { before, after } = context
      if (!/\p{L}[.,!?)]{0,4} {1,2}$/u.test(before) || UNFINISHED.test(before)) return undefined
      return SIGNED_AFTER.test(after) || (/^[!.]? \p{L}/u.test(after) && isChat(context)) ? '' : undefined
    },
  },
  {
    // `Someone U know`
    category: 'abbreviation',
    first: /U/,
    words: new Set(['u']),
    pattern:
      /U(?:(?= (?:are|can|cant|could|did|do|dont|get|got|had|has|have|know|like|love|need|should|think|want|were|will|would)(?!\p{L}))| R(?= (?:an?|awarded|entitled|going|goin|gonna|great|in|invited|my|not|on|ready|selected|so|still|the|too|very|welcome|winner|\p{Ll}{4,12}ing)(?!\p{L})))/uy,
    read: ([word], context) => {
      const { before, after } = context
      if (!/(?:^|[^\p{L}\d]|\p{Ll}) ?$/u.test(before) || /(?:\p{Lu}|[=+*/^×-]) ?$/u.test(before)) return undefined
      if (NO_PRONOUN.test(before)) return undefined
      if (word !== 'U') return 'you are'
      const isAddressed =
        /(?:^|[.!?,;:"(] ?)$/.test(before) && /^ (?!ha[ds](?!\p{L}))\p{L}{2,6} (?!be(?!\p{L}))/u.test(after)
      return isAddressed || PRONOUN_ASKED.test(before) || isChat(context) ? 'you' : undefined
    },
  },
  {
    // `WHY R U HERE`, `IM OFF`
    category: 'abbreviation',
    first: /[IRU]/,
    words: new Set(['im', 'r', 'u', 'ur']),
    pattern: /(?:IM|R|UR?)(?![\p{L}\d'.&/-])/uy,
    read: ([word], context) => {
      const { before, after } = context
      if (!/(?:^|[\s"(])$/.test(before) || /(?:^|\s)\p{Lu} $/u.test(before.replace(/(?:^|\s)[RU] $/, ' ')))
        return undefined
      if (/^ (?![AIRU](?!\p{L}))\p{Lu}(?!\p{L})/u.test(after) || !isShouted(context)) return undefined
      if (word === 'R')
        return /^ (?:U|YA|YOU|THEY|WE)(?!\p{L})/u.test(after) || /(?:U|YOU|WE|THEY) $/.test(before) ? 'are' : undefined
      return word === 'IM' ? "I'm" : word === 'U' ? 'you' : 'your'
    },
  },
]
