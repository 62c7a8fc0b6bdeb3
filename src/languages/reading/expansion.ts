import type { TokenCategory } from '../../core/spoken-token.ts'

/** One way of reading one kind of token. */
export interface Expansion {
  readonly category: TokenCategory
  /** Tried only where a token starts with one of these. */
  readonly first: RegExp
  /** For what starts with letters: the words it may start with, in lower case. Not tried on others. */
  readonly words?: ReadonlySet<string>
  /** For what starts with letters: the characters of which one must come right after them. */
  readonly next?: RegExp
  /** For what starts with letters: how they must be written. */
  readonly written?: readonly LetterCase[]
  /** Sticky, on folded text. No quantifier is unbounded: a failed attempt must cost no more than the pattern is long. */
  readonly pattern: RegExp
  /** The reading; undefined where the context says that this is something else. */
  readonly read: (match: RegExpExecArray, context: Context) => Reading | string | undefined
}

/** `word`; `Word` or `W`; `WORD` and `wOrd`. */
export type LetterCase = 'lower' | 'capitalized' | 'mixed'

export interface Reading {
  /** Words separated by spaces; `,` `;` `:` `.` `?` `!` for pauses. Empty for silence. */
  readonly spoken: string
  /** UTF-16 units of the match that this reads, at least one; the rest is read on its own. */
  readonly length: number
  /** A pause that parts it from the words before it, where there is none. */
  readonly pause?: ','
}

/** The folded text around a match, as much as any rule may need. */
export interface Context {
  readonly before: string
  readonly after: string
  /** ISO 3166 code of the country whose conventions hold; absent for the language's usual ones. */
  readonly country?: string | undefined
}
