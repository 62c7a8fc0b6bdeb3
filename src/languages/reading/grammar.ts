import type { Contexts } from './contexts.ts'
import type { Context, Reading } from './expansion.ts'

/** A number as it is written. */
export interface Numeral {
  readonly isNegative: boolean
  /** Digits without their separators. */
  readonly whole: string
  /** Digits after the decimal mark; empty for none. */
  readonly fraction: string
  readonly mark: string
}

/** How a number is inflected. */
export interface Agreement {
  readonly gender: 'm' | 'f' | 'n'
  /** A noun follows: `veintiún euros`, not `veintiuno`. */
  readonly isAttributive: boolean
  /** The noun is a word such as million. */
  readonly isBeforeScale?: boolean
  readonly case?: 'nominative' | 'accusative' | 'dative' | 'oblique'
  /** The word after it, where its first sound decides: `un'ora`, `uno zaino`. */
  readonly noun?: string
}

export const ALONE: Agreement = { gender: 'm', isAttributive: false }

/** What is counted. */
export interface Noun {
  readonly gender: Agreement['gender']
  readonly one: string
  readonly many: string
  /** Further forms that a language needs. */
  readonly others: readonly string[]
}

export interface Currency extends Noun {
  readonly cent: Noun
}

export interface NumericDate {
  readonly day: number
  readonly month: number
  readonly year: number | undefined
}

export interface Clock {
  readonly hour: number
  readonly minute: number
  readonly second: number | undefined
  readonly half: 'am' | 'pm' | undefined
  /** A unit such as `h` or `Uhr` was written. */
  readonly hasUnit: boolean
}

/** A number that counts something, with the word for a million or the like after it. */
export interface Amount {
  readonly numeral: Numeral
  readonly scale: string | undefined
}

/** What the shared rules ask of a language. Words are separated by spaces. */
export interface Grammar {
  /** A whole number below 10^15. */
  cardinal(value: number, agreement: Agreement): string
  /** The names of 0 to 9. */
  readonly digits: readonly string[]
  /** A few digits of a telephone number or a code; digit by digit where absent. */
  readonly sayGroup?: (digits: string) => string
  /** So many digits without a separator are told one by one; 10 where absent. */
  readonly longNumber?: number
  /** Between the groups of a telephone number; a short pause where absent. */
  readonly groupLink?: string
  readonly minus: string
  readonly plus: string
  /** The mark before decimals where a number could be read in two ways. */
  decimalMark(country: string | undefined): ',' | '.'
  /** Either mark is said as it is written, also of what is counted. */
  readonly saysEitherMark?: boolean
  /** The decimal mark and the digits after it. */
  decimals(digits: string, mark: string, agreement?: Agreement): string
  /** Four figures that may be a year; absent where years are read as numbers. */
  readonly year?: (value: number) => string
  /** Between the ends of a range; `isFalling` where the first is the larger, as in scores. */
  range(isFalling: boolean): string
  /** Between the ends of a range after a word that asks for both: `entre 5-10`, `entre cinco y diez`. */
  readonly between?: string
  /** Nothing is said between a year and the next one: `2015-2016`. */
  readonly pairsYears?: boolean
  /** Before the first end of a range of what is counted, if anything: `da tre a cinque giorni`. */
  readonly rangeOpening?: (context: Context) => string
  /** Between the sides of `3:1`, where it isn't as in scores. */
  readonly ratio?: string
  /** What the goals of two teams are written with: what stands between brackets of a character class. */
  readonly scoreSigns: string
  /** Between the goals of two teams, where it isn't as in ranges that fall. */
  readonly score?: string
  /** So many times; the unit `×` counts them where absent. */
  readonly multiple?: (count: number) => string
  /** What is said of `8/8 h`, with `{}` where the number stands, the unit after it: `every eight hours`. Empty where nobody writes so. */
  readonly interval: string
  /** Between the two of a blood pressure: `120/80`. */
  readonly over: string
  /** Between a mark and the best one: `4,5/5`. */
  readonly outOf?: string
  /** Of a bare number, by the words around it and by how it is written. */
  agreement(context: Context, written?: string): Agreement
  readonly percent: string
  readonly perMille: string
  /** `ein Prozent`: the number agrees with the word for percent. */
  readonly countsPercent?: boolean
  /** How a million and the like is written, and its singular and plural: `million|millions`. */
  readonly scales: ReadonlyMap<string, string>
  /** Between `1M` and what it counts: `un millón de tokens`. */
  readonly millionLink?: string
  /** Of a word such as million; masculine where absent. */
  readonly scaleGender?: (word: string) => Agreement['gender']
  /** Number and noun. */
  counted(amount: Amount, noun: Noun, context: Context, say: SayAmount): string
  readonly units: ReadonlyMap<string, Noun>
  readonly currencies: ReadonlyMap<string, Currency>
  /** Between the coin and the cents. */
  readonly moneyAnd: string
  /** Cents are said by their name. */
  readonly namesCents: boolean
  /** Numerator over denominator, after a whole number perhaps; undefined where they are none. */
  fraction(whole: number | undefined, over: number, under: number, context: Context): string | undefined
  date(date: NumericDate, context: Context): string
  readonly contexts: Contexts
  /** What goes before and between two dates where an article goes with them: `del|al`. */
  readonly datesLink?: string
  /** `2.5.` is a date. */
  readonly hasDottedDates?: boolean
  /** `10/3` is the third of October. */
  readonly isMonthFirst?: boolean
  clock(clock: Clock, context: Context): string
  /** The source of what may follow a time: `Uhr`, `h`. */
  readonly clockUnit: string
  /** What stands after `am` where it is a word: `für 4 am Samstag`. */
  readonly afterWordAm?: RegExp
  /** What hours and minutes may be separated by besides a colon, where a unit follows or the hour is named. */
  readonly hourLetters: string
  /** Of hours without their unit; masculine where absent. */
  readonly hourGender?: Agreement['gender']
  /** Between a fraction and what it is of: `tres cuartos de litro`. */
  readonly fractionLink: string
  /** What joins a half to a number and follows its unit: `dos horas y media`. */
  readonly halfLink?: string
  /** Between hours and minutes of a duration. */
  readonly durationLink?: string
  readonly net: NetNames
  /** Words that lose their vowel before another one: the source of a pattern, `l|dell`. They are said with what follows. */
  readonly elided?: string
  /** The names of letters, in lower case. */
  readonly letterNames: ReadonlyMap<string, string>
  readonly symbols: ReadonlyMap<string, string>
  readonly math: MathNames
  /** Between the sides of `2x3`. */
  readonly by: string
  /** What may stand in brackets at the end of a word, as sources of patterns, and the word for or: `professor(a)`. */
  readonly endings?: {
    readonly plural: string
    readonly gender?: string
    /** With the word before it, the ending of a gender that is not heard: `ravi(e)`. */
    readonly silent?: string
    readonly or: string
  }
  /** In `3 €/month`. */
  readonly per: string
  /** The same before a hundred or a thousand, where it differs: `pour 100 g`. */
  readonly perHundred?: string
  /** The same, where the word after it decides: `al mese`, `all'ora`. */
  readonly perNoun?: (noun: string) => string
  readonly keys: KeyWords
  /** Roman numeral after a word; undefined where the word before shows that it is none. */
  roman(value: number, written: string, context: Context): string | Reading | undefined
  readonly acronyms: ReadonlySet<string>
  /** Initialisms that could be said as words and are not, or that are written in lower case, too; in lower case. */
  readonly spelled?: ReadonlySet<string>
}

/** What is said of the keys of a telephone. Sources of patterns, in lower case. */
export interface KeyWords {
  /** Words that ask for a key, such as verbs, or their beginnings; up to three letters may follow. */
  readonly asking: string
  /** What follows a key that is named before its verb or noun. */
  readonly following?: string
  /** Names of `*` and `#` besides those that are said. */
  readonly otherNames: string
}

/** Reads a number with an agreement. */
export type SayAmount = (agreement: Agreement) => string

export interface NetNames {
  readonly at: string
  readonly dot: string
  readonly slash: string
  readonly dash: string
  readonly underscore: string
  readonly colon: string
  /** Before a topic: `#Sale`. */
  readonly hashtag: string
  /** By the sign. */
  readonly others: Readonly<Record<string, string>>
}

export interface MathNames {
  readonly equals: string
  readonly times: string
  readonly dividedBy: string
}
