import type { WordFiles } from '../word-files.ts'
import type { Grammar, NetNames } from './grammar.ts'
import { currenciesOf, unitsOf } from './nouns.ts'

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
