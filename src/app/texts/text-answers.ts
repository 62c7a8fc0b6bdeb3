import {
  countryOfCode,
  DEFAULT_LANGUAGE,
  isAutoLanguage,
  type Language,
  languageOfCode,
  unsupportedLanguage,
} from '../../core/language.ts'
import { eitherReading, type FindGivenIn } from '../../core/lexicon.ts'
import type { DetectedLanguage } from '../../core/request.ts'
import type { Steps } from '../../core/steps.ts'
import { LEXICON_LANGUAGES, NORMALIZED_LANGUAGES } from '../../languages/languages.ts'
import { detectedFrom } from '../../languages/text-language.ts'
import { spokenSentencesInSteps, spokenTextInSteps } from '../../text/spoken-tokens.ts'
import { findOovWords, type IsListed } from '../dictionary/oov-words.ts'
import { type OwnPronunciation, type OwnReadingsIn, ownReadings } from '../speech/own-readings.ts'
import { createTimeSlice, finishInSlices } from '../time-slice.ts'

/** What is asked of a text without speaking it, and the type of the answer. */
export interface TextAnswers {
  /** The normalized text. */
  readonly normalized: string
  /** The sentences of the normalized text, without white space around them. */
  readonly sentences: readonly string[]
  /** Its out-of-vocabulary words. */
  readonly oov: readonly string[]
}

export type TextQuestion = keyof TextAnswers

export interface TextToRead {
  readonly text: string
  readonly language: Language
  /** ISO 3166 code of the country whose conventions hold, if one was named. */
  readonly country?: string | undefined
  /** Present if each sentence is read in its own language. */
  readonly detected?: DetectedLanguage | undefined
  /** Pronunciations for this text alone, which go before all others. */
  readonly customLexicon?: readonly OwnPronunciation[] | undefined
}

const LANGUAGES_OF: Readonly<Record<TextQuestion, readonly Language[]>> = {
  normalized: NORMALIZED_LANGUAGES,
  sentences: NORMALIZED_LANGUAGES,
  oov: LEXICON_LANGUAGES,
}

/** A text in the language of a code such as `es-MX`, English by default, or in several with `auto`. Throws `language.unsupported`. */
export function textToRead(question: TextQuestion, text: string, code: string = DEFAULT_LANGUAGE): TextToRead {
  if (question !== 'oov' && isAutoLanguage(code))
    return { text, language: DEFAULT_LANGUAGE, detected: detectedFrom(DEFAULT_LANGUAGE) }
  const language = languageOfCode(code)
  const supported = LANGUAGES_OF[question]
  if (language === undefined || !supported.includes(language)) throw unsupportedLanguage(code, supported)
  return { text, language, country: countryOfCode(code) }
}

/**
 * Rejects with the signal's reason, or an AbortError, when it fires, with `pool.overloaded` if too many texts wait, and with
 * the errors of `ownReadings`.
 */
export type AnswerText = <Q extends TextQuestion>(
  question: Q,
  text: TextToRead,
  signal: AbortSignal,
) => Promise<TextAnswers[Q]>

export interface TextAnswerParts {
  /** Given readings, which take precedence over normalization. */
  readonly givenIn: FindGivenIn
  readonly isListed: IsListed
}

/**
 * In UTF-16 units. Such a text takes a few milliseconds; passing it to a thread takes one, starting the thread a
 * hundred.
 */
const MAX_ON_THIS_THREAD = 4000

/** Answers short texts on this thread and passes long ones to `answerLong`. */
export const createAnswerText =
  (parts: TextAnswerParts, answerLong: AnswerText): AnswerText =>
  async (question, text, signal) => {
    if (text.text.length <= MAX_ON_THIS_THREAD)
      return finishInSlices(answerInSteps(question, text, parts), createTimeSlice())
    ownReadingsOf(text) // a thread cannot tell what is wrong with it
    return answerLong(question, text, signal)
  }

export const answerInSteps = <Q extends TextQuestion>(
  question: Q,
  text: TextToRead,
  parts: TextAnswerParts,
): Steps<TextAnswers[Q]> => STEPS[question](text, parts)

const STEPS: { readonly [Q in TextQuestion]: (text: TextToRead, parts: TextAnswerParts) => Steps<TextAnswers[Q]> } = {
  normalized: ({ text, language, country, detected }, { givenIn }) =>
    spokenTextInSteps(text, givenIn, language, country, detected),
  sentences: (asked, { givenIn }) => {
    const { text, language, country, detected } = asked
    const ownIn = ownReadingsOf(asked)
    const bothIn: FindGivenIn = (each) => eitherReading(ownIn?.(each), givenIn(each))
    return spokenSentencesInSteps(text, bothIn, language, country, detected)
  },
  oov: ({ text, language }, { isListed }) => findOovWords(text, isListed, language),
}

const ownReadingsOf = ({ customLexicon = [], language, detected }: TextToRead): OwnReadingsIn | undefined =>
  customLexicon.length === 0 ? undefined : ownReadings(customLexicon, language, detected?.among)
