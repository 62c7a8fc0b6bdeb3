import type { Encoder } from '../../audio/codec.ts'
import type { AudioFormat } from '../../audio/codecs.ts'
import type { Language } from '../../core/language.ts'
import type { Markup } from '../../core/request.ts'
import type { Samples } from '../../core/samples.ts'
import { audioOf, type SpokenWordEvent } from '../audio-of.ts'
import type { TimesFrom } from '../live-session-messages.ts'
import type { NarratedTurn } from '../speak.ts'
import { timedAudioOf } from '../timed-audio.ts'
import type { WordTimes } from '../word-times.ts'

export interface TurnAudioOptions {
  readonly format: AudioFormat
  readonly language: Language
  readonly hasWordTimes: boolean
  /** What times of words are relative to. */
  readonly timesFrom: TimesFrom
  /** A text with nothing to speak has no audio instead of a short silence. */
  readonly mayBeEmpty?: boolean
}

export interface TurnText {
  readonly text: string
  readonly markup: Markup
  readonly before: string
  readonly isLast: boolean
  /** Speaking rate from here on; undefined for that of the settings. */
  readonly rate?: number | undefined
  /** Receives the words before their audio. */
  readonly onWord?: ((word: SpokenWordEvent) => void) | undefined
}

/** A part of a turn, in playback order. */
export type TurnPart =
  | { readonly kind: 'audio'; readonly bytes: Uint8Array; readonly samples: number }
  | { readonly kind: 'words'; readonly times: WordTimes }

/** The audio of one turn: its segments, encoded as one stream. */
export class TurnAudio implements Disposable {
  readonly #narrated: NarratedTurn
  readonly #encoder: Encoder
  readonly #options: TurnAudioOptions
  #isBegun = false
  #isFinished = false
  #samples = 0

  /** Takes ownership of the turn and the encoder. */
  constructor(narrated: NarratedTurn, encoder: Encoder, options: TurnAudioOptions) {
    this.#narrated = narrated
    this.#encoder = encoder
    this.#options = options
  }

  /** Speaks a segment no faster than it is read. Throws what synthesis throws. */
  async *speak(
    { text, markup, before, isLast, rate, onWord }: TurnText,
    signal: AbortSignal,
  ): AsyncGenerator<TurnPart> {
    const { format, language, hasWordTimes, timesFrom, mayBeEmpty = false } = this.#options
    const { sampleRateHz } = format
    const place = { isContinued: this.#isBegun, isOpenEnded: !isLast, ...(before !== '' && { before }) }
    const events = this.#narrated.speak({ text, markup, rate, ...place }, signal)
    if (!hasWordTimes) {
      for await (const samples of audioOf(events, sampleRateHz, onWord, mayBeEmpty)) {
        yield await this.#encode(samples)
      }
      return
    }
    const startS = timesFrom === 'turn' ? this.#samples / sampleRateHz : 0
    const { audio, words } = timedAudioOf(events, {
      text,
      markup,
      language,
      sampleRateHz,
      mayBeEmpty,
      onWord,
    })
    for await (const samples of audio) yield await this.#encode(samples)
    // Clients that play what they have when the times come would play the end of the encoded audio in the next turn.
    if (isLast) yield await this.finish()
    yield { kind: 'words', times: laterBy(startS, words()) }
  }

  /** The end of the encoded stream; empty if the turn had no audio, since an end alone is not a valid file. */
  async finish(): Promise<TurnPart> {
    const hasEnd = this.#isBegun && !this.#isFinished
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
    const encoded = await this.#encoder.encode(samples)
    const { header } = this.#encoder
    const bytes = this.#isBegun || header.length === 0 ? encoded : Buffer.concat([header, encoded])
    this.#isBegun = true
    return { kind: 'audio', bytes, samples: length }
  }
}

function laterBy(seconds: number, { words, start, end }: WordTimes): WordTimes {
  const later = (time: number) => Math.round((time + seconds) * 1e6) / 1e6
  return { words, start: start.map(later), end: end.map(later) }
}
