import type { TextSpan } from './utterance.ts'

/** What of a text kind a token is, as `hoarfrost textnorm --explain` names it. */
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

/** A piece of a text with how it is read. */
export interface SpokenToken {
  readonly category: TokenCategory
  /** Words separated by spaces, with `, ; : . ? !` between them where a reader would pause. */
  readonly spoken: string
  /** ARPAbet of all its words together, where that is decided; of tokens of the category `given` alone. */
  readonly phonemes?: readonly string[]
  readonly span: TextSpan
}
