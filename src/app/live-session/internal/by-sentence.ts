import { findFirstSentence, mayEnd } from '../../../text/sentence-ends.ts'
import { findFirstByLanguage } from '../../../text/sentence-languages.ts'
import { type CutSegment, type LanguageOfText, languageNow } from './cut-segment.ts'

/** Cuts a sentence as soon as the following text cannot change its end; the rest of a whole passage as it is. */
export const bySentence = (of: LanguageOfText): CutSegment => ({
  cut(passage) {
    const { detected } = of
    if (detected === undefined) {
      const { end, decidedLength } = findFirstSentence(passage, of.language)
      return { length: end, decidedLength }
    }
    const { end, decidedLength, language } = findFirstByLanguage(passage, detected)
    if (end === 0) return { length: 0, decidedLength }
    detected.language = language
    return { length: end, decidedLength, language }
  },
  isWholeAfterPause: (text) => mayEnd(text, languageNow(of)),
})
