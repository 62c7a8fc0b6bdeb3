import type { FindGivenReading } from '../core/lexicon.ts'
import type { SpokenToken } from '../core/spoken-token.ts'
import { normalizeEnglish } from './normalize-english.ts'
import { splitSentences } from './segment/sentences.ts'

/**
 * How English text is read, as synthesis reads it: sentence by sentence, lazily. Spans are of the whole text; what
 * `given` knows goes before every rule.
 */
export function* spokenTokens(text: string, given?: FindGivenReading): Generator<SpokenToken> {
  for (const { start, end } of splitSentences(text, 'eng')) {
    for (const token of normalizeEnglish(text.slice(start, end), given)) {
      yield { ...token, span: { start: start + token.span.start, end: start + token.span.end } }
    }
  }
}

/** A reading as one line of text; pauses stand at the end of the word before. */
export const joinSpoken = (tokens: readonly SpokenToken[]): string =>
  tokens
    .map(({ spoken }) => spoken)
    .join(' ')
    .replaceAll(/ {1,9}(?=[,;:.?!…—–])/g, '')

export const spokenText = (text: string, given?: FindGivenReading): string => joinSpoken([...spokenTokens(text, given)])
