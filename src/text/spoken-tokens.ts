import type { FindGivenReading } from '../core/lexicon.ts'
import type { SpokenToken } from '../core/spoken-token.ts'
import { finish, type Steps } from '../core/steps.ts'
import { normalizeInSteps } from '../languages/eng/normalize-english.ts'
import { splitSentences } from './segment/sentences.ts'

/**
 * How English text is read, as synthesis reads it: sentence by sentence, lazily. Spans are of the whole text; what
 * `given` knows goes before every rule.
 */
export function* spokenTokens(text: string, given?: FindGivenReading): Generator<SpokenToken> {
  for (const token of spokenTokensInSteps(text, given)) if (token !== undefined) yield token
}

/** As `spokenTokens`; yields undefined between two steps of the work. */
function* spokenTokensInSteps(text: string, given?: FindGivenReading): Generator<SpokenToken | undefined> {
  /** Where a sentence ended that closes with no mark of its own, such as the item of a list. */
  let openEnd: number | undefined
  for (const { start, end } of splitSentences(text, 'eng')) {
    yield undefined
    let last: SpokenToken | undefined
    for (const token of yield* normalizeInSteps(text.slice(start, end), given)) {
      if (openEnd !== undefined) yield { category: 'punctuation', spoken: '.', span: { start: openEnd, end: openEnd } }
      openEnd = undefined
      last = { ...token, span: { start: start + token.span.start, end: start + token.span.end } }
      yield last
    }
    if (last !== undefined && last.category !== 'punctuation') openEnd = last.span.end
  }
}

export const spokenText = (text: string, given?: FindGivenReading): string => finish(spokenTextInSteps(text, given))

/** As one line of text; pauses stand at the end of the word before. */
export function* spokenTextInSteps(text: string, given?: FindGivenReading): Steps<string> {
  const pieces: string[] = []
  for (const token of spokenTokensInSteps(text, given)) {
    if (token === undefined) yield
    else pieces.push(token.spoken)
  }
  return pieces.join(' ').replaceAll(/ {1,9}(?=[,;:.?!…—–])/g, '')
}
