import type { Context, Expansion } from '../../reading/expansion.ts'
import { isChat, isHasty, isSurelyChat } from './chat-context.ts'
import { opensWord } from './sentence-context.ts'

/** After these a letter is the name of something: `the vector v`, `where w is`. */
const NAMED =
  /(?:^|[^\p{L}])(?:an?|axis|class|grade|group|let|letter|line|matrix|of|option|parameter|plan|set|the|type|variable|vector|vitamin|weights?|where) $/iu
/** `v tired`: what one is very much. */
const DEGREES =
  'annoyed annoying bad big bored boring bsy busy cheap close cold comfey comfy cool cute difficult drunk early easy excited expensive far fast full fun funny gd good grateful gud happy hard hot hungry important impressed interesting keen kind late lately little long low lucky mad mean much near nice old pissed poor pretty proud quick quickly quiet rich rude sad scared seldom shy sick simple skint slow small sorry sry stressed strict strong stupid sweet tired ugly upset urgent useful weird well wet worried yummy'
const VERY_NEXT = new RegExp(String.raw`^ (?:${DEGREES.replaceAll(' ', '|')})(?!\p{L})`, 'u')
/** `v r going`: what a subject has after it. */
const WE_NEXT =
  /^ (?:r|all|are|can|cant|cn|cud|did|go|got|had|hav|have|hv|meet|met|must|need|shall|shd|should|shud|vl|went|were|wil|will|wud)(?!\p{L})/u
const WE_BEFORE =
  /(?:^|[.,!?] ?|(?:^|[^\p{L}])(?:and|as|because|but|can|coz|did|do|hope|how|if|n|r|shall|so|tht|that|then|wat|wen|what|when|where|which|y) )$/iu
/** `w my sis`: with whom or what. */
const WITH_NEXT =
  /^ (?:an?|all|both|bro|da|dad|dat|dis|everyone|fam|family|frds?|frens?|friends?|frnds?|her|him|his|it|lots|mates?|me|mom|mum|my|no|our|sis|some|that|the|their|them|these|this|those|u|ur|us|ya|you|your|yr)(?!\p{L})/u
/** With these the letter is nothing else, in whatever text. */
const PERSON_NEXT = /^ (?:her|him|me|my|them|u|ur|us)(?!\p{L})/u
const opensPlainWord = ({ before }: Context): boolean =>
  opensWord(before) && !/['@#/&_.-]$/.test(before) && !NAMED.test(before)

/** Single letters that stand for words in messages, beside those that sound like them. */
export const chatLetters: readonly Expansion[] = [
  {
    category: 'abbreviation',
    first: /w/,
    words: new Set(['w']),
    pattern: /w(?= (?:u(?!\p{L})|\p{Ll}{1,2}(?!\p{L})|\p{Ll}{3}))/uy,
    read: (_match, context) => {
      if (!opensPlainWord(context) || !/[\p{Ll}\d][,.!?)]{0,2} $/u.test(context.before)) return undefined
      if (PERSON_NEXT.test(context.after) && /\p{Ll}{2} $/u.test(context.before)) return 'with'
      return isSurelyChat(context) || (WITH_NEXT.test(context.after) && isHasty(context)) ? 'with' : undefined
    },
  },
  {
    category: 'abbreviation',
    first: /[vV]/,
    words: new Set(['v']),
    pattern: /[vV](?= \p{Ll})/uy,
    read: ([letter], context) => {
      if (!opensPlainWord(context) || (letter === 'V' && !/(?:^|[.!?] )$/.test(context.before))) return undefined
      if (VERY_NEXT.test(context.after)) return isHasty(context) ? 'very' : undefined
      return WE_NEXT.test(context.after) && WE_BEFORE.test(context.before) && isChat(context) ? 'we' : undefined
    },
  },
  {
    // `it is v far`: after a form of `to be` nothing else, in whatever text
    category: 'abbreviation',
    first: /v/,
    words: new Set(['v']),
    pattern: /v(?= \p{Ll})/uy,
    read: (_match, { before, after }) =>
      VERY_NEXT.test(after) &&
      /(?:^|[^\p{L}])(?:am|are|i'?m|is|it'?s|was|were)(?: (?:v )?\p{Ll}{3,9} n)? $/iu.test(before)
        ? 'very'
        : undefined,
  },
  {
    // `8 n half`, `2 n a quarter`
    category: 'abbreviation',
    first: /n/,
    words: new Set(['n']),
    pattern: /n(?= (?:an? )?(?:half|quarter|1\/[24])(?!\p{L}))/uy,
    read: (_match, { before }) =>
      /(?:\d|(?:^|[^\p{L}])(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hours?|hrs?|yrs?|years?)) $/iu.test(
        before,
      )
        ? 'and'
        : undefined,
  },
  {
    // `this aft`, `sat aft`: of a day
    category: 'abbreviation',
    first: /a/,
    words: new Set(['aft']),
    pattern: /aft(?![\p{L}\d'])/uy,
    read: (_match, { before, after }) =>
      /(?:^|[^\p{L}])(?:(?:every|good|gd|gud|in the|last|late|next|the whole|this|dis|tis|tmr|tmrw|tmw|tomorrow|yest|yesterday|ytd)|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?) $/iu.test(
        before,
      ) && !/^ (?:deck|of|my|ur|your|the|that|we|i|u|he|she|they|dinner|lunch|work|class|\d)(?!\p{L})/iu.test(after)
        ? 'afternoon'
        : undefined,
  },
  {
    // `thk u`: of the verbs that this may be, the one with this object
    category: 'abbreviation',
    first: /t/i,
    words: new Set(['thk', 'thnk']),
    pattern:
      /thn?k(?= (?:u|ya|you)(?! \p{Ll}{2,9}(?:ing?|ed) )(?: (?:4|for|so|very|v|all|gd|good|dear|again|den|bye|sir)(?!\p{L})|\s{0,3}$|[.!,]))/iuy,
    read: (_match, { before }) => (/(?:^|[.!?,] ?)$/.test(before) ? 'thank' : undefined),
  },
  {
    // `get sum milk`
    category: 'abbreviation',
    first: /s/,
    words: new Set(['sum']),
    pattern: /sum(?= (?!from|is|of|over|the|to|total|up|was|with)\p{Ll}{3})/uy,
    read: (_match, context) =>
      /\p{Ll}{2} $/u.test(context.before) &&
      !/(?:^|[^\p{L}])(?:an?|any|check|compute|each|large|lump|nil|of|partial|running|small|that|the|this|total|tidy|with|zero) $/iu.test(
        context.before,
      ) &&
      isHasty(context)
        ? 'some'
        : undefined,
  },
  {
    // `cant talk atm`
    category: 'abbreviation',
    first: /a/,
    words: new Set(['atm']),
    pattern: /atm(?=\s{0,3}$|[.,!?]| (?:but|cos|coz|n|so|tho)(?!\p{L}))/uy,
    read: (_match, context) =>
      !/(?:\d|(?:^|[^\p{L}])(?:an?|any|at|bank|by|cash|nearest|near|the|this|that|ur|to|my|your|use|find|one)) $/iu.test(
        context.before,
      ) && isHasty(context)
        ? 'at the moment'
        : undefined,
  },
]
