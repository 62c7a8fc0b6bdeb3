import { englishWords } from '../word-lists.ts'

export interface UnitName {
  readonly one: string
  readonly many: string
  /** A length, so that its powers are called square and cubic. */
  readonly isLength: boolean
}

const PREFIX_NAMES: ReadonlyMap<string, string> = new Map([
  ['k', 'kilo'],
  ['K', 'kilo'],
  ['M', 'mega'],
  ['G', 'giga'],
  ['T', 'tera'],
  ['P', 'peta'],
  ['E', 'exa'],
  ['Z', 'zetta'],
  ['h', 'hecto'],
  ['d', 'deci'],
  ['c', 'centi'],
  ['m', 'milli'],
  ['µ', 'micro'],
  ['u', 'micro'],
  ['n', 'nano'],
  ['p', 'pico'],
])
const BINARY_PREFIX_NAMES: ReadonlyMap<string, string> = new Map([
  ['K', 'kibi'],
  ['M', 'mebi'],
  ['G', 'gibi'],
  ['T', 'tebi'],
])

/** Prefixed symbols that mean something else, or nothing, in other cases than their own. */
const FOLDABLE =
  /^(?:[kcmd]m|[km]?g|k[LJNWVA]|kPa|[dcm]l|[kMG]Hz|[KMGTP]B|kWh|mAh|[kMG]bps|[KMGT]iB|mbar|mmol|kbit|Mbit)$/
const LENGTHS = /^(?:.{0,5}meter|foot|inch|mile|yard|nautical mile)$/

const unit = (one: string, many = `${one}s`): UnitName => ({ one, many, isLength: LENGTHS.test(one) })

const symbolsOf = (file: string): readonly (readonly [string, UnitName])[] =>
  englishWords
    .rows(file)
    .flatMap(([symbols = '', one = '', many]) => symbols.split(' ').map((symbol) => [symbol, unit(one, many)] as const))

const prefixedSymbols = (): readonly (readonly [string, UnitName])[] =>
  englishWords.rows('prefixed-units').flatMap(([base = '', prefixes = '', one = '', many]) => {
    const names = base === 'iB' ? BINARY_PREFIX_NAMES : PREFIX_NAMES
    return prefixes.split(' ').map((prefix) => {
      const name = names.get(prefix) ?? ''
      return [prefix + base, unit(name + one, many === undefined ? undefined : name + many)] as const
    })
  })

const PREFIXED_SYMBOLS = prefixedSymbols()
const BY_SYMBOL: ReadonlyMap<string, UnitName> = new Map([...PREFIXED_SYMBOLS, ...symbolsOf('units')])
const BY_LOWER_CASE: ReadonlyMap<string, UnitName> = new Map([
  ...PREFIXED_SYMBOLS.filter(([symbol]) => FOLDABLE.test(symbol)).map(
    ([symbol, name]) => [symbol.toLowerCase(), name] as const,
  ),
  ...symbolsOf('units-in-any-case'),
])

/** The unit that a symbol stands for: `kWh` → kilowatt hour. */
export const unitNamed = (symbol: string): UnitName | undefined =>
  BY_SYMBOL.get(symbol) ?? BY_LOWER_CASE.get(symbol.toLowerCase())

const NAMES_OF_UNITS: ReadonlySet<string> = new Set(
  [...BY_SYMBOL.values(), ...BY_LOWER_CASE.values()].flatMap(({ one }) => [
    one,
    one.replace(/(meter|liter)$/, (name) => `${name.slice(0, -2)}re`),
  ]),
)
/** Whether a word is a unit's name in the singular, in either spelling: `meter`, `metre`. */
export const isNameOfUnit = (word: string): boolean => NAMES_OF_UNITS.has(word)
