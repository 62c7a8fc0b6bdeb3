import type { FindGivenReading } from '../core/lexicon.ts'
import type { SpokenToken } from '../core/spoken-token.ts'
import type { Steps } from '../core/steps.ts'
import type { Utterance } from '../core/utterance.ts'

/** What the service has to know of a language. Each has a folder; `languages.ts` lists them. */
export interface LanguageModule {
  /** In English, as the voice listings write it. */
  readonly name: string
  /** BCP 47, for `Intl`. */
  readonly locale: string
  /** ISO 3166 code, of voices that do not tell theirs. */
  readonly defaultCountry: string
  /** False where words are not separated by spaces: `Intl.Segmenter` then finds them. */
  readonly hasSpaces: boolean
  readonly sentences: SentenceRules
  /** Words in lower case that begin a phrase. Where a sentence has no punctuation, it is cut before one of them. */
  readonly phraseOpeners: ReadonlySet<string>
  /** Whether clients are told the times of words while the audio is sent. */
  readonly hasWordTimes: boolean
  /** What each synthesis thread speaks at the start, so that what the language needs is loaded; null loads at first use. */
  readonly warmUpPhrase: string | null
  /** What a voice says as a sample of itself. */
  readonly greeting: string
  /** What commands let voices say to try them. */
  readonly trialText: string
  /** Whether `lexicon/` pronounces its words, so that out-of-vocabulary words can be told. */
  readonly hasLexicon: boolean
  /** How a word in Latin letters is said, in the language's own script, given its English phonemes; absent where they stay. */
  readonly writeEnglish?: (word: string, phonemes: readonly string[]) => string
  /** Absent where engines read numbers and abbreviations by rules of their own. */
  readonly normalizer?: Normalizer
}

/** Which full stops end a sentence. Words are in lower case, without their last full stop. */
export interface SentenceRules {
  /** Abbreviations that something always follows: a name, a comparison, an example. */
  readonly neverLast: ReadonlySet<string>
  /** Abbreviations before a number, and ordinary words otherwise. */
  readonly beforeNumber: ReadonlySet<string>
  /** Words for a street after a name, which may end a sentence; else titles, which have a name after them. */
  readonly titleOrStreet: ReadonlySet<string>
  /** Abbreviations that end a sentence where one of `openers` comes next. */
  readonly sometimesLast: ReadonlySet<string>
  /** Times of day: before a capital they end a sentence, unless one of `goesOn` comes next, such as a day or a zone. */
  readonly timesOfDay?: {
    readonly words: ReadonlySet<string>
    readonly goesOn: ReadonlySet<string>
    /** Where the next word is in capitals, which show no start of a sentence. */
    readonly goesOnInCapitals: ReadonlySet<string>
  }
  /** Words that often begin a sentence and are no part of a name. */
  readonly openers: ReadonlySet<string>
  /** Words and abbreviations alike: before a word in lower case their full stop is that of an abbreviation. */
  readonly beforeLowerCase: ReadonlySet<string>
  /** Words that no sentence ends with: after their ellipsis it goes on, and before words that are no `openers`. None where absent. */
  readonly unfinished?: ReadonlySet<string>
  /** Other words, in lower case, whose full stop ends no sentence: `Goethestr.` */
  readonly abbreviated?: RegExp
  /** Whether a number with a full stop may be an ordinal: `am 3. Mai`. */
  readonly hasDottedOrdinals: boolean
  /** Where hasDottedOrdinals: what a Roman ordinal follows, as in `im IV. Quartal`. */
  readonly beforeRomanOrdinal?: RegExp
}

const NONE: ReadonlySet<string> = new Set()

/** Every full stop at the end of a word ends a sentence; a base for the rules of a language. */
export const NO_ABBREVIATIONS: SentenceRules = {
  neverLast: NONE,
  beforeNumber: NONE,
  titleOrStreet: NONE,
  sometimesLast: NONE,
  openers: NONE,
  beforeLowerCase: NONE,
  hasDottedOrdinals: false,
}

/** Writes numbers, dates, abbreviations and symbols as words. */
export interface Normalizer {
  /**
   * The tokens of a sentence in order, each with the span of the source that it stands for. Readings of `given` go before
   * every rule. `country` is an ISO 3166 code whose conventions hold, such as decimal marks. `keepsRuns`: words that no
   * space parts and no rule reads may come as one token, which takes a quarter of the time. Never fails.
   */
  normalize(
    text: string,
    given?: FindGivenReading,
    country?: string,
    keepsRuns?: boolean,
  ): Steps<readonly SpokenToken[]>
  /** Whether a word of ASCII letters, alone, is read as it is written; takes a tenth of the time of `normalize`. */
  isReadAsWritten(letters: string): boolean
}

/** Turns writing into what is pronounced, for a language that cannot be read letter by letter. Owned by one thread. */
export interface WordReader extends Disposable {
  /** The words of an utterance regrouped as they are pronounced. */
  read(utterance: Utterance): readonly ReadWord[]
}

/** What is said without a break. */
export interface ReadWord {
  readonly text: string
  /** `kana`: katakana by pronunciation, `ー` for a long vowel. `english`: a word in Latin letters. `other`: as it was written. */
  readonly kind: 'kana' | 'english' | 'other'
  /** The marks that follow; empty for none. */
  readonly punctuation: string
  /** Of each mora of kana, where the language has an accent of pitch. */
  readonly tones?: readonly MoraTone[]
  /** The words of the utterance that it is made of. */
  readonly shares: readonly WordShare[]
  /** As of the words: against the voice's own. */
  readonly rate: number
  readonly pitch: number
}

export interface MoraTone {
  readonly isHigh: boolean
  /** Falls of accents since the last pause, in the phrases before: each lowers what follows. */
  readonly falls: number
}

export interface WordShare {
  readonly segmentIndex: number
  /** How much of the time is this word's, against the other shares. */
  readonly weight: number
}
