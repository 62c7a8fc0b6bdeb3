import type { Language } from '../../../core/language.ts'
import { findFirstSentence, mayEnd } from '../../../text/sentence-ends.ts'
import type { CutSegment } from './cut-segment.ts'

/** Cuts a sentence as soon as the following text cannot change its end; the rest of a whole passage as it is. */
export const bySentence = (language: Language): CutSegment => ({
  cut(passage) {
    const { end, decidedLength } = findFirstSentence(passage, language)
    return { length: end, decidedLength }
  },
  isWholeAfterPause: (text) => mayEnd(text, language),
})
