import type { Language } from '../../core/language.ts'
import { endOfFirstSentence, mayEnd } from '../../text/sentence-ends.ts'
import type { CutSegment } from './cut-segment.ts'

/** A sentence as soon as nothing that may follow belongs to it; what is left of a whole passage as it stands. */
export const bySentence = (language: Language): CutSegment => ({
  cut: (passage) => endOfFirstSentence(passage, language),
  isWholeAfterPause: (text) => mayEnd(text, language),
})
