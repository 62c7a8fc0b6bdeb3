import type { Language } from '../../core/language.ts'
import type { Markup } from '../../core/request.ts'
import { startOfOpenMarkup } from '../../text/markup.ts'
import { endOfSentencesWithin, startOfOpenTokens } from '../../text/sentence-ends.ts'
import { type CutSegment, LONGEST_SEGMENT } from './cut-segment.ts'

/**
 * Cuts all pending text, except markup, a number or the like that may continue. Called when nothing is being spoken.
 */
export const immediate = (language: Language): CutSegment => ({
  cut({ text, markup, isWhole, spokenBefore }) {
    const end = isWhole ? text.length : endOfClosed(text, markup, spokenBefore, language)
    return { length: endOfSentencesWithin(LONGEST_SEGMENT, text.slice(0, end), language), decidedLength: 0 }
  },
  isWholeAfterPause: (text, markup) => startOfOpenMarkup(text, markup) === text.length,
})

function endOfClosed(text: string, markup: Markup, spokenBefore: string, language: Language): number {
  const heard = spokenBefore + text.slice(0, startOfOpenMarkup(text, markup))
  return Math.max(0, startOfOpenTokens(heard, language) - spokenBefore.length)
}
