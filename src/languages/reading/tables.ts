import type { WordFiles } from '../word-files.ts'
import { contextsOf } from './contexts.ts'
import type { Grammar, NetNames } from './grammar.ts'
import { currenciesOf, unitsOf } from './nouns.ts'
import { sharedWords } from './shared-words.ts'

/** What a grammar has in tables of `words/`, each of which tells its columns in its first line. */
export function tablesOf(words: WordFiles): Pick<Grammar, 'units' | 'currencies' | 'scales' | 'symbols' | 'net'> {
  return {
    units: unitsOf(words.rows('units')),
    currencies: currenciesOf(words.rows('currencies')),
    scales: words.map('scales'),
    symbols: words.map('symbols'),
    net: netOf(words.map('net')),
  }
}

type Fixed =
  | 'minus'
  | 'plus'
  | 'percent'
  | 'perMille'
  | 'decimalMark'
  | 'range'
  | 'scoreSigns'
  | 'interval'
  | 'over'
  | 'moneyAnd'
  | 'namesCents'
  | 'fractionLink'
  | 'halfLink'
  | 'datesLink'
  | 'outOf'
  | 'between'
  | 'durationLink'
  | 'millionLink'
  | 'clockUnit'
  | 'hourLetters'
  | 'math'
  | 'by'
  | 'endings'
  | 'per'
  | 'perHundred'
  | 'keys'
  | 'elided'

/**
 * All that a grammar has in tables: with `tablesOf` the names of letters, words said as such or letter by letter, what shows what a
 * number is, and of `grammar.tsv` what is said in fixed words.
 */
export function grammarTablesOf(
  words: WordFiles,
): Pick<Grammar, keyof ReturnType<typeof tablesOf> | 'letterNames' | 'acronyms' | 'spelled' | 'contexts' | Fixed> {
  const fixed = words.map('grammar')
  const said = (key: string): string => fixed.get(key) ?? ''
  const optional = (
    key: string,
    name: 'halfLink' | 'durationLink' | 'datesLink' | 'outOf' | 'between' | 'millionLink' | 'perHundred',
  ) => (fixed.has(key) ? { [name]: said(key) } : {})
  const following = fixed.get('keys-following')
  const gender = fixed.get('gender-endings')
  const silent = fixed.get('silent-endings')
  return {
    ...tablesOf(words),
    letterNames: words.map('letters'),
    ...initialismsIn(words),
    contexts: contextsOf(words.rows('contexts')),
    ...(fixed.has('elided') ? { elided: said('elided') } : {}),
    minus: said('minus'),
    plus: said('plus'),
    percent: said('percent'),
    perMille: said('per-mille'),
    decimalMark: () => (said('decimal-mark') === '.' ? '.' : ','),
    range: (isFalling) => (isFalling && fixed.has('score') ? said('score') : said('range')),
    scoreSigns: said('score-signs'),
    interval: said('interval'),
    over: said('over'),
    moneyAnd: said('money-and'),
    namesCents: said('cents') === 'named',
    fractionLink: said('fraction-link'),
    ...optional('half-link', 'halfLink'),
    ...optional('dates-link', 'datesLink'),
    ...optional('out-of', 'outOf'),
    ...optional('between', 'between'),
    ...optional('duration-link', 'durationLink'),
    ...optional('million-link', 'millionLink'),
    ...optional('per-hundred', 'perHundred'),
    clockUnit: said('clock-unit'),
    hourLetters: said('hour-letters'),
    math: { equals: said('equals'), times: said('times'), dividedBy: said('divided-by') },
    by: said('by'),
    endings: {
      plural: said('plural-endings'),
      or: said('or'),
      ...(gender === undefined ? {} : { gender }),
      ...(silent === undefined ? {} : { silent }),
    },
    per: said('per'),
    keys: {
      asking: said('keys-asking'),
      otherNames: said('keys-other-names'),
      ...(following === undefined ? {} : { following }),
    },
  }
}

/** What the lists of a language say of initialisms. */
export const initialismsIn = (words: WordFiles): ReturnType<typeof initialismsOf> =>
  initialismsOf(words.list('acronyms'), words.list('spelled'))

/** With what most languages say as words or spell, where the language does not do the other. */
export function initialismsOf(
  acronyms: ReadonlySet<string>,
  spelled: ReadonlySet<string> = new Set(),
): { readonly acronyms: ReadonlySet<string>; readonly spelled: ReadonlySet<string> } {
  const withShared = (own: ReadonlySet<string>, others: ReadonlySet<string>, name: string): ReadonlySet<string> =>
    new Set([...own, ...[...sharedWords.list(name)].filter((word) => !others.has(word))])
  return { acronyms: withShared(acronyms, spelled, 'acronyms'), spelled: withShared(spelled, acronyms, 'spelled') }
}

function netOf(names: ReadonlyMap<string, string>): NetNames {
  const {
    at = '',
    dot = '',
    slash = '',
    dash = '',
    underscore = '',
    colon = '',
    hashtag = '',
    ...others
  } = Object.fromEntries(names)
  return { at, dot, slash, dash, underscore, colon, hashtag, others }
}
