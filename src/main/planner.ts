import type { NarratorParts } from '../app/speech/narrator.ts'
import type { Language } from '../core/language.ts'
import { eitherReading, type FindGivenIn, type Lexicon } from '../core/lexicon.ts'
import { MODELS, type ModelId } from '../core/model.ts'
import type { Utterance } from '../core/utterance.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'
import { unreadScriptOf } from '../languages/scripts.ts'
import { otherLanguageOf } from '../languages/text-language.ts'
import { findSuffixed } from '../lexicon/homographs.ts'
import { createStepwisePronouncer } from '../lexicon/pronounce-utterance.ts'
import { planUtterances } from '../text/plan-utterances.ts'

export type PlanUtterances = NarratorParts['planUtterances']

/** Called with the codes of both languages. */
export type OnOtherLanguage = (spoken: Language, written: string) => void

export interface PlannerParts {
  readonly lexicon: Pick<Lexicon, 'pronounce' | 'findPhrase'>
  /** The dictionary's entries. */
  readonly entriesIn: FindGivenIn
  /** Called for each utterance with letters that no voice reads. */
  readonly onUnreadScript?: (script: string) => void
  /** Called for each text that seems to be in another language than the one that it is read in. */
  readonly onOtherLanguage?: OnOtherLanguage
  /** Called with the number of tags of unknown names in a text, if it has some. */
  readonly onUnknownTags?: (count: number) => void
}

/**
 * Plans texts like `planUtterances`, with the pronunciation of each English word: readings of the request first, then
 * dictionary entries, then the lexicon.
 */
export function createPlanner(parts: PlannerParts): PlanUtterances {
  const { lexicon, entriesIn, onUnreadScript, onOtherLanguage, onUnknownTags } = parts
  const pronounce = createStepwisePronouncer(lexicon)
  return function* plan(text, { model, ownReadings, ownReadingsIn, ...options }) {
    const usualIn = readingsOn(model, entriesIn)
    const givenIn: FindGivenIn = (language) => {
      const own = language === options.language ? ownReadings : ownReadingsIn?.(language)
      return eitherReading(own, usualIn(language))
    }
    let isLookedAt = onOtherLanguage === undefined || options.detected !== undefined
    for (const utterance of planUtterances(text, { ...options, givenIn, onUnknownTags })) {
      const script = utterance && onUnreadScript && unreadScriptOf(sourceOf(utterance, text))
      if (script !== undefined) onUnreadScript?.(script)
      yield utterance && (yield* pronounce(utterance))
      if (utterance === undefined || isLookedAt) continue
      // The first utterance is on its way: this delays no first audio.
      isLookedAt = true
      const written = otherLanguageOf(text, options.language)
      if (written !== undefined) onOtherLanguage?.(options.language, written)
    }
  }
}

/** From the first word of an utterance to its last. */
function sourceOf({ segments }: Utterance, text: string): string {
  const words = segments.filter((segment) => segment.kind === 'word')
  return text.slice(words[0]?.span.start ?? 0, words.at(-1)?.span.end ?? 0)
}

/** Given readings for texts of a model, which take precedence over all rules. */
export const readingsOn = (model: ModelId, entriesIn: FindGivenIn): FindGivenIn =>
  MODELS[model].readsSuffixes
    ? (language) => eitherReading(LANGUAGE_MODULES[language].hasLexicon ? findSuffixed : undefined, entriesIn(language))
    : entriesIn
