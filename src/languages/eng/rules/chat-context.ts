import type { Context } from '../../reading/expansion.ts'
import { CHAT_SIGNS, SMALL } from './chat-words.ts'

const WORDS =
  /(?<![\p{L}\p{M}\d'@#/\\_.-])(?!da \p{Lu})(?:[A-Za-z][a-z]{0,9}(?:\d[a-z]{0,4})?|[24][a-z]{2,9})(?![\p{L}\p{M}\d@/\\_-])/gu
/** Whether the sentence around is written as in chat: `thx 4 ur help`. */
export const isChat = ({ before, after }: Context): boolean => hasSign(before) || hasSign(after)

const isSign = (word: string): boolean => {
  const small = word.toLowerCase()
  return CHAT_SIGNS.has(small) && (word === small || !(SMALL.has(small) || word.length < 2))
}

const hasSign = (text: string): boolean => (text.match(WORDS) ?? []).some(isSign)
