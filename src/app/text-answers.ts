import type { Language } from '../core/language.ts'
import type { FindGivenReading } from '../core/lexicon.ts'
import type { Steps } from '../core/steps.ts'
import { spokenTextInSteps } from '../text/spoken-tokens.ts'
import { createBreath, finishInBreaths } from './breath.ts'
import { findUncovered, type IsListed } from './coverage.ts'

/** What is asked of a text without speaking it, and the type of the answer. */
export interface TextAnswers {
  /** The text as it is read. */
  readonly normalized: string
  /** Its words that the dictionary lacks. */
  readonly oov: readonly string[]
}

export type TextQuestion = keyof TextAnswers

export interface TextToRead {
  readonly text: string
  readonly language: Language
}

/** Rejects with the signal's reason, or an AbortError, once it fires. Throws `pool.overloaded` where too many texts wait. */
export type AnswerText = <Q extends TextQuestion>(
  question: Q,
  text: TextToRead,
  signal: AbortSignal,
) => Promise<TextAnswers[Q]>

export interface TextAnswerParts {
  /** Readings that go before every rule of normalization. */
  readonly given: FindGivenReading
  readonly isListed: IsListed
}

/** A text of so many UTF-16 units takes a few milliseconds; to hand it to a thread takes one, to start the thread a hundred. */
const LONGEST_ON_THIS_THREAD = 4000

/** Answers for short texts on this thread, and leaves long ones to `answerLong`. */
export const createAnswerText =
  (parts: TextAnswerParts, answerLong: AnswerText): AnswerText =>
  (question, text, signal) =>
    text.text.length > LONGEST_ON_THIS_THREAD
      ? answerLong(question, text, signal)
      : finishInBreaths(answerInSteps(question, text, parts), createBreath())

export const answerInSteps = <Q extends TextQuestion>(
  question: Q,
  text: TextToRead,
  parts: TextAnswerParts,
): Steps<TextAnswers[Q]> => STEPS[question](text, parts)

const STEPS: { readonly [Q in TextQuestion]: (text: TextToRead, parts: TextAnswerParts) => Steps<TextAnswers[Q]> } = {
  normalized: ({ text, language }, { given }) => spokenTextInSteps(text, given, language),
  uncovered: ({ text, language }, { isListed }) => findUncovered(text, isListed, language),
}
