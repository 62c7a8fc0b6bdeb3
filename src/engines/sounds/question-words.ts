import type { SpokenLanguage } from '../../core/language.ts'
import type { Segment } from '../../core/utterance.ts'
import { type QuestionWords, questionWordsOf } from '../../languages/question-words.ts'

/** Words of the last alternative at most: after more, `or` is rather within a part of the question. */
const MAX_ALTERNATIVE_LENGTH = 6

/** Whether a question falls in pitch: one that asks for a word or offers alternatives; one that asks for yes or no rises. */
export function questionFalls(segments: readonly Segment[], language: SpokenLanguage): boolean {
  const known = questionWordsOf(language)
  return known !== undefined && (asksForWord(segments, known) || alternativeAt(segments, language) !== undefined)
}

/** The segment before the last alternative of a question: `or` in `tea or coffee`. Undefined if it offers none. */
export function alternativeAt(segments: readonly Segment[], language: SpokenLanguage): number | undefined {
  const known = questionWordsOf(language)
  const words = segments.flatMap((segment, at) =>
    segment.kind === 'word' ? [{ at, spoken: plain(segment.spoken) }] : [],
  )
  const or = words.findLastIndex(({ spoken }) => known?.or.has(spoken) === true)
  const next = words[or + 1]
  const isAlternative =
    or > 0 &&
    next !== undefined &&
    words.length - or - 1 <= MAX_ALTERNATIVE_LENGTH &&
    known?.vague.has(next.spoken) !== true
  return isAlternative ? words[or]?.at : undefined
}

const plain = (word: string): string => word.toLowerCase().replaceAll('’', "'")

function asksForWord(segments: readonly Segment[], known: QuestionWords): boolean {
  const spoken = segments.flatMap((segment) => (segment.kind === 'word' ? plain(segment.spoken) : []))
  const from = spoken.findIndex((word) => !known.leadIns.has(word))
  const searched = spoken.slice(Math.max(from, 0), Math.max(from, 0) + known.within)
  return !known.yesOrNo.has(searched[0] ?? '') && searched.some((word) => known.words.has(word))
}
