import type { AudioFormat, Encoder } from '../../core/audio.ts'
import type { Markup } from '../../core/request.ts'
import { shortSilence } from '../audio-of.ts'
import type { WordTimes } from '../session-protocol.ts'
import type { NarratedTurn } from '../speak.ts'
import { type WordStart, wordTimes } from './word-times.ts'

export interface TurnAudioOptions {
  readonly format: AudioFormat
  readonly hasWordTimes: boolean
}

export interface TurnText {
  readonly text: string
  readonly markup: Markup
  readonly isLast: boolean
}

/** A piece of a turn, in the order in which it is heard. */
export type TurnPart =
  | { readonly kind: 'audio'; readonly bytes: Uint8Array; readonly durationMs: number }
  | { readonly kind: 'words'; readonly times: WordTimes }

/** The audio of one turn: segment after segment in one file, if the format is one. */
export class TurnAudio implements Disposable {
  readonly #narrated: NarratedTurn
  readonly #encoder: Encoder
  readonly #options: TurnAudioOptions
  #isBegun = false

  /** Takes both over. */
  constructor(narrated: NarratedTurn, encoder: Encoder, options: TurnAudioOptions) {
    this.#narrated = narrated
    this.#encoder = encoder
    this.#options = options
  }

  /** As it is synthesized, and no faster than it is read. Throws what speaking throws. */
  async *speak({ text, markup, isLast }: TurnText, signal: AbortSignal): AsyncGenerator<TurnPart> {
    const { format, hasWordTimes } = this.#options
    const wordStarts: WordStart[] = []
    let samples = 0
    // The times are known when all audio is there and come before the last of it, so one chunk is held back for them.
    let held: Int16Array | undefined
    const take = (next: Int16Array): Int16Array | undefined => {
      samples += next.length
      if (!hasWordTimes) return next
      const ready = held
      held = next
      return ready
    }
    const place = { isContinued: this.#isBegun, isOpenEnded: !isLast }
    for await (const event of this.#narrated.speak({ text, markup, ...place }, signal)) {
      if (event.kind === 'word') {
        if (hasWordTimes) wordStarts.push(event)
        continue
      }
      const ready = event.samples.length > 0 ? take(event.samples) : undefined
      if (ready !== undefined) yield this.#encode(ready)
    }
    if (samples === 0) {
      const ready = take(shortSilence(format.sampleRateHz))
      if (ready !== undefined) yield this.#encode(ready)
    }
    if (held === undefined) return
    const audio = { wordStarts, samples, sampleRateHz: format.sampleRateHz, hasPauses: markup.pauses }
    yield { kind: 'words', times: wordTimes(text, audio) }
    yield this.#encode(held)
  }

  /** What the format still owes. */
  finish(): TurnPart {
    return { kind: 'audio', bytes: this.#encoder.finish(), durationMs: 0 }
  }

  [Symbol.dispose](): void {
    this.#narrated[Symbol.dispose]()
    this.#encoder[Symbol.dispose]()
  }

  #encode(samples: Int16Array): TurnPart {
    const durationMs = (1000 * samples.length) / this.#options.format.sampleRateHz
    const encoded = this.#encoder.encode(samples)
    const { header } = this.#encoder
    const bytes = this.#isBegun || header.length === 0 ? encoded : Buffer.concat([header, encoded])
    this.#isBegun = true
    return { kind: 'audio', bytes, durationMs }
  }
}
