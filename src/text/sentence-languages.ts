import type { Language } from '../core/language.ts'
import type { DetectedLanguage } from '../core/request.ts'
import type { TextSpan } from '../core/utterance.ts'
import { languageOfSentence } from '../languages/text-language.ts'
import { splitSentences } from './segment/sentences.ts'
import { type FirstSentence, findFirstSentence, type OpenText } from './sentence-ends.ts'

// Where a sentence ends depends on its language, and its language on where it ends: it is cut by the rules of the sentence
// before, its language is detected, and it is cut anew by the rules of that one. Both functions below do so, and look at nothing
// but the sentence and what came before it: a text has the same languages in however many pieces it comes.

export interface SentenceInLanguage extends TextSpan {
  readonly language: Language
}

/**
 * The sentences of a text, all in `language` or, if `detected` is given, each in its own, which `detected` is told. `before`
 * is what precedes the text in its first sentence. Lazy.
 */
export function* sentencesByLanguage(
  text: string,
  language: Language,
  detected: DetectedLanguage | undefined,
  before = '',
): Generator<SentenceInLanguage> {
  if (detected === undefined) {
    for (const sentence of splitSentences(text, language)) yield { ...sentence, language }
    return
  }
  let isFound = false
  for (let next = 0; next < text.length; ) {
    const from = next
    for (const { start, end } of splitSentences(text.slice(from), detected.language)) {
      const sentence = { start: from + start, end: from + end }
      const written = (sentence.start === 0 ? before : '') + text.slice(sentence.start, sentence.end)
      const found: Language = isFound ? detected.language : languageOfSentence(written, detected)
      isFound = found !== detected.language
      if (isFound) {
        detected.language = found
        break
      }
      yield { ...sentence, language: found }
      next = sentence.end
    }
  }
}

export interface FirstSentenceInLanguage extends FirstSentence {
  readonly language: Language
}

/** Like `findFirstSentence`, with the language of the sentence; `detected` is left as it is. */
export function findFirstByLanguage(open: OpenText, detected: DetectedLanguage): FirstSentenceInLanguage {
  const { language: before } = detected
  const first = findFirstSentence(open, before)
  if (first.end === 0) return { ...first, language: before }
  const language = languageOfSentence(open.text.slice(0, first.end), detected)
  if (language === before) return { ...first, language }
  const { end } = findFirstSentence({ ...open, decidedLength: 0 }, language)
  // What was decided was so by the rules of another language.
  return { end, decidedLength: 0, language }
}
