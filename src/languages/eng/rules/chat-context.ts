import type { Context } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'

/** Words that only hurried messages spell so. */
const SPELLINGS = englishWords.list('chat-signs')
const WORDS = /(?<![\p{L}\p{M}\d'@#/\\_.-])(?:[a-z]|[A-Za-z][a-z]{1,9})(?![\p{L}\p{M}\d@/\\_-])/gu
const SIGNS =
  /(?<![\p{L}\d])(?:2(?:day|mor?row?|moro|mrw|nite?|night)|4(?:ever|eva|get|got)|b4|[a-z]{1,4}8[a-z]{0,4})(?![\p{L}\d])|[:;]-?[)(DPp](?![\p{L}\d])|<3|(?<=\s)[xX]{2,5}(?=\s|$)/iu

/** Whether the sentence around is written as in chat: `thx 4 ur help`. */
export const isChat = ({ before, after }: Context): boolean => hasSign(before) || hasSign(after)

const hasSign = (text: string): boolean =>
  SIGNS.test(text) || (text.match(WORDS) ?? []).some((word) => SPELLINGS.has(word.toLowerCase()))
