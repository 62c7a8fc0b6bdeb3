import type { Language } from '../../../core/language.ts'
import { endOfSentencesWithin } from '../../../text/sentence-ends.ts'
import { type CutSegment, MAX_SEGMENT_LENGTH } from './cut-segment.ts'

/** Cuts flushed text only. */
export const onFlush = (language: Language): CutSegment => ({
  cut: ({ text, isFlushed }) => ({
    length: isFlushed ? endOfSentencesWithin(MAX_SEGMENT_LENGTH, text, language) : 0,
    decidedLength: 0,
  }),
  isWholeAfterPause: () => false,
})
