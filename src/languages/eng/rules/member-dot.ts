import type { Context } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { SHORT_WORDS } from './capital-words.ts'
import { isChat, isSurelyChat } from './chat-context.ts'
import { CHAT_SIGNS, CHAT_WORDS } from './chat-words.ts'
import { isCommonWord } from './common-words.ts'
import { startsWithOpener } from './sentence-context.ts'
import { isSentenceWord } from './sentence-words.ts'

const BASE_VERBS = englishWords.list('base-verbs')
const CODE_OBJECTS = englishWords.list('code-objects')

/** `zipEntry.toString`, `JSON.parse`, `isCore.Module`, `client.Gauge(`: of an object, and no sentence whose space is missing */
const isMember = (before: string, after: string, next: string): boolean =>
  /[\p{L}\d_)\]}]$/u.test(before) &&
  (/\}$/.test(before) ||
    (/(?:_\w{1,30}|[a-z][A-Z]\w{1,30})$/.test(before) && /^[A-Zch](?![\p{L}\d_])/u.test(after)) ||
    /^[a-z_]{1,20}[A-Z][a-z]|^[a-z][A-Za-z]{0,20}\(/.test(after) ||
    (/(?:^|[^\p{L}])new \w{1,20}$/u.test(before) && /^[A-Z]\w{0,30}[(<;]/.test(after)) ||
    (/(?:^|[^\p{L}])[a-z]{2,20}[A-Z][a-z]{1,20}$/u.test(before) &&
      /^[A-Z][a-z]\w{0,30}(?!\w| \p{Ll})/u.test(after) &&
      !isSentenceWord(/^\w{1,30}/.exec(after)?.[0].toLowerCase() ?? '')) ||
    (/(?:^|[^\p{L}])[A-Z]{3,6}$/u.test(before) &&
      next.length > 3 &&
      (/JSON$/.test(before) || /^(?:[([=]|\.\p{L}| = )/u.test(after.slice(next.length))) &&
      !isSentenceWord(next) &&
      !isCommonWord(next)))

/** `np.array`, `System.Collections.Generic`: with what is called of it so far */
const OBJECT_BEFORE = /(?:^|[^\p{L}\d_.$@/#-])(?<object>[A-Za-z][A-Za-z\d]{1,15})(?:\.[A-Za-z]\w{0,20}){0,2}$/u
/** `Vector3`, `cv2`: a figure at the end of a name, but no `B12`, `COVID19` */
const NUMBERED_BEFORE = /(?:^|[^\p{L}\d_.@/#-])(?<name>[A-Z]?[a-z]{2,15}\d{1,2}|[a-z]\d)$/u
/** Names of parts that no sentence opens with: `b64encode`, `DataFrame`, `CAP_PROP_FPS` */
const CODE_NEXT =
  /^(?:[a-z]{1,20}\d|[A-Z][a-z]{1,20}(?:[A-Z][a-z]{1,20}){1,4}(?!\w)|[A-Za-z]{1,20}_\w|[A-Za-z]\w{0,30}(?:\(|\[|\.[a-z_]\w))/

/** Whether a dot stands between an object that is known, or a name with a figure, and what is called of it. */
function isOfObject(before: string, after: string): boolean {
  const [word = ''] = /^[A-Za-z_]\w{0,30}/.exec(after) ?? []
  if (word === '') return false
  const { object = '' } = OBJECT_BEFORE.exec(before)?.groups ?? {}
  const isOpener = startsWithOpener(after) || (/^[A-Z]/.test(word) && isSentenceWord(word.toLowerCase()))
  if (CODE_OBJECTS.has(object)) return !isOpener || /^[([.]/.test(after.slice(word.length))
  const { name = '' } = NUMBERED_BEFORE.exec(before)?.groups ?? {}
  if (name === '' || CHAT_WORDS.has(name.toLowerCase())) return false
  if (CODE_NEXT.test(after)) return true
  const small = word.toLowerCase()
  return /^[A-Z]/.test(word)
    ? !isOpener && !BASE_VERBS.has(small) && /^[A-Z][a-z]+\d{1,2}$/.test(name)
    : !isSentenceWord(small) && !CHAT_WORDS.has(small) && !CHAT_SIGNS.has(small)
}

/** A full stop right before a letter: of a name in a program, or of a sentence whose space is missing. */
export function readDot(_match: RegExpExecArray, context: Context): string | undefined {
  const { before, after } = context
  // `.TONIGHT...` opens a forecast.
  if (/^\p{Lu}{3,20}(?: \p{Lu}{2,12}){0,4}\.{3}/u.test(after)) return ''
  const [next = ''] = /^[\p{Ll}_']{1,20}/u.exec(after) ?? []
  if (/(?:^|[\s"'(])$/.test(before)) {
    const isSentence =
      before === ''
        ? /^(?!Net(?!\p{L}))\p{Lu}\p{Ll}/u.test(after)
        : isSentenceWord(next) && /^ [\p{Ll}i]/u.test(after.slice(next.length))
    return /^[\p{L}_]{2}/u.test(after) && !isSentence ? 'dot' : undefined
  }
  if (NAME_NEXT.test(after)) return undefined
  if (isMember(before, after, next) || isOfObject(before, after)) return 'dot'
  if (next === '' || !/[\p{Ll}_)\]]$/u.test(before)) return undefined
  if (after.charAt(next.length) === '(') return 'dot'
  // `foo.bar.baz`
  if (SHORT_WORDS.has(next))
    return CHAINED_NEXT.test(after) && !isSentenceWord(next) && !isChat(context) ? 'dot' : undefined
  const isSentence =
    isSentenceWord(next) ||
    (CHAT_SIGNS.has(next) && next.length > 1) ||
    ((CHAT_WORDS.has(next) || next.length === 1) && isSurelyChat(context)) ||
    ((BASE_VERBS.has(next) || isCommonWord(next)) && isChat(context))
  const rest = after.slice(next.length)
  // `so tired.lol.havnt eaten`, `movie tmr nt.wan to go?`
  if (
    (CHAT_SIGNS.has(next) && /^\.{1,3}\p{Ll}{2}/u.test(rest)) ||
    (/^[ ,!?]/.test(rest) && CHAT_WORDS.has(LAST_WORD.exec(before)?.[0] ?? '') && isSurelyChat(context))
  )
    return undefined
  return isSentence && /^(?:[ ,!?']|\.(?:\s|$)|$)/.test(rest) ? undefined : 'dot'
}

const CHAINED_NEXT = /^[a-z]{2,3}\.[a-z_]{2,20}(?:[([.]|[A-Z_])/
const LAST_WORD = /(?<![^\s,.!?])[a-z]{2,8}$/

/** Names of things for sale, with which a sentence may begin. */
const NAME_NEXT = /^(?:i(?:Cloud|M|OS|P|Tunes)|e(?:Bay|M))/
