import type { Language } from '../../../core/language.ts'
import type { Markup } from '../../../core/request.ts'
import { unspokenPlainText } from '../../../text/markup.ts'
import { placedWordTimes, type WordStart } from '../../speech/word-times.ts'

/** A turn's text, split where the client stopped hearing it. Both parts together are the text. */
export interface HeardText {
  readonly heard: string
  readonly remaining: string
}

/** What is spoken in one go of a turn's text. */
export interface SegmentPlace {
  /** In UTF-16 units of the turn's text. */
  readonly start: number
  readonly text: string
  readonly markup: Markup
}

export interface BegunWord extends WordStart {
  readonly endSample: number
}

/** What was spoken of a segment so far. */
export interface SpokenSegment {
  readonly start: number
  readonly end: number
  readonly markup: Markup
  /** Their samples count from the start of the segment. */
  readonly words: BegunWord[]
  /** From the start of the turn's audio. */
  readonly startSample: number
  samples: number
  /** More of it may be spoken. */
  isOpen: boolean
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** As much around a place as decides whether it is within a grapheme, in UTF-16 units. */
const GRAPHEME_REACH = 64

/**
 * One turn as it was written and as it was sent: which part of its text has been heard when so much of its audio has been
 * played. Times of words are computed when somebody asks.
 */
export class HeardTurn {
  readonly contextId: string | null
  /** Where the turn's audio begins among all of the connection, in milliseconds; undefined before it does. */
  startMs: number | undefined
  readonly #language: Language
  readonly #sampleRateHz: number
  #text = ''
  #segments: SpokenSegment[] = []
  #samples = 0
  #isFinished = false
  /** A part of the text was refused. */
  #isPartial = false
  #isForgotten = false
  #stoppedAtMs = Number.POSITIVE_INFINITY

  constructor(contextId: string | null, language: Language, sampleRateHz: number) {
    this.contextId = contextId
    this.#language = language
    this.#sampleRateHz = sampleRateHz
  }

  /** As the client wrote it, messages joined. */
  get text(): string {
    return this.#text
  }

  /** Of the audio that was sent, in milliseconds. */
  get durationMs(): number {
    return (1000 * this.#samples) / this.#sampleRateHz
  }

  /** Where its audio ends among all of the connection, as far as it is played, in milliseconds. */
  get endMs(): number | undefined {
    return this.startMs === undefined ? undefined : this.startMs + Math.min(this.durationMs, this.#stoppedAtMs)
  }

  /** All of its text is spoken and sent, as far as it can be. */
  get isFinished(): boolean {
    return this.#isFinished
  }

  /** The text was dropped to save memory. */
  get isForgotten(): boolean {
    return this.#isForgotten
  }

  addText(text: string): void {
    if (!this.#isForgotten) this.#text += text
  }

  /** Removes and returns the text from a place on, which belongs to the next turn. */
  splitAt(place: number): string {
    const rest = this.#text.slice(place)
    this.#text = this.#text.slice(0, place)
    return rest
  }

  beginSegment({ start, text, markup }: SegmentPlace): SpokenSegment {
    const place = { start, end: start + text.length, startSample: this.#samples, samples: 0 }
    const segment = { ...place, markup, words: [], isOpen: true }
    this.#segments.push(segment)
    return segment
  }

  addSamples(count: number): void {
    this.#samples += count
    const segment = this.#segments.at(-1)
    if (segment !== undefined) segment.samples += count
  }

  /** The segment cannot be spoken. */
  refuse(segment: SpokenSegment): void {
    this.#segments = this.#segments.filter((each) => each !== segment)
    this.#isPartial = true
  }

  finish(): void {
    this.#isFinished = true
  }

  /** Nothing of it is played after so many milliseconds of its audio; of a turn that was not played, none. */
  stopAt(ms: number | undefined): void {
    this.#stoppedAtMs = Math.max(0, Math.min(this.durationMs, ms ?? 0))
    if (ms === undefined) this.startMs = undefined
  }

  forget(): void {
    this.#text = ''
    this.#segments = []
    this.#isForgotten = true
  }

  /** `ms`: of the turn's audio that has been played; more than was sent counts as all of it. */
  heardAt(ms: number): HeardText {
    const length = this.#heardLength(Math.min(ms, this.#stoppedAtMs))
    return { heard: this.#text.slice(0, length), remaining: this.#text.slice(length) }
  }

  #heardLength(ms: number): number {
    const isAll = ms >= this.durationMs
    const text = this.#text
    if (isAll && this.#isFinished && !this.#isPartial && this.#samples > 0) return text.length
    const length = graphemeEnd(text, this.#lastWordEnd((ms / 1000) * this.#sampleRateHz))
    return isAll && this.#samples > 0 && !this.#hasWords(length) ? text.length : length
  }

  /** Whether there are words in the text from a place on. */
  #hasWords(start: number): boolean {
    const rest = this.#text.slice(start)
    if (!/[\p{L}\p{N}]/u.test(rest)) return false
    const markup = this.#segments.at(-1)?.markup
    return markup === undefined || /[\p{L}\p{N}]/u.test(unspokenPlainText(rest, markup).text)
  }

  /** Where the last word ends of which more than half has been played. */
  #lastWordEnd(played: number): number {
    for (let i = this.#segments.length - 1; i >= 0; i--) {
      const segment = this.#segments[i] as SpokenSegment
      if (segment.startSample >= played) continue
      const end = this.#wordEndIn(segment, Math.min(played, this.#samples) - segment.startSample)
      if (end !== undefined) return end
    }
    return 0
  }

  #wordEndIn(segment: SpokenSegment, played: number): number | undefined {
    const { start, end, words, markup, isOpen } = segment
    const sampleRateHz = this.#sampleRateHz
    const samples = isOpen ? Math.max(segment.samples, words.at(-1)?.endSample ?? 0) : segment.samples
    const audio = { wordStarts: words, samples, sampleRateHz, markup, isOpen }
    const times = placedWordTimes(this.#text.slice(start, end), this.#language, audio)
    const isHeard = (word: number) =>
      (played / sampleRateHz) * 2 > (times.start[word] as number) + (times.end[word] as number)
    const last = times.spans.findLastIndex((span, word) => span.end > span.start && isHeard(word))
    return last < 0 ? undefined : start + (times.spans[last] as { end: number }).end
  }
}

/** The end of the grapheme that a place is in; the place itself between two. */
function graphemeEnd(text: string, place: number): number {
  if (place === 0 || place >= text.length) return place
  const from = Math.max(0, place - GRAPHEME_REACH)
  const near = GRAPHEMES.segment(text.slice(from, place + GRAPHEME_REACH)).containing(place - from)
  return near === undefined || from + near.index === place ? place : from + near.index + near.segment.length
}
