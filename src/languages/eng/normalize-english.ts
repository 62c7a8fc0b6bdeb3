import type { FindGivenReading } from '../../core/lexicon.ts'
import type { SpokenToken } from '../../core/spoken-token.ts'
import { finish, type Steps } from '../../core/steps.ts'
import { agreeArticles } from './rules/article.ts'
import { fold } from './rules/fold.ts'
import type { ReadCount } from './rules/read-english.ts'
import { isExpanded, readEnglish } from './rules/read-english.ts'
import { settle } from './rules/settle.ts'

/**
 * How English text is read: its tokens in order, each with the span of the source that it stands for. What `given`
 * knows goes before every rule. Never fails.
 */
export const normalizeEnglish = (text: string, given?: FindGivenReading, count?: ReadCount): readonly SpokenToken[] =>
  finish(normalizeInSteps(text, given, count))

/** As `normalizeEnglish`: for texts that take milliseconds. */
export function* normalizeInSteps(
  text: string,
  given?: FindGivenReading,
  count?: ReadCount,
): Steps<readonly SpokenToken[]> {
  const folded = yield* fold(text)
  return yield* settle(agreeArticles(yield* readEnglish(folded, given, count), text), folded.text, count)
}

/** Whether a word of ASCII letters, alone, is read as it is written. For many words: a tenth of what reading them takes. */
export const isReadAsWritten = (letters: string): boolean => !isExpanded(letters)
