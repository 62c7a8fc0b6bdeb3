import type { Language } from '../../core/language.ts'
import { startOfOpenMarkup } from '../../text/markup.ts'
import { endOfSentencesWithin } from '../../text/sentence-ends.ts'
import { type CutSegment, LONGEST_SEGMENT } from './cut-segment.ts'

/** All there is, except markup that is still being written: it is asked when nothing else is being spoken. */
export const immediate =
  (language: Language): CutSegment =>
  ({ text, markup, isWhole }) =>
    endOfSentencesWithin(LONGEST_SEGMENT, isWhole ? text : text.slice(0, startOfOpenMarkup(text, markup)), language)
