import type { Lexicon } from '../core/lexicon.ts'
import type { Utterance } from '../core/utterance.ts'
import { createPronouncer } from '../lexicon/pronounce-utterance.ts'
import { type PlanOptions, planUtterances } from '../text/plan-utterances.ts'

export type PlanUtterances = (text: string, options: PlanOptions) => Iterable<Utterance | undefined>

/** Plans a text as `planUtterances` does, each English word with how it is pronounced. */
export function createPlanner(lexicon: Pick<Lexicon, 'pronounce'>): PlanUtterances {
  const pronounce = createPronouncer(lexicon)
  return function* plan(text, options) {
    for (const utterance of planUtterances(text, options)) yield utterance && pronounce(utterance)
  }
}
