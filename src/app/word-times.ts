import type { Language } from '../core/language.ts'
import type { TextSpan } from '../core/utterance.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'

/** Times of the words of a segment, in seconds; each word starts where the previous one ends. */
export interface WordTimes {
  readonly words: readonly string[]
  readonly start: readonly number[]
  readonly end: readonly number[]
}

/** Times of words and their positions in the text. */
export interface PlacedWordTimes extends WordTimes {
  readonly spans: readonly TextSpan[]
}

export interface WordStart {
  readonly span: TextSpan
  readonly startSample: number
}

export interface SegmentAudio {
  /** Word starts, in order. */
  readonly wordStarts: readonly WordStart[]
  readonly samples: number
  readonly sampleRateHz: number
  /** Whether `<500>` in the text is a pause. */
  readonly hasPauses: boolean
}

const PAUSE = /^<\d{1,9}(?:\.\d{1,6})?>$/

/**
 * Words are separated by spaces, as written; text of a language without spaces is divided where words were read. If a
 * reading covers several words, or a word has none, the time is shared by number of letters and digits.
 */
export function placedWordTimes(text: string, language: Language, audio: SegmentAudio): PlacedWordTimes {
  const written = wordsBetweenSpaces(text, audio)
  const words = LANGUAGE_MODULES[language].hasSpaces ? written : [...partedWhereRead(written, audio.wordStarts)]
  const spans = words.map(({ word, start }) => ({ start, end: start + word.length }))
  return { ...timesOf(words, audio), spans }
}

interface WrittenWord {
  readonly word: string
  readonly start: number
}

function wordsBetweenSpaces(text: string, { hasPauses }: SegmentAudio): WrittenWord[] {
  const all = [...text.matchAll(/\S+/g)].map(({ 0: word, index: start }) => ({ word, start }))
  const words = all.filter(({ word }) => !hasPauses || !PAUSE.test(word))
  // A text with only a pause has a duration too, and clients add up the ends.
  return words.length > 0 ? words : all.slice(0, 1)
}

/** Opening quotation marks and brackets belong to the next word. All of these are single UTF-16 units. */
const OPENING = /[\p{Ps}\p{Pi}]/u

function withoutOpenings(read: string): string {
  let end = read.length
  while (end > 0 && OPENING.test(read.charAt(end - 1))) end--
  return read.slice(0, end)
}

function* partedWhereRead(words: readonly WrittenWord[], wordStarts: readonly WordStart[]): Generator<WrittenWord> {
  let next = 0
  for (const { word, start } of words) {
    let from = 0
    for (; (wordStarts[next]?.span.start ?? Number.POSITIVE_INFINITY) < start + word.length; next++) {
      const read = word.slice(from, Math.max(from, (wordStarts[next]?.span.start as number) - start))
      const piece = withoutOpenings(read)
      if (piece === '') continue
      yield { word: piece, start: start + from }
      from += piece.length
    }
    yield { word: word.slice(from), start: start + from }
  }
}

function timesOf(words: readonly WrittenWord[], { wordStarts, samples, sampleRateHz }: SegmentAudio): WordTimes {
  const known = startsOf(words, wordStarts)
  if (known.length > 0) known[0] = 0
  const letters = words.map(({ word }) => lettersOf(word))
  const starts = [...sharedOut(known, letters, samples)]
  const seconds = [...starts, samples].map((sample) => Math.round((sample / sampleRateHz) * 1e6) / 1e6)
  return { words: words.map(({ word }) => word), start: seconds.slice(0, -1), end: seconds.slice(1) }
}

/** The first sample of each word; undefined for a word in which no reading begins. */
function startsOf(words: readonly WrittenWord[], wordStarts: readonly WordStart[]): (number | undefined)[] {
  let next = 0
  return words.map(({ word, start }) => {
    while ((wordStarts[next]?.span.start ?? Number.POSITIVE_INFINITY) < start) next++
    const first = wordStarts[next]
    return first !== undefined && first.span.start < start + word.length ? first.startSample : undefined
  })
}

function* sharedOut(
  known: readonly (number | undefined)[],
  letters: readonly number[],
  samples: number,
): Generator<number> {
  for (let i = 0; i < known.length; ) {
    let end = i + 1
    while (end < known.length && known[end] === undefined) end++
    const from = known[i] as number
    const length = Math.max(0, (known[end] ?? samples) - from)
    const all = letters.slice(i, end).reduce((sum, count) => sum + count, 0)
    for (let before = 0; i < end; i++) {
      yield Math.min(samples, from + (all === 0 ? 0 : (length * before) / all))
      before += letters[i] as number
    }
  }
}

const lettersOf = (token: string): number => token.match(/[\p{L}\p{N}]/gu)?.length ?? 0
