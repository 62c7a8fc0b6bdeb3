import type { Context } from '../../reading/expansion.ts'
import { CHAT_SIGNS, SMALL } from './chat-words.ts'

const WORDS =
  /(?<![\p{L}\p{M}\d'@#/\\_.-])(?:[A-Za-z][a-z]{0,9}(?:\d[a-z]{0,4})?|[24][a-z]{2,9})(?![\p{L}\p{M}\d@/\\_-])/gu
/** Emoticons, and kisses at the end. */
const SIGNS = /(?<![\p{L}\d])(?:[:;]-?[)(DPp](?![\p{L}\d])|<3)|\p{L}[.,!?]{0,4} [xX]{2,5}[.! ]{0,3}$/u

/** Whether the sentence around is written as in chat: `thx 4 ur help`. */
export const isChat = ({ before, after }: Context): boolean => hasSign(before) || hasSign(after)

const isSign = (word: string): boolean => {
  const small = word.toLowerCase()
  return CHAT_SIGNS.has(small) && (word === small || !(SMALL.has(small) || word.length < 2))
}

const hasSign = (text: string): boolean => SIGNS.test(text) || (text.match(WORDS) ?? []).some(isSign)
