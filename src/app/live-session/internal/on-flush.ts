import type { Language } from '../../../core/language.ts'
import { endOfSentencesWithin } from '../../../text/sentence-ends.ts'
import { type CutSegment, LONGEST_SEGMENT } from './cut-segment.ts'

/** Cuts flushed text only. */
export const onFlush = (language: Language): CutSegment => ({
  cut: ({ text, isFlushed }) => ({
    length: isFlushed ? endOfSentencesWithin(LONGEST_SEGMENT, text, language) : 0,
    decidedLength: 0,
  }),
  isWholeAfterPause: () => false,
})
