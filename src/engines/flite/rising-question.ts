import type { Segment, Utterance } from '../../core/utterance.ts'
import { questionFalls } from '../sounds/question-words.ts'

const QUESTION_MARKS = new Set([...'?？؟'])

/** Whether an English utterance ends with a question mark. */
const isQuestion = (segments: readonly Segment[]): boolean =>
  marksAtEnd(segments).some((mark) => QUESTION_MARKS.has(mark))

/** Whether the pitch rises at the end: in a question that expects yes or no. A question for a word falls. */
export const isRisingQuestion = (utterance: Utterance): boolean =>
  isQuestion(utterance.segments) && !questionFalls({ ...utterance, language: 'eng' })

/** The punctuation after the last word. */
function marksAtEnd(segments: readonly Segment[]): readonly string[] {
  const lastWord = segments.findLastIndex(({ kind }) => kind === 'word')
  return segments.slice(lastWord + 1).flatMap((segment) => (segment.kind === 'punctuation' ? segment.mark : []))
}
