import type { MappedText } from '../../core/mapped-text.ts'
import type { TextSpan } from '../../core/utterance.ts'

/** A text is its parts in order; what lies between their spans (brackets) is not read. Spans are of the plain text. */
export type MarkupPart =
  | { readonly kind: 'text'; readonly span: TextSpan; readonly rate: number }
  | { readonly kind: 'phonemes'; readonly span: TextSpan; readonly rate: number; readonly phonemes: readonly string[] }
  | { readonly kind: 'pause'; readonly span: TextSpan; readonly durationMs: number }

/** A text as it is read, without its tags and emphasis, mapped to the caller's. */
export interface PlainText extends MappedText {
  readonly parts: readonly MarkupPart[]
  /** In the caller's text, in order: what is no part of any word. */
  readonly tags: readonly TagSpan[]
  /** Tags of unknown names. */
  readonly unknownTags: number
  /** Groups in square brackets, with or without a rate. */
  readonly groups: number
  /** Where in the caller's text begins what may be markup when more has come; its length if nothing may. */
  readonly openAt: number
  /** Whether it is a tag, phonemes or a group: waits for its end. Emphasis and entities need not end. */
  readonly waitsForEnd: boolean
}

export interface TagSpan extends TextSpan {
  /** Words before and after it are two. */
  readonly isParting: boolean
}
