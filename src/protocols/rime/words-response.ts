import type { TextSpan } from '../../core/utterance.ts'

/** Times of the words of a text, in seconds, and their positions in it. */
interface PlacedWords {
  readonly words: readonly string[]
  readonly start: readonly number[]
  readonly end: readonly number[]
  readonly spans: readonly TextSpan[]
}

export const wordTimestamps = ({ words, start, end }: Omit<PlacedWords, 'spans'>) => ({
  word_timestamps: { words, start, end },
})

/** Times and positions as clients receive them; positions are [start, end) in UTF-16 units. */
export const wordsResponse = (words: PlacedWords) => ({
  ...wordTimestamps(words),
  spans: words.spans.map((span) => [span.start, span.end]),
})
