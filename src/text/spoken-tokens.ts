import type { SpokenToken } from '../core/spoken-token.ts'
import { normalizeEnglish } from './normalize-english.ts'
import { splitSentences } from './segment/sentences.ts'

/** How English text is read, as synthesis reads it: sentence by sentence, lazily. Spans are of the whole text. */
export function* spokenTokens(text: string): Generator<SpokenToken> {
  for (const { start, end } of splitSentences(text, 'eng')) {
    for (const { category, spoken, span } of normalizeEnglish(text.slice(start, end))) {
      yield { category, spoken, span: { start: start + span.start, end: start + span.end } }
    }
  }
}

/** A reading as one line of text; pauses stand at the end of the word before. */
export const joinSpoken = (tokens: readonly SpokenToken[]): string =>
  tokens
    .map(({ spoken }) => spoken)
    .join(' ')
    .replaceAll(/ {1,9}(?=[,;:.?!…—–])/g, '')

export const spokenText = (text: string): string => joinSpoken([...spokenTokens(text)])
