import { englishWords } from '../word-lists.ts'

export interface Currency {
  readonly one: string
  readonly many: string
  /** A hundredth; undefined where none is in use. */
  readonly cent?: { readonly one: string; readonly many: string }
}

const ENTRIES: readonly (readonly [string, Currency])[] = englishWords
  .rows('currencies')
  .flatMap(([marks = '', one = '', many = '', centOne, centMany]) => {
    const currency =
      centOne === undefined || centMany === undefined
        ? { one, many }
        : { one, many, cent: { one: centOne, many: centMany } }
    return marks.split(' ').map((mark) => [mark, currency] as const)
  })
const CURRENCIES: ReadonlyMap<string, Currency> = new Map(ENTRIES)

/** Currency signs, as the inside of a character class. */
export const SIGNS = '$€£¥₹₽₴₩₪₺₦₱฿₫₡₲₵₸₼₾₿৳'

/** By mark or code: `US$`, `US $`, `EUR`. */
export const currencyOf = (mark: string): Currency | undefined => CURRENCIES.get(mark.replaceAll(' ', ''))

/** The letters that marks and codes of currencies start with, in lower case. */
export const CURRENCY_LETTERS: ReadonlySet<string> = new Set(
  ENTRIES.flatMap(([mark]) => /^[A-Za-z]{1,4}/.exec(mark)?.[0].toLowerCase() ?? []),
)
