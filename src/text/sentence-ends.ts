import type { Language } from '../core/language.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'
import { plainText } from './markup.ts'
import { mayAbbreviate } from './segment/abbreviated-stops.ts'
import { endAtSpace, FACTORIAL, isSentenceEnd, MAX_SENTENCE_LENGTH, splitSentences } from './segment/sentences.ts'

// For texts that are still being written, all of it counted in UTF-16 units. Whether a sentence ends at a place is asked of
// the splitter that plans speech, with no more of the text than lies near the place: so the answer is the same in
// however many pieces the text comes, and takes as long however much there is.

const MARKS = '.?!。！？｡।॥؟۔'
const CLOSERS = `'"’”»)\\]」』`
/** Marks that may end a sentence, what closes after them, and the space that shows that no more comes. */
const MAY_END = new RegExp(`[${MARKS}][${MARKS}${CLOSERS}]*(?:\\r\\n|\\s)?|\\r\\n|[\\n\\r\\u2029]`, 'g')
const ENDS_IN_MARK = new RegExp(`[${MARKS}]['"’”»)\\]」』]{0,3}\\s*$`)

/** After the mark come quotation marks, brackets, emoji and citations. */
const ENDS_IN_SENTENCE_MARK = new RegExp(`[${MARKS}…‼⁇⁈⁉．](?:\\[\\^?\\d[\\d ,–-]*\\]|[^\\p{L}\\p{N}])*$`, 'u')

/** What decides whether a sentence ends at a place lies no farther before it. */
const REACH = 100
/** With its space and a digit: `= 1`. */
const MAX_OPERATOR_LENGTH = 3
/** The first word after a place, as far as it is needed: its first character where that is lower case or a digit. */
const NEXT_WORD = /^[^\p{L}\p{M}\p{N}]{0,20}(?:[\p{Ll}\p{N}]|[\p{L}\p{M}\p{N}'’]{1,40}[^\p{L}\p{M}\p{N}'’])/u
const MAX_NEXT_WORD_LENGTH = 62
const ENDS_LINE = /[\n\r\u2029]$/

export interface OpenText {
  readonly text: string
  /** Nothing will be added to the text. */
  readonly isWhole: boolean
  /** At its start, in which no sentence ends, as was found before. */
  readonly decidedLength: number
}

export interface FirstSentence {
  /** Where it ends, the space after it included; 0 while that depends on what may follow. */
  readonly end: number
  /** At the start of the text, in which no sentence ends whatever follows; need not be looked at again. */
  readonly decidedLength: number
}

/**
 * The end of the first sentence of a text, the same in however many pieces the text comes. A sentence of more than 4,096
 * UTF-16 units is parted at white space.
 *
 * A full stop after a word ends a sentence as soon as white space follows, before a word in lower case too: unlike the
 * splitter, which sees what follows, it must not wait for it.
 */
export function findFirstSentence({ text, isWhole, decidedLength }: OpenText, language: Language): FirstSentence {
  const view = text.slice(0, MAX_SENTENCE_LENGTH + MAX_NEXT_WORD_LENGTH)
  let decided = decidedLength
  // Of empty lines before the first word the last one is enough.
  MAY_END.lastIndex = Math.max(decided, view.search(/\S|$/) - 1)
  for (let match = MAY_END.exec(view); match !== null; match = MAY_END.exec(view)) {
    const end = match.index + match[0].length
    if (end > MAX_SENTENCE_LENGTH) break
    const verdict = verdictAt(view, end, isWhole, language)
    if (verdict === 'ends') return { end, decidedLength: 0 }
    if (verdict === 'open') return { end: 0, decidedLength: decided }
    decided = end
  }
  if (text.length > MAX_SENTENCE_LENGTH)
    return { end: endAtSpace(text.slice(0, MAX_SENTENCE_LENGTH)), decidedLength: 0 }
  return { end: isWhole ? text.length : 0, decidedLength: decided }
}

type Verdict = 'ends' | 'goes on' | 'open'

// A name, a number, a word that likes to open a sentence, one in lower case.
const NAME = 'Zzz '
const openerOf = (language: Language): string => {
  const [word = 'the'] = LANGUAGE_MODULES[language].sentences.openers
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} `
}
const NUMBER = '5 '
const LOWER_CASE = 'zzz '

function verdictAt(text: string, end: number, isWhole: boolean, language: Language): Verdict {
  if (end === text.length && (isWhole || !/\s$/.test(text))) return isWhole ? 'ends' : 'open'
  // Without a space after it the mark is inside of an address, a number or the like.
  if ('.?!'.includes(text.charAt(end - 1))) return 'goes on'
  const before = text.slice(Math.max(0, end - REACH), end)
  const breaksBefore = (following: string) => isSentenceEnd(before, following, language)
  const rest = text.slice(end, end + MAX_NEXT_WORD_LENGTH)
  const next = NEXT_WORD.exec(rest)?.[0]
  if (FACTORIAL.test(before)) {
    if (rest.length < MAX_OPERATOR_LENGTH && !isWhole) return 'open'
    return breaksBefore(rest) ? 'ends' : 'goes on'
  }
  // At the end of a line the next word decides alone.
  if (next !== undefined && ENDS_LINE.test(before)) return breaksBefore(next) ? 'ends' : 'goes on'
  if (breaksBefore(NAME) && breaksBefore(NUMBER) && (isPlainStop(before, language) || breaksBefore(LOWER_CASE))) {
    return 'ends'
  }
  if (!breaksBefore(openerOf(language)) && !breaksBefore(NUMBER) && !breaksBefore(LOWER_CASE)) return 'goes on'
  if (next === undefined && !isWhole && rest.length < MAX_NEXT_WORD_LENGTH) return 'open'
  return breaksBefore(next ?? rest) ? 'ends' : 'goes on'
}

const FULL_STOP = /(?:^|[^.])\.\s+$/
const LAST_WORD = /([\p{L}\p{M}]{1,20})\.\s+$/u
const LAST_NUMBER = /\p{N}\.\s+$/u
/** `Ludwig XIV. starb` */
const LAST_ROMAN = /(?:^|[^\p{L}])[IVX]{1,6}\.\s+$/u

/** Whether a text ends in a full stop, not an ellipsis, that what follows in lower case would not belong to. */
function isPlainStop(text: string, language: Language): boolean {
  if (!FULL_STOP.test(text)) return false
  const { hasDottedOrdinals } = LANGUAGE_MODULES[language].sentences
  if (LAST_NUMBER.test(text)) return !hasDottedOrdinals
  if (hasDottedOrdinals && LAST_ROMAN.test(text)) return false
  return !mayAbbreviate(LAST_WORD.exec(text)?.[1]?.toLowerCase() ?? '')
}

/** Whether a text could end as it stands: it closes with a mark that ends a sentence, and not with a title, say. */
export function mayEnd(text: string, language: Language): boolean {
  if (!ENDS_IN_MARK.test(text)) return false
  return isSentenceEnd(`${text.trimEnd()} `.slice(-REACH), openerOf(language), language)
}

/** Whether the last sentence of a plain text has its mark. */
export const endsInSentenceMark = (text: string): boolean => ENDS_IN_SENTENCE_MARK.test(text.trimEnd().slice(-REACH))

const MAX_TOKEN_LENGTH = 60
const LAST_TOKEN = /(?<!\S)\S{1,60}(\s{0,2})$/
/** A number, an amount or a path of which more may come; punctuation by itself, which may belong to one. */
const OPEN_NUMBER = /(?:\p{N}[.,:’'-]?|[\p{Sc}@#/\\_])$|^\p{P}+$/u
/** An address, a time, a file name: ended only by what none of them ends in. */
const OPEN_ADDRESS =
  /^[\p{P}\p{S}]{0,5}(?:https?|www)\b|(?:^|[\p{L}\p{N}])[.@/:_][\p{L}\p{N}]\S{0,60}(?<![,;!?]['"’”»)\]]{0,3})$/iu
/** What is said before an address and hardly ever before another word, and a word. */
const BEGINS_ADDRESS =
  /(?<!\p{L})(?:visit|via|go to|website|site|domain|url|e-?mail|visite[rz]?|besuchen?)\s{1,3}\S{1,60}$/iu

/**
 * Where the tokens at the end of a text begin that the next character may change the reading of: a number, an
 * abbreviation and the number after it, an address; the text's length where there is none. A plain word counts as whole.
 */
export function startOfOpenTokens(text: string, language: Language): number {
  let start = text.length
  for (let i = 0; i < MAX_OPEN_TOKENS; i++) {
    const [last = '', space = ''] = LAST_TOKEN.exec(text.slice(Math.max(0, start - MAX_TOKEN_LENGTH - 3), start)) ?? []
    if (last === '') return start
    if (!isOpenToken(last.trimEnd(), space, text.slice(0, start), language)) return start
    start -= last.length
  }
  return start
}

/** An abbreviation before a number, an initial before another. */
const MAX_OPEN_TOKENS = 4

function isOpenToken(token: string, space: string, text: string, language: Language): boolean {
  if (space === '' && (OPEN_NUMBER.test(token) || OPEN_ADDRESS.test(token))) return true
  if (!token.endsWith('.')) return false
  const before = `${text.slice(-REACH).trimEnd()} `
  if (!isSentenceEnd(before, NAME, language) || !isSentenceEnd(before, NUMBER, language)) return true
  return space === '' && (BEGINS_ADDRESS.test(text.slice(-REACH)) || mayAbbreviate(token.slice(0, -1).toLowerCase()))
}

/** Where the sentences of a whole text end, in order; looks at the text once. */
export function* endsOfSentences(text: string, language: Language): Generator<number, undefined> {
  const plain = plainText(text)
  for (const { end } of splitSentences(plain.text, language)) yield plain.sourceEnd(end)
}

/** Where the last sentence ends that begins and ends within `most`; where the first one does, if that is longer. */
export function endOfSentencesWithin(max: number, text: string, language: Language): number {
  if (text.length <= max) return text.length
  let end = 0
  for (const sentence of splitSentences(text, language)) {
    if (end > 0 && sentence.end > max) break
    end = sentence.end
  }
  return end
}
