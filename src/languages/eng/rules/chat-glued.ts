import type { Expansion } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { CHAT_WORDS } from './chat-words.ts'
import { isCommonWord } from './common-words.ts'
import { cardinal, ordinal } from './number-words.ts'
import { opensWord } from './sentence-context.ts'

const BASE_VERBS = englishWords.list('base-verbs')
/** `No1 knows`: nobody does. */
const OF_NOBODY =
  /^ (?:answer(?:ed|s)?|at home|call(?:ed|s)?|came|can|cares?|comes?|could|did|does|else|ever|gets?|got|had|has|here|in (?:here|my|our|this)|is|kno|knows?|likes?|loves?|of (?:them|u|us|you)|said|says|seems?|shud|should|there|told|wants?|was|will|would|wud)(?!\p{L})|^'/iu
/** Words of prices that messages run together with the figures: `norm150p/tone`. */
const PRICE_WORDS = 'cost|costs|from|just|max|min|norm|normal|only|std'
const RATES: ReadonlyMap<string, string> = new Map([
  ['msg', 'message'],
  ['txt', 'text'],
  ['min', 'minute'],
  ['wk', 'week'],
])

/** Figures that look like letters: `gr0und`, `h3llo`. */
const LOOKS: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
])

/** What `'s`, `'ll` and the like are added to. */
const CONTRACTED = /^(?:he|how|i|it|let|she|that|there|they|we|what|when|where|who|why|you)$/i

/** Words and figures of messages without the spaces between them. */
export const chatGlued: readonly Expansion[] = [
  {
    // `0k then`
    category: 'abbreviation',
    first: /0/,
    pattern: /0k(?![\p{L}\p{M}\d])/uy,
    read: (_match, { before }) => (/(?:^|[.!?] )$/.test(before) ? 'okay' : undefined),
  },
  {
    category: 'abbreviation',
    first: /[a-z]/i,
    next: /\d/,
    pattern: /[a-z]{1,12}(?:[013][a-z]{1,12}){1,2}(?![\p{L}\p{M}\d'@_./-])/iuy,
    read: ([written], { before }) => {
      if (!opensWord(before) || /[#@_./-]$/.test(before) || /[a-z][A-Z]/.test(written)) return undefined
      const word = written.toLowerCase().replaceAll(/[013]/g, (figure) => LOOKS.get(figure) ?? figure)
      return word.length > 3 && isCommonWord(word) ? word : undefined
    },
  },
  {
    // `can?t`, `it?s`: what stood for the apostrophe was lost on the way
    category: 'word',
    first: /[a-z]/i,
    next: /\?/,
    pattern: /(?<stem>[a-z]{1,10})\?(?<ending>t|s|re|ve|ll|d|m)(?![\p{L}\d=&'])/iuy,
    read: ({ groups }, { before }) => {
      const { stem = '', ending = '' } = groups ?? {}
      const isContracted = ending === 't' ? /n$/i.test(stem) : CONTRACTED.test(stem)
      return opensWord(before) && !/[@#/_.=&-]$/.test(before) && isContracted ? `${stem}'${ending}` : undefined
    },
  },
  {
    // `the No1 hit`, but `No1 knows`
    category: 'abbreviation',
    first: /N/,
    words: new Set(['no']),
    pattern: /N[oO]\.?1(?=\s?[.,!?)]|\s{0,3}$| (?:\p{Lu}\p{Ll}|\p{Ll}{2}))/uy,
    read: (_match, { before, after }) =>
      /(?:^|[\s"'(])$/.test(before) &&
      !OF_NOBODY.test(after) &&
      (/^ \p{L}/u.test(after) ||
        /(?:^|[^\p{L}])(?:am|are|as|at|be|in|is|our|ranked|still|the|uk|ur|voted|was|were|your) $/iu.test(before))
        ? 'number one'
        : undefined,
  },
  {
    category: 'money',
    first: /[a-z]/i,
    words: new Set(PRICE_WORDS.split('|')),
    next: /\d/,
    pattern: new RegExp(
      String.raw`(?<word>${PRICE_WORDS})(?<pence>\d{2,3})p(?:\/(?<rate>call|day|min|msg|sms|text|tone|txt|week|wk)|pm)?(?![\p{L}\d])`,
      'iuy',
    ),
    read: ([whole, ...rest], { before }) => {
      const [word = '', pence = '', rate] = rest
      if (!opensWord(before) || /[#@_.-]$/.test(before)) return undefined
      // `max50p`: no price without what it is charged for
      if (rate === undefined && /^(?:from|max|min)$/i.test(word)) return undefined
      const unit = rate?.toLowerCase() ?? (/pm$/i.test(whole) ? 'min' : undefined)
      const each = unit === undefined ? '' : ` per ${unit === 'sms' ? 'S M S' : (RATES.get(unit) ?? unit)}`
      return `${CHAT_WORDS.get(word.toLowerCase()) ?? word} ${cardinal(pence)} pence${each}`
    },
  },
  {
    // `get4an18th`, `wait4me`
    category: 'abbreviation',
    first: /[a-z]/i,
    next: /4/,
    pattern:
      /(?<verb>[a-z]{2,8})4(?:(?<article>an?|d|da|my|the|ur)(?<day>\d{1,2})(?:st|nd|rd|th)|(?<person>her|him|it|me|them|us))(?![\p{L}\d'@_])/iuy,
    read: ({ groups }, { before }) => {
      const { verb = '', article, day = '', person = '' } = groups ?? {}
      const small = verb.toLowerCase()
      if (!opensWord(before) || /[#@_.-]$/.test(before) || !(BASE_VERBS.has(small) || isCommonWord(small)))
        return undefined
      if (article === undefined) return `${verb} for ${person.toLowerCase()}`
      const written = article.toLowerCase()
      const said = written === 'ur' ? 'your' : written === 'd' || written === 'da' ? 'the' : written
      return `${verb} for ${said} ${ordinal(day)}`
    },
  },
]
