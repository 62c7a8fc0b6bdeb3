import type { Language } from '../../core/language.ts'
import { startOfOpenMarkup } from '../../text/markup.ts'
import { endOfSentencesWithin, startOfOpenTokens } from '../../text/sentence-ends.ts'
import { type CutSegment, LONGEST_SEGMENT } from './cut-segment.ts'

/** All there is, except markup, a number or the like that is still being written: it is asked when nothing else is being spoken. */
export const immediate = (language: Language): CutSegment => ({
  cut({ text, markup, isWhole, spokenBefore }) {
    if (isWhole) return endOfSentencesWithin(LONGEST_SEGMENT, text, language)
    const heard = spokenBefore + text.slice(0, startOfOpenMarkup(text, markup))
    const end = Math.max(0, startOfOpenTokens(heard, language) - spokenBefore.length)
    return endOfSentencesWithin(LONGEST_SEGMENT, text.slice(0, end), language)
  },
  isWholeAfterPause: (text, markup) => startOfOpenMarkup(text, markup) === text.length,
})
