import { endOfSentencesWithin } from '../../../text/sentence-ends.ts'
import { type CutSegment, type LanguageOfText, languageNow, MAX_SEGMENT_LENGTH } from './cut-segment.ts'

/** Cuts flushed text only. */
export const onFlush = (of: LanguageOfText): CutSegment => ({
  cut: ({ text, isFlushed }) => ({
    length: isFlushed ? endOfSentencesWithin(MAX_SEGMENT_LENGTH, text, languageNow(of)) : 0,
    decidedLength: 0,
  }),
  isWholeAfterPause: () => false,
})
