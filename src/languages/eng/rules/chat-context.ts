import type { Context } from '../../reading/expansion.ts'
import { CHAT_SIGNS, DOUBTFUL, NEED_CHAT, SMALL } from './chat-words.ts'

const WORDS =
  /(?<![\p{L}\p{M}\d'@#/\\_.-])(?!da \p{Lu})(?:[A-Za-z][a-z]{0,9}(?:\d[a-z]{0,4})?|[24][a-z]{2,9})(?![\p{L}\p{M}\d@/\\_-])/gu
/** Whether the sentence around is written as in chat: `thx 4 ur help`. */
export const isChat = ({ before, after }: Context): boolean => hasSign(before) || hasSign(after)

const isSign = (word: string): boolean => {
  const small = word.toLowerCase()
  return CHAT_SIGNS.has(small) && (word === small || !(SMALL.has(small) || word.length < 2))
}

const hasSign = (text: string): boolean => (text.match(WORDS) ?? []).some(isSign)

/** `i wonder`, but neither `for i in rows` nor `where i is the index` */
const SMALL_PRONOUN =
  /(?:^|[.!?,;:] {0,2}|(?<!(?:each|element|every|for|if|index|integer|item|let|row|section|when|where|while|[=+*]|\d)) )i (?!(?:and|in|is|or|ranges?|runs|starts|th|to)(?!\p{L}))\p{Ll}{2}/u

const KISSES = /\p{Ll}[.!]? x{2,5}[.! ]{0,3}$/u
/** Spellings of which one alone may be an initialism or a name in a program. */
const isDoubtful = (word: string): boolean => DOUBTFUL.has(word) && !NEED_CHAT.has(word)
const PROGRAM = /[=(){};_<>\\]/

/** Whether the writer is at least in a hurry: for spellings that are nothing else in a sentence, only initialisms of letters. */
export function isHasty(context: Context): boolean {
  const { before, after } = context
  if (
    isChat(context) ||
    KISSES.test(after) ||
    SMALL_PRONOUN.test(before) ||
    SMALL_PRONOUN.test(` ${after.trimStart()}`)
  )
    return true
  const around = `${before} ${after}`
  return !PROGRAM.test(around) && (around.match(WORDS) ?? []).filter(isDoubtful).length > 1
}
