import type { TextSpan } from '../../core/utterance.ts'

/** Times of the words of a text, in seconds, and their positions in it. */
interface PlacedWords {
  readonly words: readonly string[]
  readonly start: readonly number[]
  readonly end: readonly number[]
  readonly spans: readonly TextSpan[]
}

/** Times and positions as clients receive them; positions are [start, end) in UTF-16 units. */
export const toldWords = ({ spans, words, start, end }: PlacedWords) => ({
  word_timestamps: { words, start, end },
  spans: spans.map((span) => [span.start, span.end]),
})
