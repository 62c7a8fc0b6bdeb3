import type { FindGivenReading } from '../../core/lexicon.ts'
import { finish } from '../../core/steps.ts'
import type { Normalizer } from '../language.ts'
import { clockTimes, fractions, numericDates } from './calendar.ts'
import { digitGroups } from './digit-groups.ts'
import type { Expansion } from './expansion.ts'
import { createFold, type Script } from './fold.ts'
import { unfolded } from './folded-text.ts'
import type { Grammar } from './grammar.ts'
import { type KeyNames, telephoneKeys } from './keys.ts'
import { initialisms, romanNumerals, spelling } from './letters.ts'
import { markdown } from './markdown.ts'
import { netAddresses } from './net.ts'
import { digitByDigit } from './numeral.ts'
import { quantities } from './quantity.ts'
import { type AbbreviationRow, abbreviations, namedSymbols } from './symbols.ts'
import { createReader, type ReadCount } from './walk.ts'

export interface LanguageRules {
  readonly grammar: Grammar
  readonly script: Script
  readonly abbreviations: readonly AbbreviationRow[]
  /** Rules of the language alone, which go before the shared ones of numbers. */
  readonly expansions: readonly Expansion[]
  /** The pauses `, ; : . ? !` as the language writes them, where it writes them otherwise. */
  readonly marks?: Readonly<Record<string, string>>
  /** For a language without spaces. */
  readonly segmenter?: Intl.Segmenter
  /** Spaces in readings that the language does not write. */
  readonly needless?: RegExp
}

/** A normalizer whose parts can be tested. */
export interface RuledNormalizer extends Normalizer {
  normalize(
    text: string,
    given?: FindGivenReading,
    country?: string,
    keepsRuns?: boolean,
    count?: ReadCount,
  ): ReturnType<Normalizer['normalize']>
  expansions(): readonly Expansion[]
}

/** The normalizer of a language from its own rules and the shared ones; `load` runs at the first use. */
export function createNormalizer(load: () => LanguageRules): RuledNormalizer {
  let made: RuledNormalizer | undefined
  const get = (): RuledNormalizer => {
    made ??= makeNormalizer(load())
    return made
  }
  return {
    normalize: (...source) => get().normalize(...source),
    expansions: () => get().expansions(),
    isReadAsWritten: (letters) => get().isReadAsWritten(letters),
  }
}

function makeNormalizer({ grammar, script, marks = {}, segmenter, needless, ...own }: LanguageRules): RuledNormalizer {
  const fold = createFold(script)
  const expansions = expansionsOf(grammar, own, segmenter === undefined)
  const read = createReader({ expansions, marks, segmenter, needless })
  return {
    *normalize(text, given, country, keepsRuns, count) {
      return yield* read(yield* fold(text), given, country, keepsRuns, count)
    },
    expansions: () => expansions,
    isReadAsWritten: (letters) => {
      const tokens = finish(read(unfolded(letters)))
      return tokens.length === 1 && tokens[0]?.spoken === letters
    },
  }
}

/** All expansions of a language, the particular before the general. */
function expansionsOf(
  grammar: Grammar,
  own: Pick<LanguageRules, 'abbreviations' | 'expansions'>,
  hasSpaces: boolean,
): readonly Expansion[] {
  const { durations, counts, numbers } = quantities(grammar)
  return [
    ...spelling(grammar),
    ...telephoneKeys(keysOf(grammar), hasSpaces),
    ...markdown,
    ...netAddresses(grammar),
    ...own.expansions,
    ...numericDates(grammar),
    ...durations,
    ...clockTimes(grammar),
    ...digitGroups(grammar),
    ...fractions(grammar),
    ...counts,
    ...abbreviations(own.abbreviations),
    ...romanNumerals(grammar),
    ...initialisms(grammar),
    ...numbers,
    ...namedSymbols(grammar),
  ]
}

const keysOf = (grammar: Grammar): KeyNames => ({
  ...grammar.keys,
  star: grammar.symbols.get('*') ?? '',
  hash: grammar.symbols.get('#') ?? '',
  digitByDigit: (digits) => digitByDigit(digits, grammar),
})
