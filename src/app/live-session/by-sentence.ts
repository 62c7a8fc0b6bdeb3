import type { Language } from '../../core/language.ts'
import { endOfCompleteSentence, endOfSentence } from '../../text/sentence-ends.ts'
import type { CutSegment } from './cut-segment.ts'

/** A sentence as soon as it is complete; what is left of a whole passage as it stands. */
export const bySentence =
  (language: Language): CutSegment =>
  ({ text, isWhole, decidedLength }) =>
    isWhole ? endOfSentence(text, language) : endOfCompleteSentence(text, language, decidedLength)
