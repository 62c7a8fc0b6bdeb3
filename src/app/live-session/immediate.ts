import type { Language } from '../../core/language.ts'
import { endOfSentencesWithin } from '../../text/sentence-ends.ts'
import { type CutSegment, LONGEST_SEGMENT } from './cut-segment.ts'

/** All there is: it is asked when nothing else is being spoken. */
export const immediate =
  (language: Language): CutSegment =>
  ({ text }) =>
    endOfSentencesWithin(LONGEST_SEGMENT, text, language)
