import type { Context } from '../../reading/expansion.ts'
import { CHAT_SIGNS, CHAT_WORDS, DOUBTFUL, NEED_CHAT, SHORTENED, SMALL } from './chat-words.ts'

const WORDS =
  /(?<![\p{L}\p{M}\d'@#/\\_.-])(?!da \p{Lu})(?:[A-Za-z][a-z]{0,9}(?:\d[a-z]{0,4})?|[24][a-z]{2,9})(?![\p{L}\p{M}\d@/\\_-])/gu
/** Spellings of which one alone may be an initialism or a name in a program. */
const isDoubtful = (word: string): boolean => DOUBTFUL.has(word) && !NEED_CHAT.has(word)
/** The end of a sentence, beyond which another may be nothing of the kind */
const SENTENCE_ENDS = /[.!?]["')]{0,2}\s{1,3}(?=["'(]?\p{Lu})/u
const sentenceBefore = (before: string): string => before.split(SENTENCE_ENDS).at(-1) ?? ''
const sentenceAfter = (after: string): string => after.split(SENTENCE_ENDS, 1)[0] ?? ''

/** Whether the sentence around is written as in chat: `thx 4 ur help`. */
export const isChat = ({ before, after }: Context): boolean =>
  hasSign(sentenceBefore(before)) || hasSign(sentenceAfter(after))
/** What people write to programs, too, without haste: `returns a str pls`. */
const COMMON_SIGNS: ReadonlySet<string> = new Set(
  'pls plz thx thnx tnx ppl idk tbh dont doesnt didnt cant isnt ive thats whats wasnt hasnt couldnt wouldnt shouldnt arent kno hows'.split(
    ' ',
  ),
)
/** Whether another sign than those shows it, or one of those and a word that chat alone has. */
export const isSurelyChat = (context: Context): boolean => {
  const before = sentenceBefore(context.before)
  const after = sentenceAfter(context.after)
  return (
    hasSign(before, COMMON_SIGNS) ||
    hasSign(after, COMMON_SIGNS) ||
    (isChat(context) && (`${before} ${after}`.match(WORDS) ?? []).some(isDoubtful)) ||
    hasFace(`${before} ${after}`)
  )
}

/** A face right after a word, in a sentence with a short spelling: `btw my name is sunny nt sunni:-D` */
const FACE = /\p{Ll}[:;=]['’]?-?[)(DPp](?![\p{L}\d)])/u
const isShort = (word: string): boolean => {
  const small = word.toLowerCase()
  return CHAT_WORDS.has(small) && !DOUBTFUL.has(small) && !COMMON_SIGNS.has(small)
}

const hasFace = (around: string): boolean => FACE.test(around) && (around.match(WORDS) ?? []).some(isShort)

/** Whether a sentence goes on with another spelling of the kind, which one alone that opens it does not show: `Yest slept ard 6` */
export const goesOnShort = ({ after }: Context): boolean =>
  (sentenceAfter(after).match(WORDS) ?? []).some(
    (word) => SHORTENED.has(word) || (isDoubtful(word) && word.length > 2) || word === 'hv',
  )

const NONE: ReadonlySet<string> = new Set()

const isSign = (word: string): boolean => {
  const small = word.toLowerCase()
  return CHAT_SIGNS.has(small) && (word === small || !(SMALL.has(small) || word.length < 2 || /^.\d$/.test(word)))
}

const hasSign = (text: string, but = NONE): boolean =>
  (text.match(WORDS) ?? []).some((word) => isSign(word) && !but.has(word.toLowerCase()))

/** `i wonder`, but neither `for i in rows` nor `where i is the index` */
const SMALL_PRONOUN =
  /(?:^|[.!?,;:] {0,2}|(?<!(?:each|element|every|for|if|index|integer|item|let|row|section|when|where|while|[=+*]|\d)) )i (?!(?:and|in|is|or|ranges?|runs|starts|th|to)(?!\p{L}))\p{Ll}{2}/u

/** How much of what follows rules see: a text that is as long may go on. */
const MAX_SEEN = 48
const KISSES = /\p{Ll}[.!]? x{2,5}[.! ]{0,3}$/u
const PROGRAM = /[=(){};_<>\\]/

/** Whether the writer is at least in a hurry: for spellings that are nothing else in a sentence, only initialisms of letters. */
export function isHasty(context: Context): boolean {
  const { before, after } = context
  if (isChat(context) || (after.length < MAX_SEEN && KISSES.test(after))) return true
  const around = `${sentenceBefore(before)} ${sentenceAfter(after)}`
  if (hasFace(around)) return true
  if (PROGRAM.test(around)) return false
  const opening = /^\s*(?<word>[A-Z][a-z]{2,9}) /.exec(around)?.groups?.word?.toLowerCase() ?? ''
  const doubtful = (around.match(WORDS) ?? []).filter(isDoubtful).length + (isDoubtful(opening) ? 1 : 0)
  return doubtful > 1 || (doubtful === 1 && SMALL_PRONOUN.test(around))
}
