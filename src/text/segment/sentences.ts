import type { Language } from '../../core/language.ts'
import type { TextSpan } from '../../core/utterance.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import { isAbbreviation } from './abbreviated-stops.ts'

/** Making one takes longer than splitting a sentence. */
const segmenters = new Map<Language, Intl.Segmenter>()

function segmenterOf(language: Language): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known !== undefined) return known
  const segmenter = new Intl.Segmenter(LANGUAGE_MODULES[language].locale, { granularity: 'sentence' })
  segmenters.set(language, segmenter)
  return segmenter
}

/** The segmenter looks at its whole input for every sentence, so it is shown no more than this many UTF-16 units. */
export const MAX_SENTENCE_LENGTH = 4096

/**
 * The sentences of a text, in order and without a gap, white space included; lazily, so that the first is known
 * before the last is read. Follows UAX 29 and joins what a full stop of an abbreviation or an initial parted.
 * Sentences are at most 4,096 UTF-16 units long; a longer one is parted at white space.
 */
export function* splitSentences(text: string, language: Language): Generator<TextSpan> {
  const segmenter = segmenterOf(language)
  for (let start = 0; start < text.length; ) {
    const window = text.slice(start, start + MAX_SENTENCE_LENGTH)
    const isWholeRest = start + window.length === text.length
    let last: TextSpan | undefined
    for (const span of sentencesOf(window, segmenter, language)) {
      if (last !== undefined) yield { start: start + last.start, end: start + last.end }
      last = span
    }
    if (last === undefined) return
    // The window may have cut the last sentence: it opens the next window, unless it fills this one.
    if (!isWholeRest && last.start === 0) last = { start: 0, end: endAtSpace(window) }
    const isCut = !isWholeRest && last.start > 0
    if (!isCut) yield { start: start + last.start, end: start + last.end }
    start += isCut ? last.start : last.end
  }
}

/** After the last white space of a text; at its end where there is none. */
export const endAtSpace = (window: string): number => {
  const space = window.search(/\s\S*$/)
  return space > 0 ? space + 1 : window.length - (/[\uD800-\uDBFF]$/.test(window) ? 1 : 0)
}

function* sentencesOf(window: string, segmenter: Intl.Segmenter, language: Language): Generator<TextSpan> {
  let start = 0
  let end = 0
  for (const { segment, index } of segmenter.segment(window)) {
    if (end > start && !isJoined(window.slice(Math.max(start, end - MAX_TAIL_LENGTH), end), segment, language)) {
      yield { start, end }
      start = index
    }
    end = index + segment.length
  }
  if (end > start) yield { start, end }
}

/** Whether a sentence that begins with `before` and goes on with `following` ends between them; neither is empty. */
export function isSentenceEnd(before: string, following: string, language: Language): boolean {
  const next = segmenterOf(language)
    .segment(before + following)
    .containing(before.length)
  return next?.index === before.length && !isJoined(before.slice(-MAX_TAIL_LENGTH), next.segment, language)
}

/** No pattern below looks farther back, in UTF-16 units. */
const MAX_TAIL_LENGTH = 60
const LAST_WORD = /([\p{L}\p{M}\p{N}.]{1,40})\.['"’”)\]]{0,3}\s{0,20}$/u
/** With its first figure, if it is a code. */
const NEXT_WORD = /^(?:[&§] )?[\p{P}\p{S}]{0,5}([\p{L}\p{M}']{1,40}(?:-?\p{N})?|\p{N}|\p{Sc})/u
const LIST_MARKER = /^\s{0,20}(?:\p{N}{1,3}|\p{L})[.)]\s{0,20}$/u
/** The number of an item after `:`, `;`, `,`, "and" or "or". */
const LISTED = /([:;,]|[\p{L}\p{N}] (?:and|or)|[:;,] (?:and|or))\s\(?(\d{1,2})\.\s{0,20}$/u
/** `S. I. M.`: the letter that could open a sentence is one of several. */
const INITIAL = /(?:^|\s)\p{Lu}\.\s{1,3}$/u
/** `J.R. & A. Miller` */
const DOTTED_INITIAL = /(?:^|[\s.])\p{Lu}\.\s{1,3}$/u
const AND_NAME = /^& \p{Lu}/u
const NEXT_INITIAL = /^[AI]\.(?:\s|$)/
const ELLIPSIS = /(?:^|[^\p{L}\p{M}'’])([\p{L}\p{M}'’]{1,20})[)"”]?\.{2,6}\s{0,20}$/u
/** No space after the mark: in an address, say, or `0.(3)`. Scripts that need no space have marks of their own. */
const IS_INSIDE = /[.?!](?:[([{]|\[\]\()?$/
const ENDS_QUOTE = /[?!]['"’”»)\]]{1,3}\s{0,20}$/
/** `5! = 120`: the end of a sentence unless `FORMULA_GOES_ON`. */
export const FACTORIAL = /(?:[\d)]|(?:^|\P{L})\p{L})! $/u
const FORMULA_GOES_ON = /^[=≤≥≠×÷·*+−] ?[\d(\p{L}]/u
/** `6!/4! is 30` */
const QUOTIENT = /!\/\(?[\d\p{L}!]{1,12}\)?! $/u
const ENDS_LINE = /[\n\r\u2029]\s{0,20}$/
const ENDS_PARAGRAPH = /\n[^\S\n]{0,20}\n\s{0,20}$|\u2029\s{0,20}$/
const ENDS_IN_PUNCTUATION = /[\p{Po}:;—–-]['"’”)\]]{0,3}\s{0,20}$/u

const ENDS_IN_QUOTE = /[.?!…]['"’”»)\]]{1,3}\s{0,20}$/
/** `*"Who am I?"*`: closes what was set apart. */
const CLOSES_EMPHASIS = /^[*_~]{1,3}['"’”)\]]{0,3}\s{0,20}$/u

/** `。`, `！`, `？` and `।` end a sentence whatever follows. */
const IDEOGRAPHIC_STOPS: ReadonlySet<number> = new Set([...'。！？।'].map((stop) => stop.charCodeAt(0)))

/** Whether what follows `tail` (the end of a sentence by UAX 29) still belongs to it. */
function isJoined(tail: string, next: string, language: Language): boolean {
  if (IDEOGRAPHIC_STOPS.has(tail.charCodeAt(tail.length - 1))) return false
  if (LIST_MARKER.test(tail)) return true
  if (ENDS_IN_QUOTE.test(tail) && CLOSES_EMPHASIS.test(next)) return true
  const following = NEXT_WORD.exec(next)?.[1] ?? ''
  const goesOnInLowerCase = /^\p{Ll}/u.test(following)
  // A line that was broken where it was full goes on in the next one.
  if (ENDS_LINE.test(tail)) return goesOnInLowerCase && !ENDS_PARAGRAPH.test(tail) && !ENDS_IN_PUNCTUATION.test(tail)
  if (FACTORIAL.test(tail) && (FORMULA_GOES_ON.test(next) || (goesOnInLowerCase && QUOTIENT.test(tail)))) return true
  if (IS_INSIDE.test(tail) || (goesOnInLowerCase && ENDS_QUOTE.test(tail))) return true
  if (isInList(tail) || (INITIAL.test(tail) && NEXT_INITIAL.test(next))) return true
  if (DOTTED_INITIAL.test(tail) && AND_NAME.test(next)) return true
  const { unfinished, openers } = LANGUAGE_MODULES[language].sentences
  const unfinishedWord = unfinished === undefined ? undefined : ELLIPSIS.exec(tail)?.[1]?.toLowerCase()
  if (unfinishedWord !== undefined && following !== '')
    return goesOnInLowerCase || unfinished?.has(unfinishedWord) === true || !openers.has(following.toLowerCase())
  const last = LAST_WORD.exec(tail)
  if (last === null) return false
  const [, word = ''] = last
  return goesOnInLowerCase || isAbbreviation(word.toLowerCase(), tail.slice(0, last.index), following, language)
}

/** Whether a text ends with the number of an item within its sentence: `: 1. `, `; and 2. `, `1. one, 2. ` */
function isInList(tail: string): boolean {
  const [, mark = '', number] = LISTED.exec(tail) ?? []
  if (number === undefined) return false
  if (mark.startsWith(';') || (mark === ':' && number === '1')) return true
  return new RegExp(`(?:^|[^\\d])${Number(number) - 1}\\. `).test(tail)
}
