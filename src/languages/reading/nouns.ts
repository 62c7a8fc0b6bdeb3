import type { WordFiles } from '../word-files.ts'
import { contextsOf } from './contexts.ts'
import type { Context } from './expansion.ts'
import { type Agreement, ALONE, type Amount, type Currency, type Noun } from './grammar.ts'
import { isYear } from './numeral.ts'

type Row = readonly string[]

const nounOf = ([gender = 'm', one = '', many = one, ...others]: Row): Noun => ({
  gender: gender as Agreement['gender'],
  one,
  many: many === '' ? one : many,
  others,
})

/** `ma` is a word of most languages, `mA` is none. */
const WORDS: ReadonlySet<string> = new Set(['ma', 'MA', 'pa'])

/** Units by their signs; rows have the signs parted by `|`, the gender, the singular, the plural and further forms. */
export function unitsOf(rows: readonly Row[]): ReadonlyMap<string, Noun> {
  const units = new Map<string, Noun>()
  for (const [signs = '', ...row] of rows) for (const sign of signs.split('|')) units.set(sign, nounOf(row))
  // Signs of several letters are written in any case.
  for (const [sign, noun] of [...units]) {
    if (!/\p{L}.{0,8}\p{L}|\p{L}\./u.test(sign)) continue
    for (const other of [sign.toLowerCase(), sign.toUpperCase()])
      if (!units.has(other) && !WORDS.has(other)) units.set(other, noun)
  }
  return units
}

/** Currencies by their signs and codes; rows are as of units, and after them gender, singular and plural of the cent. */
export function currenciesOf(rows: readonly Row[]): ReadonlyMap<string, Currency> {
  const currencies = new Map<string, Currency>()
  for (const [signs = '', gender = 'm', one = '', many = one, ...cent] of rows) {
    const [centGender = 'm', centOne = '', centMany = centOne, ...others] = cent
    const currency = { ...nounOf([gender, one, many, ...others]), cent: nounOf([centGender, centOne, centMany]) }
    for (const sign of signs.split('|')) {
      currencies.set(sign, currency)
      if (/^[A-Z]{2,3}\$$/.test(sign)) currencies.set(sign.toLowerCase(), currency)
    }
  }
  return currencies
}

/**
 * What a number agrees with: the noun after it, whose gender is known by `words/feminine.txt` and `masculine.txt`, else by its ending.
 * No noun is a word of `no-nouns.txt`, nor after a number above two what cannot be a plural, nor what follows a year.
 */
export function nounsOf(words: WordFiles, isFeminine: RegExp, isPlural = /./) {
  const genderOf = byGender({ feminine: words.list('feminine'), masculine: words.list('masculine') }, isFeminine)
  const noNouns = words.list('no-nouns')
  const { 'before-label': isLabel, 'before-year': opensYear } = contextsOf(words.rows('contexts'))
  const nounIn = (after: string): string | undefined => {
    const [, word = ''] = /^ (\p{L}{2,30})/u.exec(after) ?? []
    return word === '' || noNouns.has(word.toLowerCase()) ? undefined : word
  }
  const agreement = ({ before, after }: Context, written = ''): Agreement => {
    const noun = nounIn(after)
    if (noun === undefined || isLabel?.(before) === true) return ALONE
    // `1.3 Estrutura`: the number of a heading
    if (/^\d{1,2}\.\d{1,2}$/.test(written) && /(?:^|\n)\s{0,3}$/.test(before) && /^ \p{Lu}/u.test(after)) return ALONE
    if (Number(written) > 2 && !isPlural.test(noun)) return ALONE
    // Round numbers count more often: `en 1200 viviendas`.
    if (isYear(written) && !written.endsWith('00') && opensYear?.(before) === true) return ALONE
    return { gender: genderOf(noun), isAttributive: true, noun }
  }
  return { genderOf, nounIn, agreement }
}

/** Whether a preposition goes between number and noun, as in `tres millones de euros`: after whole millions and the like. */
export const isOfMillions = ({ numeral, scale }: Amount, thousand: RegExp): boolean =>
  (scale !== undefined && !thousand.test(scale.trim())) || /^[1-9]\d{0,5}(?:000000)+$/.test(numeral.whole)

/** A word counts as feminine or masculine by a list, else by its ending. */
export const byGender =
  (lists: { readonly feminine: ReadonlySet<string>; readonly masculine: ReadonlySet<string> }, isFeminine: RegExp) =>
  (word: string): 'm' | 'f' => {
    const lower = word.toLowerCase()
    const singular = lower.replace(/(?<=[aeou])s$/, '')
    if (lists.masculine.has(lower) || lists.masculine.has(singular)) return 'm'
    if (lists.feminine.has(lower) || lists.feminine.has(singular)) return 'f'
    return isFeminine.test(lower) ? 'f' : 'm'
  }
