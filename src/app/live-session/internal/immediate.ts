import { endOfSentencesWithin, startOfOpenTokens } from '../../../text/sentence-ends.ts'
import { type CutSegment, type LanguageOfText, languageNow, MAX_SEGMENT_LENGTH } from './cut-segment.ts'

/**
 * Cuts all pending text, except markup, a number or the like that may continue. Called when nothing is being spoken.
 */
export const immediate = (of: LanguageOfText): CutSegment => ({
  cut({ text, isWhole, spokenBefore }) {
    const language = languageNow(of)
    const end = isWhole
      ? text.length
      : Math.max(0, startOfOpenTokens(spokenBefore + text, language) - spokenBefore.length)
    return { length: endOfSentencesWithin(MAX_SEGMENT_LENGTH, text.slice(0, end), language), decidedLength: 0 }
  },
  isWholeAfterPause: () => true,
})
