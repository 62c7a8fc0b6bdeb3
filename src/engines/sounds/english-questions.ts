import type { Segment } from '../../core/utterance.ts'

const QUESTION_MARKS = new Set([...'?？؟'])
const QUESTION_WORDS = new Set('what who whose whom where when why how which'.split(' '))
const LEAD_INS = new Set('and but or so well then'.split(' '))

/** Whether an English utterance ends with a question mark. */
export const isQuestion = (segments: readonly Segment[]): boolean =>
  marksAtEnd(segments).some((mark) => QUESTION_MARKS.has(mark))

/** Whether the pitch rises at the end: in a question that expects yes or no. A question for a word falls. */
export const isRisingQuestion = (segments: readonly Segment[]): boolean =>
  isQuestion(segments) && !asksForWord(segments)

/** The punctuation after the last word. */
export function marksAtEnd(segments: readonly Segment[]): readonly string[] {
  const lastWord = segments.findLastIndex(({ kind }) => kind === 'word')
  return segments.slice(lastWord + 1).flatMap((segment) => (segment.kind === 'punctuation' ? segment.mark : []))
}

function asksForWord(segments: readonly Segment[]): boolean {
  const words = segments.flatMap((segment) => (segment.kind === 'word' ? segment.spoken.toLowerCase() : []))
  return QUESTION_WORDS.has(words.find((word) => !LEAD_INS.has(word)) ?? '')
}
