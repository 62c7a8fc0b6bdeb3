import type { TextSpan } from '../../core/utterance.ts'

/** When the words of a text are heard, in seconds, and where each stands in it. */
interface PlacedWords {
  readonly words: readonly string[]
  readonly start: readonly number[]
  readonly end: readonly number[]
  readonly spans: readonly TextSpan[]
}

/** The same as clients get it; places are [start, end) in UTF-16 units. */
export const toldWords = ({ spans, words, start, end }: PlacedWords) => ({
  word_timestamps: { words, start, end },
  spans: spans.map((span) => [span.start, span.end]),
})
