import { type MappedText, unchanged } from '../../core/mapped-text.ts'

/** A text in the few characters that the rules know, and where each of them came from. */
export type FoldedText = MappedText

const COMBINING = /\p{M}/u

/** Without the space at the end. */
export const trimmed = (folded: MappedText): FoldedText => ({ ...folded, text: folded.text.trimEnd() })

/** A text that needs no folding. */
export const unfolded = (source: string): FoldedText => trimmed(unchanged(source))

/** Where a character ends with the marks that combine with it. */
export function clusterEnd(source: string, at: number): number {
  let end = at + ((source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
  while (COMBINING.test(source.charAt(end))) end++
  return end
}
