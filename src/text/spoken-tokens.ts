import { DEFAULT_LANGUAGE, type Language } from '../core/language.ts'
import type { FindGivenIn } from '../core/lexicon.ts'
import { type DetectedLanguage, NO_MARKUP } from '../core/request.ts'
import type { SpokenToken } from '../core/spoken-token.ts'
import { finish, type Steps } from '../core/steps.ts'
import { LANGUAGE_MODULES, normalizerOf } from '../languages/languages.ts'
import { foreignWordAround, hasForeignLetters } from '../languages/scripts.ts'
import { type PlainText, plainTextInSteps, sourceSpan } from './markup.ts'
import { isForeign } from './segment/read-tokens.ts'
import { sentencesByLanguage } from './sentence-languages.ts'

/**
 * How a text is read, as synthesis reads it: sentence by sentence, lazily. Spans are of the whole text; readings of `givenIn`
 * go before every rule; `country` is an ISO 3166 code whose conventions hold. With `detected`, each sentence is read in its own
 * language, and `country` is for those in `language`. Throws `language.unsupported` for a language without a normalizer.
 */
export function* spokenTokens(
  text: string,
  givenIn?: FindGivenIn,
  language: Language = DEFAULT_LANGUAGE,
  country?: string,
  detected?: DetectedLanguage,
): Generator<SpokenToken> {
  for (const token of spokenTokensInSteps(text, givenIn, language, country, detected))
    if (token !== undefined) yield token
}

/** As `spokenTokens`; yields undefined between two steps of the work. */
export function* spokenTokensInSteps(
  text: string,
  givenIn: FindGivenIn | undefined,
  language: Language,
  country: string | undefined,
  detected?: DetectedLanguage,
): Generator<SpokenToken | undefined> {
  const plain: PlainText = yield* plainTextInSteps(text, NO_MARKUP)
  for (const token of plainTokens(plain.text, { givenIn, language, country, detected }, false)) {
    yield token && { ...token, span: sourceSpan(plain, token.span) }
  }
}

interface Reading {
  readonly givenIn: FindGivenIn | undefined
  readonly language: Language
  readonly country: string | undefined
  readonly detected: DetectedLanguage | undefined
}

/** Of a text without markup. `keepsRuns` is that of `Normalizer`; `onSentence` is called before the first token of each sentence. */
function* plainTokens(
  text: string,
  reading: Reading,
  keepsRuns: boolean,
  onSentence: () => void = () => {},
): Generator<SpokenToken | undefined> {
  const { detected } = reading
  normalizerOf(reading.language)
  const isAnyForeign = detected !== undefined || hasForeignLetters(text, reading.language)
  /** Where the last word of another script ends. */
  let readUpTo = 0
  /** Where a sentence ended that closes with no mark of its own, such as the item of a list. */
  let openEnd: number | undefined
  for (const { start, end, language } of sentencesByLanguage(text, reading.language, detected)) {
    yield undefined
    let last: SpokenToken | undefined
    const sentence = text.slice(start, end)
    const isOwn = language === reading.language
    const mayBeForeign = isAnyForeign && (detected === undefined || hasForeignLetters(sentence, language))
    for (const token of yield* normalizerOf(language).normalize(
      sentence,
      reading.givenIn?.(language),
      isOwn ? reading.country : undefined,
      keepsRuns && !mayBeForeign,
    )) {
      if (openEnd !== undefined) yield { category: 'punctuation', spoken: '.', span: { start: openEnd, end: openEnd } }
      openEnd = undefined
      if (last === undefined) onSentence()
      last = start === 0 ? token : movedBy(start, token)
      if (mayBeForeign) {
        if (last.span.start < readUpTo && last.category !== 'punctuation') continue
        if (isForeign(last, text, language)) {
          // Synthesis reads it as it is written.
          const span = foreignWordAround(text, last.span, language, readUpTo)
          readUpTo = span.end
          last = { category: 'word', spoken: text.slice(span.start, span.end), span }
        }
      }
      yield last
    }
    if (last !== undefined && last.category !== 'punctuation') openEnd = last.span.end
  }
}

const movedBy = (by: number, token: SpokenToken): SpokenToken => {
  const { category, spoken, phonemes, accented, span } = token
  const moved = { start: by + span.start, end: by + span.end }
  // Spreading takes three times as long.
  return phonemes === undefined && accented === undefined
    ? { category, spoken, span: moved }
    : { ...token, span: moved }
}

export const spokenText = (
  text: string,
  givenIn?: FindGivenIn,
  language: Language = DEFAULT_LANGUAGE,
  country?: string,
  detected?: DetectedLanguage,
): string => finish(spokenTextInSteps(text, givenIn, language, country, detected))

/** As one line of text; pauses stand at the end of the word before. */
export function* spokenTextInSteps(
  text: string,
  givenIn: FindGivenIn | undefined,
  language: Language,
  country?: string,
  detected?: DetectedLanguage,
): Steps<string> {
  const { line } = yield* spokenLineInSteps(text, { givenIn, language, country, detected })
  return withoutSpaces(line)
}

/** The sentences of `spokenTextInSteps`. */
export function* spokenSentencesInSteps(
  text: string,
  givenIn: FindGivenIn | undefined,
  language: Language,
  country?: string,
  detected?: DetectedLanguage,
): Steps<readonly string[]> {
  const { line, starts } = yield* spokenLineInSteps(text, { givenIn, language, country, detected })
  return starts
    .map((start, i) => withoutSpaces(line.slice(start, starts[i + 1])).trim())
    .filter((sentence) => sentence !== '')
}

/** Spaces before punctuation. */
const withoutSpaces = (line: string): string => line.replaceAll(/ {1,9}(?=[,;:.?!…—–،؛؟。、！？।])/g, '')

interface SpokenLine {
  readonly line: string
  /** Where its sentences start. */
  readonly starts: readonly number[]
}

function* spokenLineInSteps(text: string, reading: Reading): Steps<SpokenLine> {
  const { language, detected } = reading
  const starts: number[] = []
  let line = ''
  let end = 0
  const plain: PlainText = yield* plainTextInSteps(text, NO_MARKUP)
  for (const token of plainTokens(plain.text, reading, true, () => void starts.push(line.length))) {
    if (token === undefined) {
      yield
      continue
    }
    const { spoken, span } = token
    const { hasSpaces } = LANGUAGE_MODULES[detected?.language ?? language]
    const isJoined = line === '' || (!hasSpaces && span.start <= end)
    line += isJoined ? spoken : ` ${spoken}`
    end = span.end
  }
  return { line, starts }
}
