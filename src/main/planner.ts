import type { SpeakDependencies } from '../app/speak.ts'
import type { FindGivenReading, Lexicon } from '../core/lexicon.ts'
import { MODELS, type ModelId } from '../core/model.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'
import { findSuffixed } from '../lexicon/homographs.ts'
import { createStepwisePronouncer } from '../lexicon/pronounce-utterance.ts'
import { planUtterances } from '../text/plan-utterances.ts'

export type PlanUtterances = SpeakDependencies['planUtterances']

export interface PlannerParts {
  readonly lexicon: Pick<Lexicon, 'pronounce'>
  readonly findEntry: FindGivenReading
}

/**
 * Plans texts like `planUtterances`, with the pronunciation of each English word: readings of the request first, then
 * dictionary entries, then the lexicon.
 */
export function createPlanner({ lexicon, findEntry }: PlannerParts): PlanUtterances {
  const pronounce = createStepwisePronouncer(lexicon)
  return function* plan(text, { model, ownReadings, ...options }) {
    // Entries and homographs are of English.
    const usual = LANGUAGE_MODULES[options.language].hasLexicon ? readingsOn(model, findEntry) : () => undefined
    const given: FindGivenReading = ownReadings ? (token) => ownReadings(token) ?? usual(token) : usual
    for (const utterance of planUtterances(text, { ...options, given }))
      yield utterance && (yield* pronounce(utterance))
  }
}

/** Given readings for texts of a model, which take precedence over all rules. */
export const readingsOn = (model: ModelId, findEntry: FindGivenReading): FindGivenReading =>
  MODELS[model].readsSuffixes ? (token) => findSuffixed(token) ?? findEntry(token) : findEntry
