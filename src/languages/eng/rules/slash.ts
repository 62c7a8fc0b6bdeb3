import type { Context, Expansion } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { isNounNext } from './adjective.ts'
import { isCommonWord } from './common-words.ts'
import { isPronounceable } from './pronounceable.ts'

const PRONOUN = /(?:^|[^\p{L}])(?:he|her|hers|herself|him|himself|his|s|she|their|them|they)$/iu
const PRONOUN_NEXT = /^(?:he|her|hers|herself|him|himself|his|she|their|them|theirs|they)(?!\p{L})/iu

/** `she/her`: how somebody is called */
const SAME_PERSON = /(?:^|[^\p{L}])(?:he\/him|she\/her|they\/them|him\/his|her\/hers)(?!\p{L})/iu

/** Of the notes of doctors: `s/p`, `d/c`, `h/o`. */
const CHARTED = /(?:^|[^\p{L}\d/])(?:b\/l|c\/w|d\/c|f\/c|h\/o|n\/v|p\/w|r\/o|s\/p)(?![\p{L}/])/u

/** By each word, the lines that it is in. */
const ALTERNATIVES: ReadonlyMap<string, readonly string[]> = (() => {
  const lines = new Map<string, string[]>()
  for (const [line = ''] of englishWords.rows('alternatives'))
    for (const word of line.split(' ')) lines.set(word, [...(lines.get(word) ?? []), line])
  return lines
})()
const NEGATED = /^(?:de|dis|il|im|in|ir|non|un)-?/

/** `left/right`, `install/uninstall`: one of them, not both. */
function areAlternatives(one: string, other: string): boolean {
  if (one === other) return false
  if (ALTERNATIVES.get(one)?.some((line) => ALTERNATIVES.get(other)?.includes(line)) === true) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length > 3 && long.endsWith(short) && NEGATED.test(long) && long.replace(NEGATED, '') === short
}

/** `a nurse/doctor`, `any questions/concerns`: said of one of them, if no noun follows that both tell the kind of. */
const ANY_OF =
  /(?:^|[^\p{L}])(?:an?|another|any|each|either|every|for|her|his|if|my|neither|no|or|our|per|some|the|their|to|whether|with|without|your) $/iu
/** With a quality between: `no human voices/words` */
const NONE_OF = /(?:^|[^\p{L}])(?:any|each|either|every|if|no|whether|without) (?!\p{Ll}{1,10}ly )\p{Ll}{3,12} $/iu
/** Of a degree of either: `a more firm/crunchy texture` */
const MORE_OF = /(?:^|[^\p{L}])(?:an?|the) (?:less|more) $/iu
/** Said of what goes before: `the notes are high/low` */
const SAID_OF_IT = /(?:^|[^\p{L}])(?:are|is|was|were|isn't|aren't|not|too|very) $/iu
/** What belongs together, so that neither is left out: `the file is read/write` */
const PAIR =
  /(?:^|[^\p{L}])(?:cause\/effect|cost\/benefit|client\/server|input\/output|key\/value|parent\/child|price\/performance|pros\/cons|read\/write|request\/response|work\/life)$/iu
/** Both are meant: `the ratio of men/women` */
const OF_BOTH =
  /(?:^|[^\p{L}])(?:balance|between|both|comparison|difference|gap|mix|proportion|ratio|split)(?: (?:between|in|of))? $/iu
/** Questions of one answer, even before a noun: `a yes/no question`. */
const ANSWER = /^(?:true|yes)$/
const CLAUSE_GOES_ON =
  /^(?:\s{0,3}$|[.,;:!?)"]| (?:about|after|and|are|as|at|been|before|but|by|can|could|did|do|does|for|from|had|has|have|he|here|i|if|in|into|is|it|may|might|must|now|of|on|only|or|please|she|should|than|that|the|then|they|to|today|tomorrow|too|u|was|we|were|what|when|where|which|who|will|with|would|you)(?!\p{L}))/iu
/** One person of both trades: `singer/songwriter`. */
const AGENT = /(?:[^aeiou]er|or|ist|man)$/

/** What paths of folders, branches and types of media begin with. */
const PATH_HEADS = englishWords.list('path-heads')
/** Of those, everyday words: a word follows them that is none, as in `home/jsmith`, `image/png`. */
const DOUBTFUL_HEADS = englishWords.list('doubtful-path-heads')
/** What is said of files and addresses: `the folder src/utils`. */
const PATH_ASKED =
  /(?:^|[^\p{L}])(?:branch|cd|checkout|clone|directory|endpoint|file|folder|import|install|ls|merge|mkdir|npm|package|path|pull|push|repo|repository|require|route|uri|url)s?(?: (?:at|called|from|in|is|named|of|to|under))?:? ["'(]?$/iu
const LAST_RUN = /(?:[\p{L}\d._@~'-]{1,30}\/){0,6}[\p{L}\d._@~'-]{1,30}$/u
const NEXT_RUN = /^[\p{L}\d._'-]{1,30}(?:\/[\p{L}\d._'-]{1,30}){0,6}(?:#\d)?/u

/** Whether what a stroke parts are folders or the like. */
function isPath(left: string, right: string, before: string, after: string): boolean {
  const start = before.slice(0, before.length - left.length)
  const [head = ''] = left.split('/')
  if (/[_~@]|\.(?!$)/.test(left) || /_|\.\p{L}|#\d/u.test(right) || PATH_ASKED.test(start)) return true
  // In quotes of code, which fold to apostrophes
  if (/'$/.test(start) || left.startsWith("'")) return true
  // `#/components/schemas/User`
  if (/[#/\\]$/.test(start)) return true
  const names = `${left}/${right}`
  if (names !== names.toLowerCase()) return false
  // `fastify/fastify`, `tsconfig-paths/register`
  if (left === right || names.split(/[/-]/).some(isNameOfProgram) || HOSTED.test(after)) return true
  if (DOUBTFUL_HEADS.has(head)) return !right.split(/[/-]/).every(isCommonWord)
  return PATH_HEADS.has(head) && !areAlternatives(left, right)
}
/** `facebook/react on GitHub` */
const HOSTED =
  /^ (?:(?:branch|directory|folder|package|repo|repository)(?!\p{L})|(?:at|from|in|on) (?:the )?(?:bitbucket|docker ?hub|git(?:hub|lab)|hugging ?face|npm)(?!\p{L}))/iu
/** Longer than an initialism, and not to be pronounced: `tsconfig`. */
const isNameOfProgram = (name: string): boolean => name.length > 5 && /^[a-z]+$/.test(name) && !isPronounceable(name)

/** `EU/UK`, `B2B/B2C`: each of two letters and more, but not `A/B` and `HTTP/2` */
const INITIALISM_BEFORE = /(?:^|[^\p{L}\d])(?:\p{Lu}{2,5}|\p{Lu}\d\p{Lu})$/u
const INITIALISM_NEXT = /^(?:\p{Lu}{2,5}|\p{Lu}\d\p{Lu})(?![\p{L}\d])/u
/** One name of two initialisms. */
const ONE_NAME = /(?:^|[^\p{L}])(?:AC\/DC|AM\/FM|CI\/CD|HIV\/AIDS|TCP\/IP|UI\/UX)(?!\p{L})/u

/** How the unit of time is called that something is counted by: `batches/sec`. */
const TIMES: ReadonlyMap<string, string> = new Map([
  ['sec', 'second'],
  ['min', 'minute'],
  ['hr', 'hour'],
  ...['second', 'minute', 'hour', 'day', 'week', 'month', 'year'].map((unit) => [unit, unit] as const),
])
export const ratesOfTime: readonly Expansion[] = [
  {
    category: 'symbol',
    first: /\//,
    pattern: /\/(?<unit>sec|second|min|minute|hr|hour|day|week|month|year)(?![\p{L}\d/_-]| round(?!\p{L})|\.\p{L})/uy,
    read: ({ groups }, { before }) =>
      /(?:^|[\s("'])(?!(?:always|days|hours|minutes|months|seconds|times|weeks|years|yes)$)\p{Ll}{2,16}[^\P{Ll}aiosu]e?s$/u.test(
        before,
      )
        ? `per ${TIMES.get(groups?.unit ?? '')}`
        : undefined,
  },
]

/**
 * A stroke: between words `or` where they are alternatives, by its name in paths, else a pause; nothing between initialisms
 * and in `and/or`.
 */
export function readSlash([run]: RegExpExecArray, context: Context): string | undefined {
  const { before, after } = context
  if (before.trim() === '' && after.trim() === '') return run.length === 1 ? 'slash' : undefined
  if (run.length > 1) return ''
  // `/, /usr and /home`: the root among other folders
  if (/(?:^|[\s(])$/.test(before) && /^(?:[,;)]| (?:and|or) )/.test(after) && /(?:^|[\s(])\/[a-z]/.test(before + after))
    return 'slash'
  if (/^etc(?!\p{L})/u.test(after)) return ','
  if (/\S $/.test(before) && /^ \S/.test(after)) return /(?:and|either) $/i.test(before) ? '' : ','
  if (/\d ?[\p{L}°]{1,4}$/u.test(before) && /^\d/.test(after)) return ','
  // `9am PT/12pm ET`
  if (/\d ?[ap]\.?m\.?(?: [ECMP][SD]?T)?$/iu.test(before) && /^\d/.test(after)) return ','
  // `Kim, 29/F`
  if (/(?:^|[^\d.,$£€])\d\d$/.test(before) && /^[FMfm](?![\p{L}\d])/u.test(after)) return ','
  if (CHARTED.test(`${before.slice(-2)}/${after.slice(0, 2)}`)) return ''
  if (PRONOUN.test(before) && PRONOUN_NEXT.test(after))
    return SAME_PERSON.test(`${before.slice(-5)}/${after.slice(0, 5)}`) ? ',' : 'or'
  if (/(?:^|[^\p{L}])(?:and|either)$/iu.test(before) && /^or(?!\p{L})/iu.test(after)) return ''
  if (
    /(?:^|[^\p{L}\d])[\p{Lu}\d]{1,5}$/u.test(before) &&
    /^[\p{Lu}\d]{1,5}(?![\p{L}\d])/u.test(after) &&
    /\p{Lu}$/u.test(before)
  )
    return INITIALISM_BEFORE.test(before) &&
      INITIALISM_NEXT.test(after) &&
      !ONE_NAME.test(`${before.slice(-6)}/${after.slice(0, 6)}`)
      ? ','
      : ''
  // `Mr./Ms. Lee`
  if (/\p{L}\.$/u.test(before) && /^\p{L}/u.test(after)) return ','
  if (!/[\p{L}\d)"']$/u.test(before) || !/^[\p{L}\d("']/u.test(after)) return undefined
  return betweenWords(before, after)
}

function betweenWords(before: string, after: string): string {
  const [left = ''] = LAST_RUN.exec(before) ?? []
  const [right = ''] = NEXT_RUN.exec(after) ?? []
  const last = /\p{L}{2,30}(?:[-']\p{L}{1,30}){0,3}$/u.exec(left)?.[0] ?? ''
  const next = /^\p{L}{2,30}/u.exec(right)?.[0] ?? ''
  const rest = after.slice(right.length)
  if (last === '' || next === '' || isPath(left, right, before, rest)) return 'slash'
  const isList = left.includes('/') || right.includes('/')
  const start = before.slice(0, before.length - left.length)
  if (areAlternatives(last.toLowerCase().replace(/^.*-/, ''), next.toLowerCase())) {
    const areBoth =
      isList ||
      OF_BOTH.test(start) ||
      (right === next && isNounNext(rest) && !CLAUSE_GOES_ON.test(rest) && !ANSWER.test(last.toLowerCase()))
    return areBoth ? ',' : 'or'
  }
  const isOne =
    !isList &&
    !PAIR.test(`${last}/${next}`) &&
    last === last.toLowerCase() &&
    next === next.toLowerCase() &&
    !(AGENT.test(last) && AGENT.test(next)) &&
    (MORE_OF.test(start) ||
      ((ANY_OF.test(start) || NONE_OF.test(start) || SAID_OF_IT.test(start)) && CLAUSE_GOES_ON.test(rest)))
  return isOne ? 'or' : ','
}
