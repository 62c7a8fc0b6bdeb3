import type { SpokenLanguage } from '../../core/language.ts'
import type { Segment } from '../../core/utterance.ts'
import { questionWordsOf } from '../../languages/question-words.ts'

/** Whether a question asks for a word, and so falls in pitch; one that asks for yes or no rises. */
export function asksForWord(segments: readonly Segment[], language: SpokenLanguage): boolean {
  const known = questionWordsOf(language)
  if (known === undefined) return false
  const spoken = segments.flatMap((segment) =>
    segment.kind === 'word' ? segment.spoken.toLowerCase().replaceAll('’', "'") : [],
  )
  const from = spoken.findIndex((word) => !known.leadIns.has(word))
  const searched = spoken.slice(Math.max(from, 0), Math.max(from, 0) + known.within)
  return !known.yesOrNo.has(searched[0] ?? '') && searched.some((word) => known.words.has(word))
}
