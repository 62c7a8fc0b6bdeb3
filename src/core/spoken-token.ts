import type { TextSpan } from './utterance.ts'

/** Kind of a token, as `hoarfrost textnorm --explain` names it. */
export type TokenCategory =
  | 'word'
  | 'punctuation'
  | 'abbreviation'
  | 'address'
  | 'cardinal'
  | 'date'
  | 'decimal'
  | 'fraction'
  | 'given'
  | 'math'
  | 'measure'
  | 'money'
  | 'ordinal'
  | 'percent'
  | 'range'
  | 'roman'
  | 'serial'
  | 'spell'
  | 'symbol'
  | 'telephone'
  | 'time'
  | 'url'

/** A piece of text and its reading. */
export interface SpokenToken {
  readonly category: TokenCategory
  /** Words separated by spaces, with `, ; : . ? !` where a reader would pause. */
  readonly spoken: string
  /** ARPAbet of all its words together; only for the category `given`. */
  readonly phonemes?: readonly string[]
  /** The word in lower case with its accents, if it was written with some; `spoken` has none. */
  readonly accented?: string
  readonly span: TextSpan
}
