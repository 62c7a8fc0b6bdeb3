import type { Context, Expansion } from '../../reading/expansion.ts'
import { ACRONYMS_SAID } from './acronyms.ts'
import { isCommonWord } from './common-words.ts'
import { SMALL_INITIALISMS, sayCapitals } from './initialism.ts'
import { opensWord } from './sentence-context.ts'

const HUMPS = /[A-Z]{2,6}(?![a-z])|[A-Z]?[a-z]{1,40}|[A-Z]/g

const sayHump = (hump: string): string => {
  const word = hump.toLowerCase()
  if (SMALL_INITIALISMS.has(word) || ACRONYMS_SAID.has(word) || word === 'id' || /^[A-Z]+$/.test(hump))
    return sayCapitals(hump)
  return hump.length === 1 ? hump.toUpperCase() : hump
}

/** `getUserName`, `UserAccountManager`: but brands of two words that are one are left whole. */
function isParted(name: string, humps: readonly string[]): boolean {
  if (/^[a-z]{2}/.test(name) || humps.length > 2) return true
  return !isCommonWord(name.toLowerCase()) && humps.every((hump) => hump.length > 2 && isCommonWord(hump.toLowerCase()))
}

/** Where people have names of their own. */
const SERVICES = String.raw`(?:bluesky|discord|github|ig|insta(?:gram)?|psn|reddit|skype|snap(?:chat)?|steam|telegram|threads|tiktok|twitch|twitter|venmo|xbox|youtube)`
const NAMED = String.raw`(?:,? ?(?:'s|are|as|at|called|is|named|to|under|was|with)(?!\p{L}))`
const MARKED = String.raw`[:=]? ?["'(*]{0,3}$`
/** What one is called on the net or signs in with: each character of it counts. */
const HANDLE_BEFORE = new RegExp(
  [
    String.raw`(?:^|[^\p{L}])(?:account|alias|e-?mail|gamer ?tag|handle|log ?in|log(?:ged|s)? in|nick(?:name)?|passcode|password|passwd|pwd|screen ?name|sign(?:ed|s)? in|user ?(?:name|id)?)(?: (?:account|handle|id|name|profile|user))?${NAMED}?${MARKED}`,
    // `Telegram: jane_doe`, but `the Telegram chat_id`
    String.raw`(?:^|[^\p{L}])${SERVICES}(?:(?: (?:account|handle|id|name|profile|user))${NAMED}?|${NAMED}|(?=[:=]| ?["'(*]))${MARKED}`,
    String.raw`(?:^|[^\p{L}])(?:add|dm|find|follow|message|tag) (?:me|us)(?: on ${SERVICES})?(?: (?:as|at|under))?${MARKED}`,
    // `u/some_user`
    String.raw`(?:^|[^\p{L}\d])[ru]\/$`,
  ].join('|'),
  'iu',
)
const HANDLE_AFTER = new RegExp(String.raw`^[\w.-]{0,40}["')]{0,2} on (?:${SERVICES}|x)(?!\p{L})`, 'iu')
/** `10_5`, but not `file_10_5` */
const FIGURES_BEFORE = /(?:^|[^\p{L}\d_])[\d_]{0,30}\d$/u
const FIGURES_AFTER = /^\d[\d_]{0,30}(?![\p{L}\d_])/u
/** Two signs with a third between them: what matters is how it is written. */
const SINGLE_BEFORE = /(?:^|[^\p{L}\d_])[\p{L}\d]$/u
const SINGLE_AFTER = /^[\p{L}\d](?![\p{L}\d_])/u

/** `x_i`, `w_1`: of a row of variables */
const SUBSCRIPTED = /(?:^|[^\p{L}\d_])[A-Za-zα-ω]$/u
const SUBSCRIPT = /^(?:[i-nt]|\d{1,2})(?![\p{L}\d_])/u

/** `product_id`: a space between words; by its name where it is dictated, as in a user's name or a password. */
export function readUnderscore(_match: RegExpExecArray, { before, after }: Context): string | undefined {
  if (before.trim() === '' && after.trim() === '') return 'underscore'
  if (!/[\p{L}\d]$/u.test(before) || !/^[\p{L}\d]/u.test(after)) return undefined
  const isHandle = HANDLE_BEFORE.test(before.replace(/[\w.-]{1,40}$/, '')) || HANDLE_AFTER.test(after)
  if (!isHandle && SUBSCRIPTED.test(before) && SUBSCRIPT.test(after)) return 'sub'
  const isDictated =
    isHandle ||
    (SINGLE_BEFORE.test(before) && SINGLE_AFTER.test(after)) ||
    (FIGURES_BEFORE.test(before) && FIGURES_AFTER.test(after))
  return isDictated ? 'underscore' : ''
}

/** Names of programs, their words run together. */
export const identifiers: readonly Expansion[] = [
  {
    category: 'abbreviation',
    first: /[A-Za-z]/,
    written: ['mixed'],
    pattern:
      /(?!(?:[ie][A-Z]|Mc|Mac|Mac?[A-Z]|O[A-Z])[a-z]{1,20}(?![A-Za-z]))(?:[A-Z]{2,6}(?=[A-Z][a-z]{2,20}[A-Z][a-z]))?[A-Za-z][a-z]{1,30}(?:[A-Z]{1,6}[a-z]{0,30}){1,8}(?![\p{L}\p{M}@])/uy,
    read: ([name], { before }) => {
      if (!opensWord(before) || /[@#_]$/.test(before)) return undefined
      const humps = name.match(HUMPS) ?? []
      // A plural of capitals, as in `OpenAIs`, and `macOS`, are initialisms.
      if (humps.length < 2 || !(/^[a-z]{2}/.test(name) ? /[A-Z][a-z]/ : /[A-Z][a-z]{2}/).test(name.slice(1)))
        return undefined
      return isParted(name, humps) ? humps.map(sayHump).join(' ') : undefined
    },
  },
]
