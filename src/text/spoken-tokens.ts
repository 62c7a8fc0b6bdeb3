import type { FindGivenReading } from '../core/lexicon.ts'
import type { SpokenToken } from '../core/spoken-token.ts'
import { normalizeEnglish } from './normalize-english.ts'
import { splitSentences } from './segment/sentences.ts'

/**
 * How English text is read, as synthesis reads it: sentence by sentence, lazily. Spans are of the whole text; what
 * `given` knows goes before every rule.
 */
export function* spokenTokens(text: string, given?: FindGivenReading): Generator<SpokenToken> {
  /** Where a sentence ended that closes with no mark of its own, such as the item of a list. */
  let openEnd: number | undefined
  for (const { start, end } of splitSentences(text, 'eng')) {
    let last: SpokenToken | undefined
    for (const token of normalizeEnglish(text.slice(start, end), given)) {
      if (openEnd !== undefined) yield { category: 'punctuation', spoken: '.', span: { start: openEnd, end: openEnd } }
      openEnd = undefined
      last = { ...token, span: { start: start + token.span.start, end: start + token.span.end } }
      yield last
    }
    if (last !== undefined && last.category !== 'punctuation') openEnd = last.span.end
  }
}

/** A reading as one line of text; pauses stand at the end of the word before. */
export const joinSpoken = (tokens: readonly SpokenToken[]): string =>
  tokens
    .map(({ spoken }) => spoken)
    .join(' ')
    .replaceAll(/ {1,9}(?=[,;:.?!…—–])/g, '')

export const spokenText = (text: string, given?: FindGivenReading): string => joinSpoken([...spokenTokens(text, given)])
