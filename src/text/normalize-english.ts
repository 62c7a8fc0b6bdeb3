import type { FindGivenReading } from '../core/lexicon.ts'
import type { SpokenToken } from '../core/spoken-token.ts'
import { agreeArticles } from './normalize/article.ts'
import { fold } from './normalize/fold.ts'
import type { ReadCount } from './normalize/read-english.ts'
import { isExpanded, readEnglish } from './normalize/read-english.ts'
import { settle } from './normalize/settle.ts'

/**
 * How English text is read: its tokens in order, each with the span of the source that it stands for. What `given`
 * knows goes before every rule. Never fails.
 */
export function normalizeEnglish(text: string, given?: FindGivenReading, count?: ReadCount): readonly SpokenToken[] {
  const folded = fold(text)
  return settle(agreeArticles([...readEnglish(folded, given, count)], text), folded.text, count)
}

/** Whether a word of ASCII letters, alone, is read as it is written. For many words: a tenth of what reading them takes. */
export const isReadAsWritten = (letters: string): boolean => !isExpanded(letters)
