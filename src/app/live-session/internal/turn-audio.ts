import type { Encoder } from '../../../audio/codec.ts'
import type { AudioFormat } from '../../../audio/codecs.ts'
import type { Language } from '../../../core/language.ts'
import type { DetectedLanguage, Markup } from '../../../core/request.ts'
import type { Samples } from '../../../core/samples.ts'
import { LANGUAGE_MODULES } from '../../../languages/languages.ts'
import type { NarratedTurn, SpokenWordEvent } from '../../speech/narrator.ts'
import { SpokenAudio } from '../../speech/spoken-audio.ts'
import { WholeEncoder } from '../../speech/whole-encoder.ts'
import type { WordTimes } from '../../speech/word-times.ts'
import type { TimesFrom } from '../live-session-messages.ts'

export interface TurnAudioOptions {
  readonly format: AudioFormat
  readonly language: Language
  /** Present if each sentence has its own language. */
  readonly detected?: DetectedLanguage | undefined
  /** Whether times of words are requested, and the language has some; detected ones may lack them. */
  readonly hasWordTimes: boolean
  /** Also of sentences in languages whose times are not told by default. */
  readonly hasAllWordTimes?: boolean
  /** What times of words are relative to. */
  readonly timesFrom: TimesFrom
  /** A text with nothing to speak has no audio instead of a short silence. */
  readonly mayBeEmpty?: boolean
}

export interface TurnText {
  readonly text: string
  readonly markup: Markup
  readonly before: string
  readonly language?: Language | undefined
  readonly isLast: boolean
  /** Undefined for that of the settings. */
  readonly delivery?: { readonly rate: number | undefined; readonly gainDb?: number }
  /** Receives the words before their audio; their samples count from `textSample` of the turn. */
  readonly onWord?: (word: SpokenWordEvent, textSample: number) => void
}

/** A part of a turn, in playback order. */
export type TurnPart =
  | { readonly kind: 'audio'; readonly bytes: Uint8Array; readonly samples: number }
  | { readonly kind: 'words'; readonly times: WordTimes }

/** The audio of one turn: its segments, encoded as one stream. */
export class TurnAudio implements Disposable {
  readonly #narrated: NarratedTurn
  readonly #encoder: WholeEncoder
  readonly #options: TurnAudioOptions
  #isFinished = false
  #samples = 0

  /** Takes ownership of the turn and the encoder. */
  constructor(narrated: NarratedTurn, encoder: Encoder, options: TurnAudioOptions) {
    this.#narrated = narrated
    this.#encoder = new WholeEncoder(encoder)
    this.#options = options
  }

  /** Speaks a segment no faster than it is read. Throws what synthesis throws. */
  async *speak(
    { text, markup, before, isLast, delivery, language: ownLanguage, onWord }: TurnText,
    signal: AbortSignal,
  ): AsyncGenerator<TurnPart> {
    const { format, language, detected, hasWordTimes, hasAllWordTimes = false } = this.#options
    const { timesFrom, mayBeEmpty = false } = this.#options
    const { sampleRateHz } = format
    const place = { isContinued: this.#encoder.isBegun, isOpenEnded: !isLast, ...(before !== '' && { before }) }
    const textSample = this.#samples
    const audio = new SpokenAudio({ text, markup, language, detected, sampleRateHz }, hasWordTimes)
    for await (const event of this.#narrated.speak(
      { text, markup, ...delivery, language: ownLanguage, ...place },
      signal,
    )) {
      if (event.kind === 'word') onWord?.(event, textSample)
      const samples = audio.take(event)
      if (samples !== undefined) yield await this.#encode(samples)
    }
    const silence = mayBeEmpty ? undefined : audio.silence()
    if (silence !== undefined) yield await this.#encode(silence)
    if (!hasWordTimes) return
    if (!hasAllWordTimes && detected && !LANGUAGE_MODULES[detected.language].hasWordTimes) return
    // Clients that play what they have when the times come would play the end of the encoded audio in the next turn.
    if (isLast) yield await this.finish()
    yield { kind: 'words', times: laterBy(timesFrom === 'turn' ? textSample / sampleRateHz : 0, audio.words()) }
  }

  /** The end of the encoded stream; empty if the turn had no audio, since an end alone is not a valid file. */
  async finish(): Promise<TurnPart> {
    const hasEnd = this.#encoder.isBegun && !this.#isFinished
    this.#isFinished = true
    return { kind: 'audio', bytes: hasEnd ? await this.#encoder.finish() : new Uint8Array(0), samples: 0 }
  }

  [Symbol.dispose](): void {
    this.#narrated[Symbol.dispose]()
    this.#encoder[Symbol.dispose]()
  }

  async #encode(samples: Samples): Promise<TurnPart> {
    const { length } = samples
    this.#samples += length
    return { kind: 'audio', bytes: await this.#encoder.encode(samples), samples: length }
  }
}

function laterBy(seconds: number, { words, start, end }: WordTimes): WordTimes {
  const later = (time: number) => Math.round((time + seconds) * 1e6) / 1e6
  return { words, start: start.map(later), end: end.map(later) }
}
