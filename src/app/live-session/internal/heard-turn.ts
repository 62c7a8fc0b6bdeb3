import type { Language } from '../../../core/language.ts'
import type { DetectedLanguage, Markup } from '../../../core/request.ts'
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
  /** The engine does not know when it begins. */
  readonly isEstimated?: boolean | undefined
}

/** `client`: by what it says. `clock`: by when audio was sent. */
export type HeardFrom = 'client' | 'clock'

/** What a turn is spoken in. */
export interface TurnLanguage {
  readonly language: Language
  /** Present if each sentence has its own language. */
  readonly detected?: DetectedLanguage | undefined
  readonly sampleRateHz: number
}

interface Stop {
  /** Of the turn's audio that was played. */
  readonly ms: number
  readonly from: HeardFrom
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
  /** Where the turn's audio begins among all of its session, in milliseconds; undefined before it does. */
  startMs: number | undefined
  /** When its first audio was sent, in milliseconds of the timers. */
  begunAtMs = Number.NEGATIVE_INFINITY
  readonly #language: TurnLanguage
  readonly #contextIds: Set<string | null>
  #text = ''
  #segments: SpokenSegment[] = []
  #samples = 0
  #isFinished = false
  /** A part of the text was refused. */
  #isPartial = false
  #isForgotten = false
  #hasEstimatedTimes = false
  #stop: Stop | undefined
  /** As much of its audio as the clock may count. */
  #maxClockMs = Number.POSITIVE_INFINITY

  constructor(contextId: string | null, language: TurnLanguage) {
    this.#contextIds = new Set([contextId])
    this.#language = language
  }

  /** The last one of its texts. */
  get contextId(): string | null {
    return [...this.#contextIds].at(-1) ?? null
  }

  /** As the client wrote it, messages joined. */
  get text(): string {
    return this.#text
  }

  /** Of the audio that was sent, in milliseconds. */
  get durationMs(): number {
    return (1000 * this.#samples) / this.#language.sampleRateHz
  }

  /** Where its audio ends among all of its session, as far as it is played, in milliseconds. */
  get endMs(): number | undefined {
    return this.startMs === undefined ? undefined : this.startMs + (this.#stop?.ms ?? this.durationMs)
  }

  /** All of its text is spoken and sent, as far as it can be. */
  get isFinished(): boolean {
    return this.#isFinished
  }

  /** The text was dropped to save memory. */
  get isForgotten(): boolean {
    return this.#isForgotten
  }

  /** Times of some words are estimated. */
  get hasEstimatedTimes(): boolean {
    return this.#hasEstimatedTimes
  }

  /** Whether some of its text is of the context. */
  isOf(contextId: string | null): boolean {
    return this.#contextIds.has(contextId)
  }

  addText(text: string): void {
    if (!this.#isForgotten) this.#text += text
  }

  /** Later text is of this context. Returns whether it is another one than before. */
  enter(contextId: string | null): boolean {
    if (contextId === this.contextId || this.#isForgotten) return false
    this.#contextIds.delete(contextId)
    this.#contextIds.add(contextId)
    return true
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

  addWord(segment: SpokenSegment, { span, startSample, endSample, isEstimated = false }: BegunWord): void {
    segment.words.push({ span, startSample, endSample })
    this.#hasEstimatedTimes ||= isEstimated
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
  stopAt(ms: number | undefined, from: HeardFrom): void {
    this.#stop = { ms: Math.max(0, Math.min(this.durationMs, ms ?? 0)), from }
    if (ms === undefined) this.startMs = undefined
  }

  /** The clock counts no more than so many milliseconds of its audio; the client may say that it has played more. */
  stopClockAt(ms: number): void {
    this.#maxClockMs = Math.min(this.#maxClockMs, ms)
  }

  /** How much of its audio was played, if the client is at `ms`. What it says itself counts more than a stop by the clock. */
  playedMs(ms: number, from: HeardFrom): number {
    const isStopped = this.#stop !== undefined && (from === 'clock' || this.#stop.from === 'client')
    const sentMs = isStopped ? (this.#stop as Stop).ms : this.durationMs
    const maxMs = from === 'clock' ? Math.min(sentMs, this.#maxClockMs) : sentMs
    return this.startMs === undefined ? 0 : Math.max(0, Math.min(maxMs, ms))
  }

  forget(): void {
    this.#text = ''
    this.#segments = []
    for (const contextId of [...this.#contextIds].slice(0, -1)) this.#contextIds.delete(contextId)
    this.#isForgotten = true
  }

  /** `ms`: of the turn's audio that has been played; more than was sent counts as all of it. */
  heardAt(ms: number): HeardText {
    const length = this.#heardLength(ms)
    return { heard: this.#text.slice(0, length), remaining: this.#text.slice(length) }
  }

  #heardLength(ms: number): number {
    // Positions are often rounded to milliseconds.
    const isAll = Math.round(ms) >= Math.round(this.durationMs)
    const text = this.#text
    if (isAll && this.#isFinished && !this.#isPartial && this.#samples > 0) return text.length
    const length = graphemeEnd(text, this.#lastWordEnd((ms / 1000) * this.#language.sampleRateHz))
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
    const { language, detected, sampleRateHz } = this.#language
    const samples = isOpen ? Math.max(segment.samples, words.at(-1)?.endSample ?? 0) : segment.samples
    const hasOwnLanguages = detected !== undefined
    const audio = { wordStarts: words, samples, sampleRateHz, markup, isOpen, hasOwnLanguages }
    const times = placedWordTimes(this.#text.slice(start, end), language, audio)
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
