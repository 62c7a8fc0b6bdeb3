import type { Language } from '../core/language.ts'
import { splitSentences } from './segment/sentences.ts'

// Most of it for texts that are still being written. All of these count UTF-16 units, and ask the splitter that plans speech.

const TERMINATORS = '.?!。！？｡।॥؟۔'
const MAY_END = new RegExp(`[${TERMINATORS}\\n\\r\\u2029]`)
const ENDS = new RegExp(`[${TERMINATORS}]['"’”»)\\]」』]{0,3}\\s*$`)
/** The splitter ends sentences of this length itself. */
const LONGEST_SENTENCE = 4096
/** A name, a number: what abbreviations wait for. A line that ends without a mark may go on in lower case besides. */
const CONTINUATIONS = ['Zzz ', '5 ']
const CONTINUATIONS_OF_LINE = [...CONTINUATIONS, 'zzz ']

/** What decides whether a sentence ends at a place lies no farther from it, before and after. */
const REACH = 100
/** Most sentences are shorter: no more than this is looked at where it is enough. */
const USUAL = 600

/** Where the first sentence of a text ends that is whole; 0 for an empty text. */
export function endOfSentence(text: string, language: Language): number {
  if (text.length > USUAL) {
    const end = firstEnd(text.slice(0, USUAL), language)
    if (end < USUAL - REACH) return end
  }
  return firstEnd(text, language)
}

const firstEnd = (text: string, language: Language): number => splitSentences(text, language).next().value?.end ?? 0

/** Where the sentences of a whole text end, in order; looks at the text once. */
export function* endsOfSentences(text: string, language: Language): Generator<number, undefined> {
  for (const { end } of splitSentences(text, language)) yield end
}

/** What was found of the beginning of a text need not be looked for again when more has come. */
export const decidedLength = (text: string): number => Math.max(0, text.length - REACH)

/**
 * Where the first sentence of a text ends that may go on, whatever follows; 0 while that does not show. `2.` may become
 * 2.5 and `Dr. ` waits for a name, but `Hello. ` is complete. No end is looked for in the first `decided`.
 */
export function endOfCompleteSentence(text: string, language: Language, decided = 0): number {
  if (text.length > LONGEST_SENTENCE) return endOfSentence(text, language)
  const from = decided <= REACH ? 0 : text.indexOf(' ', decided - REACH) + 1
  const recent = text.slice(from)
  if (!MAY_END.test(recent)) return 0
  for (let end = endOfSentence(recent, language); ; ) {
    if (from + end > decided) return isDecided(recent, end, language) ? from + end : 0
    const next = endOfSentence(recent.slice(end), language)
    if (next === 0) return 0
    end += next
  }
}

const isDecided = (text: string, end: number, language: Language): boolean =>
  (end < text.length && FIRST_WORD_IS_COMPLETE.test(text.slice(end, end + LONGEST_WORD))) ||
  endsWhateverFollows(text.slice(0, end), language)

const LONGEST_WORD = 60
const FIRST_WORD_IS_COMPLETE = /^[^\p{L}\p{M}\p{N}]{0,20}[\p{L}\p{M}\p{N}'’]{1,40}[^\p{L}\p{M}\p{N}'’]/u

function endsWhateverFollows(sentence: string, language: Language): boolean {
  const continuations = ENDS.test(sentence) ? CONTINUATIONS : CONTINUATIONS_OF_LINE
  return continuations.every((words) => endOfSentence(sentence + words, language) === sentence.length)
}

/** Whether a text could end as it stands: it closes with a mark that ends a sentence, and not with an abbreviation. */
export const seemsComplete = (text: string, language: Language): boolean =>
  ENDS.test(text) && endOfSentence(`${text.trimEnd()} ${CONTINUATIONS[0]}`, language) === text.trimEnd().length + 1

/** Where the last sentence ends that begins and ends within `most`; where the first one does, if that is longer. */
export function endOfSentencesWithin(most: number, text: string, language: Language): number {
  if (text.length <= most) return text.length
  let end = 0
  for (const sentence of splitSentences(text, language)) {
    if (end > 0 && sentence.end > most) break
    end = sentence.end
  }
  return end
}
