import type { FindGivenReading } from '../../core/lexicon.ts'
import type { SpokenToken } from '../../core/spoken-token.ts'
import type { Steps } from '../../core/steps.ts'
import type { Normalizer } from '../language.ts'
import { type AbbreviationRow, abbreviations, elisions, spacedElisions } from './abbreviations.ts'
import { clockTimes, numericDates } from './calendar.ts'
import { commands } from './commands.ts'
import { compass } from './coordinates.ts'
import { digitGroups, maskedNumbers } from './digit-groups.ts'
import { durations } from './durations.ts'
import { emoticons } from './emoticons.ts'
import { englishDates } from './english-dates.ts'
import { englishOrdinals } from './english-titles.ts'
import type { Expansion } from './expansion.ts'
import { createFold, LATIN, type Script } from './fold.ts'
import { type FoldedText, unfolded } from './folded-text.ts'
import { fractions } from './fractions.ts'
import { frequencies } from './frequencies.ts'
import type { Grammar } from './grammar.ts'
import { hyphenatedInitials, initials } from './initials.ts'
import { type KeyNames, telephoneKeys } from './keys.ts'
import { initialisms, spelling } from './letters.ts'
import { markdown } from './markdown.ts'
import { exponents, writtenSigns } from './math-signs.ts'
import { mojibake } from './mojibake.ts'
import { netAddresses } from './net.ts'
import { digitByDigit } from './numeral.ts'
import { optionalEndings } from './optional-endings.ts'
import { quantities } from './quantity.ts'
import { romanNumerals } from './roman.ts'
import { scores } from './scores.ts'
import { namedSymbols } from './symbols.ts'
import { versions } from './versions.ts'
import { createReader, type ReadCount, type WalkRules } from './walk.ts'

/** A language whose numbers are read by the shared rules. */
export interface LanguageRules extends WalkRules {
  readonly grammar: Grammar
  readonly script: Script
  readonly abbreviations: readonly AbbreviationRow[]
  /** Rules of the language alone, which go before the shared ones of numbers. */
  readonly expansions: readonly Expansion[]
  readonly revise?: NonNullable<ReadingRules['revise']>
}

/** A language with all of its rules. */
export interface ReadingRules extends WalkRules {
  readonly script: Script
  /** Changes what was read; `readAgain` reads a text that needs no folding. */
  readonly revise?: (
    tokens: readonly SpokenToken[],
    folded: FoldedText,
    readAgain: ReadAgain,
  ) => Steps<readonly SpokenToken[]>
}

export type ReadAgain = (text: string) => Steps<readonly SpokenToken[]>

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
export const createNormalizer = (load: () => LanguageRules): RuledNormalizer =>
  createOwnNormalizer(() => {
    const rules = load()
    const joins = rules.grammar.elided === undefined ? {} : { joins: /'$/ }
    return { ...joins, ...rules, expansions: expansionsOf(rules) }
  })

/** The normalizer of a language that shares no rules; `load` runs at the first use. */
export function createOwnNormalizer(load: () => ReadingRules): RuledNormalizer {
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

function makeNormalizer({ script, revise, ...rules }: ReadingRules): RuledNormalizer {
  const fold = createFold(script)
  const { read, isWord } = createReader(rules)
  return {
    *normalize(text, given, country, keepsRuns, count) {
      const folded = yield* fold(text)
      const tokens = yield* read(folded, given, country, keepsRuns, count)
      if (revise === undefined) return tokens
      return yield* revise(tokens, folded, (again) => read(unfolded(again), undefined, country, keepsRuns, count))
    },
    expansions: () => rules.expansions,
    isReadAsWritten: isWord,
  }
}

/** All expansions of a language, the particular before the general. */
function expansionsOf({
  grammar,
  script,
  abbreviations: rows,
  expansions,
  segmenter,
}: LanguageRules): readonly Expansion[] {
  const { counts, numbers } = quantities(grammar)
  return [
    ...(script.letters === LATIN ? [] : [mojibake]),
    ...spelling(grammar),
    maskedNumbers(grammar),
    ...telephoneKeys(keysOf(grammar), segmenter === undefined),
    ...markdown,
    // `p.es.` is no address.
    ...abbreviations(rows.filter(([written = '']) => /\p{L}\.\p{L}/u.test(written))),
    ...emoticons,
    ...netAddresses(grammar),
    ...optionalEndings(grammar),
    versions(grammar),
    ...commands(grammar),
    ...englishDates(grammar),
    // `2nd` is French, too. Other scripts have endings of their own.
    englishOrdinals(script.letters === LATIN ? 'st|rd|th|nd(?= [A-Z][a-z])' : '(?:st|nd|rd|th)(?=[ -][A-Za-z])'),
    ...expansions,
    ...exponents(grammar),
    ...writtenSigns(grammar),
    ...scores(grammar),
    ...frequencies(grammar),
    ...numericDates(grammar),
    ...durations(grammar),
    ...clockTimes(grammar),
    ...digitGroups(grammar),
    ...fractions(grammar),
    ...counts,
    ...(grammar.elided === undefined ? [] : [elisions(grammar.elided, rows), spacedElisions(grammar.elided)]),
    hyphenatedInitials,
    ...abbreviations(rows),
    ...romanNumerals(grammar),
    compass(grammar),
    ...initials,
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
