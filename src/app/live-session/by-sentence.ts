import type { Language } from '../../core/language.ts'
import { findFirstSentence, mayEnd } from '../../text/sentence-ends.ts'
import type { CutSegment } from './cut-segment.ts'

/** A sentence as soon as nothing that may follow belongs to it; what is left of a whole passage as it stands. */
export const bySentence = (language: Language): CutSegment => ({
  cut(passage) {
    const { end, decidedLength } = findFirstSentence(passage, language)
    return { length: end, decidedLength }
  },
  isWholeAfterPause: (text) => mayEnd(text, language),
})
