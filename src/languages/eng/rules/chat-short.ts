import type { Expansion } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { isChat, isHasty } from './chat-context.ts'
import { isCommonWord } from './common-words.ts'
import { opensWord } from './sentence-context.ts'

const BASE_VERBS = englishWords.list('base-verbs')

const OPENS_SENTENCE = /(?:^|[.!?…:)] {0,2})$/
/** What one is, does or goes on to be: `m not coming`, `m stuck` */
const AM_NEXT =
  /^ (?:back|bored|busy|feelin|feeling|fine|free|going|gonna|here|home|hungry|nt|not|ok|okay|really|sick|sorry|sry|still|stuck|tired|very|\p{Ll}{2,8}in(?:g|'|(?!\p{L})))(?!\p{L})/u
const AND_NEXT =
  /^ (?:btw|den|he|how|hw|i|im|it|ma|my|pls|she|so|tel|tell|that|then|they|u|ur|wat|we|wen|what|when|y|you)(?!\p{L})/iu
const LINKED_BEFORE =
  /(?:^|[^\p{L}])(?:also|am|are|be|became|been|feel|feels|felt|i'm|im|is|it|it's|its|look|looks|m|not|nt|oso|quite|r|so|sound|sounds|still|thats|was|were) $/iu
/** Where a figure after it is "to": `nobody2talk`, `free2call` */
const BEFORE_TO =
  'able|anyone|anything|chance|dun|free|glad|good|happy|have|how|need|nice|no1|nobody|nothing|place|ready|somebody|someone|something|sorry|time|wait|wan|wana|want|what|when|where'
const BEFORE_FOR =
  'ask|bak|back|call|come|comin|coming|go|goin|going|gone|good|here|late|look|lookin|looking|meet|pay|ready|sorry|thank|thanks|thanx|thx|time|wait|waitin|waiting|went'

/** Vowelless verbs before another, or before whom they ask */
const MODALS: ReadonlyMap<string, string> = new Map([
  ['cld', 'could'],
  ['shd', 'should'],
  ['shld', 'should'],
  ['wld', 'would'],
])
const SUBJECT_NEXT = /^(?:b|be|hav|have|hv|i|it|nt|not|she|they|u|we|ya|you)$/
const SUBJECT_BEFORE =
  /(?:^|[.!?…:)] {0,2}|(?:^|[^\p{L}])(?:he|i|it|n|she|so|that|they|this|tat|u|we|wat|what|wen|when|who|y|you) )$/iu
/** Where `hv` is no name of a quantity */
const HAVE_BEFORE =
  /(?:^|[^\p{L}])(?:cld|could|cud|didn'?t|didnt|dnt|don'?t|dont|dun|i|might|must|shall|shd|shld|should|shud|they|u|we|will|wld|would|wud|ya|you) $/iu
const HAVE_NEXT =
  /^ (?:a|an|any|been|d|done|fun|got|lots|me|no|not|some|sth|the|to|told|u|ur|you|\p{Ll}{3,9}e[dn])(?!\p{L})/u
const WAY_HOME_BEFORE =
  /(?:^|[^\p{L}])(?:at|back|cm|come|comin|coming|get|gettin|go|goin|going|near|reach|reached|reachin|went) $/iu

/** More words of messages that are written short, by what stands around them. */
export const chatShort: readonly Expansion[] = [
  {
    // `Cld b late`, `wld u come`
    category: 'abbreviation',
    first: /[csw]/i,
    words: new Set(MODALS.keys()),
    pattern: /(?<modal>[cw]ld|shl?d)(?= (?<next>[a-z]{1,12})(?![\p{L}\d'_]))/iuy,
    read: ({ groups }, { before }) => {
      const { modal = '', next = '' } = groups ?? {}
      const isVerbal = SUBJECT_NEXT.test(next) || BASE_VERBS.has(next)
      return isVerbal && SUBJECT_BEFORE.test(before) && /^[A-Z]?[a-z]+$/.test(modal)
        ? MODALS.get(modal.toLowerCase())
        : undefined
    },
  },
  {
    // `Hv to go`, `shld hv told me`
    category: 'abbreviation',
    first: /h/i,
    words: new Set(['hv']),
    pattern: /[Hh]v(?= \p{Ll})/uy,
    read: (_match, { before, after }) =>
      (HAVE_BEFORE.test(before) && !/[=*/+]/.test(after)) || (OPENS_SENTENCE.test(before) && HAVE_NEXT.test(after))
        ? 'have'
        : undefined,
  },
  {
    // `reach ard 9`
    category: 'abbreviation',
    first: /a/i,
    words: new Set(['ard', 'arnd']),
    pattern: /[Aa]rn?d(?= \d)/uy,
    read: (_match, { before }) => (/(?:^|[.!?,] |\p{Ll}{2} )$/u.test(before) ? 'around' : undefined),
  },
  {
    // `reach hm`
    category: 'abbreviation',
    first: /h/,
    words: new Set(['hm']),
    pattern: /hm(?![\p{L}\d'])/uy,
    read: (_match, context) => (WAY_HOME_BEFORE.test(context.before) && isHasty(context) ? 'home' : undefined),
  },
  {
    // `Oic. ok lor`
    category: 'abbreviation',
    first: /[oO]/,
    words: new Set(['oic']),
    pattern: /[oO]ic(?=\s?[.,!?~]|\s{0,3}$| (?:den|haha|lol|ok|so|then)(?!\p{L}))/uy,
    read: (_match, { before }) => {
      if (!/(?:^|[.!?…] {0,2}|(?:^|[^\p{L}])(?:ah|haha|k|oh|ok|okay),? )$/iu.test(before)) return undefined
      return /oh,? $/i.test(before) ? 'I see' : 'oh I see'
    },
  },
  {
    // `m not comin`, `i m so tired`
    category: 'abbreviation',
    first: /[mM]/,
    words: new Set(['m']),
    pattern: /[mM](?= \p{Ll}{2})/uy,
    read: (_match, context) => {
      const { before, after } = context
      const isOwn = /(?:^|[^\p{L}'])i $/iu.test(before)
      if (!isOwn && !OPENS_SENTENCE.test(before) && !/(?:^|[^\p{L}])(?:and|bcoz|but|cos|coz|n|so|y) $/iu.test(before))
        return undefined
      if (!AM_NEXT.test(after) || !isHasty(context)) return undefined
      return isOwn ? 'am' : "I'm"
    },
  },
  {
    // `N btw my name is Sunny`
    category: 'abbreviation',
    first: /N/,
    words: new Set(['n']),
    pattern: /N(?= \p{L})/uy,
    read: (_match, context) =>
      OPENS_SENTENCE.test(context.before) && AND_NEXT.test(context.after) && isHasty(context) ? 'and' : undefined,
  },
  {
    // `name is sunny nt sunni`
    category: 'abbreviation',
    first: /n/,
    words: new Set(['nt']),
    pattern: /nt(?= \p{Ll}{2})/uy,
    read: (_match, context) =>
      LINKED_BEFORE.test(context.before.replace(/(?<= )\p{Ll}{2,12} $/u, '')) && isHasty(context) ? 'not' : undefined,
  },
  {
    // `it is v spicy`: beyond the usual words only where a message is sure
    category: 'abbreviation',
    first: /v/,
    words: new Set(['v']),
    pattern: /v(?= \p{Ll}{2,14}(?:\s?[.,!?~]|\s{0,3}$| (?:1|haha|la|lah|leh|lor|n|sia)(?!\p{L})))/uy,
    read: (_match, context) => (LINKED_BEFORE.test(context.before) && isChat(context) ? 'very' : undefined),
  },
  {
    // `send me ur pw`
    category: 'abbreviation',
    first: /p/,
    words: new Set(['pw']),
    pattern: /pw(?=\s?[.,!?]|\s{0,3}$| (?:for|is|of|on|pls|please|plz|to|was)(?!\p{L}))/uy,
    read: (_match, { before }) =>
      /(?:^|[^\p{L}])(?:change|d|da|forgot|her|his|me|my|new|our|reset|send|the|their|ur|wat|what|whats|wifi|wrong|your) $/iu.test(
        before,
      )
        ? 'password'
        : undefined,
  },
  {
    // `Nobody2sing`, `pls go4 it`, `come4 dinner`
    category: 'abbreviation',
    first: /[a-z]/i,
    words: new Set(`${BEFORE_TO}|${BEFORE_FOR}`.split('|')),
    next: /[24]/,
    pattern: new RegExp(
      String.raw`(?:(?<to>${BEFORE_TO})2(?<verb>[a-z]{2,9})?|(?<for>${BEFORE_FOR})4)(?![\p{L}\p{M}\d'@_-])`,
      'iuy',
    ),
    read: ({ groups }, context) => {
      const { to, verb, for: leads } = groups ?? {}
      if (!opensWord(context.before) || /[#@_.-]$/.test(context.before)) return undefined
      if (leads !== undefined) return isChat(context) && /^ \p{Ll}/u.test(context.after) ? `${leads} for` : undefined
      if (verb === undefined) return isChat(context) && /^ \p{Ll}{2}/u.test(context.after) ? `${to} to` : undefined
      const small = verb.toLowerCase()
      return BASE_VERBS.has(small) || isCommonWord(small) ? `${to} to ${small}` : undefined
    },
  },
]
