import type { Language } from '../../core/language.ts'
import type { Markup, SynthesisRequest } from '../../core/request.ts'
import type { TextSpan } from '../../core/utterance.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import { type WrittenWord, writtenWords } from '../../text/markup.ts'

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
  /** That of the text: tags are no words. */
  readonly markup: Markup
  /** More of the text is to be spoken: words after the last that has begun are left out. */
  readonly isOpen?: boolean
  /** Each sentence has its own language: words of Japanese are divided among others, too. */
  readonly hasOwnLanguages?: boolean
}

/** Whether clients are told the times of words while the audio is sent; with detected languages, in some sentences. */
export const mayHaveWordTimes = ({ detected, language }: Pick<SynthesisRequest, 'detected' | 'language'>): boolean =>
  (detected?.among ?? [language]).some((each) => LANGUAGE_MODULES[each].hasWordTimes)

/**
 * Words are separated by spaces, as written; text of a language without spaces is divided where words were read. If a
 * reading covers several words, or a word has none, the time is shared by number of letters and digits.
 */
export function placedWordTimes(text: string, language: Language, audio: SegmentAudio): PlacedWordTimes {
  const { hasSpaces } = LANGUAGE_MODULES[language]
  const written = wordsBetweenSpaces(text, audio, !hasSpaces)
  const mayBeParted = hasSpaces ? (audio.hasOwnLanguages === true ? HAS_JAPANESE : null) : /^/
  const all = mayBeParted ? [...partedWhereRead(written, audio.wordStarts, mayBeParted)] : written
  const words = audio.isOpen === true ? [...begun(all, audio.wordStarts, hasSpaces)] : all
  return { ...timesOf(words, audio), spans: words.map(({ span }) => span) }
}

const HAS_JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
const NUMBERED_PAUSE = /^<[\d.]{1,20}>$/

function wordsBetweenSpaces(text: string, { markup }: SegmentAudio, tagsPart = false): readonly WrittenWord[] {
  const words = writtenWords(text, markup, tagsPart)
  // A text with only a pause has a duration too, and clients add up the ends.
  const [pause] = words.length > 0 ? [] : (/\S+/.exec(text) ?? [])
  if (pause === undefined) return words
  const start = text.indexOf(pause)
  return NUMBERED_PAUSE.test(pause)
    ? [{ word: pause, span: { start, end: start + pause.length } }]
    : [{ word: '', span: { start, end: start } }]
}

/** Opening quotation marks and brackets belong to the next word. All of these are single UTF-16 units. */
const OPENING = /[\p{Ps}\p{Pi}]/u

function withoutOpenings(read: string): string {
  let end = read.length
  while (end > 0 && OPENING.test(read.charAt(end - 1))) end--
  return read.slice(0, end)
}

function* partedWhereRead(
  words: readonly WrittenWord[],
  wordStarts: readonly WordStart[],
  mayBeParted: RegExp,
): Generator<WrittenWord> {
  let next = 0
  for (const written of words) {
    const { word } = written
    const { start, end } = written.span
    let from = 0
    if (!mayBeParted.test(word)) {
      while ((wordStarts[next]?.span.start ?? Number.POSITIVE_INFINITY) < end) next++
      yield written
      continue
    }
    for (; (wordStarts[next]?.span.start ?? Number.POSITIVE_INFINITY) < end; next++) {
      const read = word.slice(from, Math.max(from, (wordStarts[next]?.span.start as number) - start))
      const piece = withoutOpenings(read)
      if (piece === '') continue
      yield { word: piece, span: { start: start + from, end: start + from + piece.length } }
      from += piece.length
    }
    yield { word: word.slice(from), span: { start: start + from, end } }
  }
}

/** The words up to the last that has begun. Without spaces, what was written after it may be several words. */
function* begun(
  words: readonly WrittenWord[],
  wordStarts: readonly WordStart[],
  hasSpaces: boolean,
): Generator<WrittenWord> {
  const end = wordStarts.reduce((last, { span }) => Math.max(last, span.end), 0)
  for (const written of words) {
    const { start } = written.span
    if (start >= end) return
    const isCut = !hasSpaces && written.span.end > end
    yield isCut ? { word: written.word.slice(0, end - start), span: { start, end } } : written
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
  return words.map(({ span: { start, end } }) => {
    while ((wordStarts[next]?.span.start ?? Number.POSITIVE_INFINITY) < start) next++
    const first = wordStarts[next]
    return first !== undefined && first.span.start < end ? first.startSample : undefined
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
