import type { SpokenWord } from '../../app/live-session/live-session.ts'
import type { WordTimes } from '../../app/speech/word-times.ts'
import { ipaOf } from '../../core/arpabet-ipa.ts'

/** What times are told of. */
export interface AskedTimes {
  readonly add_timestamps: boolean
  readonly add_phoneme_timestamps: boolean
  readonly use_normalized_timestamps: boolean
}

/** Times in seconds. Undefined where none were asked for. */
export interface ToldTimes {
  readonly words: WordTimes | undefined
  /** In place of words, sounds in IPA. */
  readonly phonemes: WordTimes | undefined
}

/** Gathers words as they are spoken and gives the times that were asked for. */
export class SpokenTimes {
  readonly #asked: AskedTimes
  readonly #sampleRateHz: number
  #spoken: SpokenWord[] = []

  constructor(asked: AskedTimes, sampleRateHz: number) {
    this.#asked = asked
    this.#sampleRateHz = sampleRateHz
  }

  get isAsked(): boolean {
    return this.#asked.add_timestamps || this.#asked.add_phoneme_timestamps
  }

  /** Takes a word as it is spoken; undefined where words as they are written are enough. */
  get onWord(): ((word: SpokenWord) => void) | undefined {
    const { add_timestamps, add_phoneme_timestamps, use_normalized_timestamps } = this.#asked
    const isNeeded = add_phoneme_timestamps || (add_timestamps && use_normalized_timestamps)
    return isNeeded ? (word) => void this.#spoken.push(word) : undefined
  }

  /** The times of all words since the last call, of which `written` are those as they are written. */
  take(written: WordTimes): ToldTimes {
    const spoken = this.#spoken
    this.#spoken = []
    const { add_timestamps, add_phoneme_timestamps, use_normalized_timestamps } = this.#asked
    const words = use_normalized_timestamps ? this.#timesOf(spoken, ({ spoken: word }) => [word]) : written
    return {
      words: add_timestamps ? words : undefined,
      phonemes: add_phoneme_timestamps ? this.#timesOf(spoken, ({ phonemes = [] }) => phonemes.map(ipaOf)) : undefined,
    }
  }

  /** The parts of a word share its time evenly. */
  #timesOf(spoken: readonly SpokenWord[], partsOf: (word: SpokenWord) => readonly string[]): WordTimes {
    const seconds = (samples: number): number => Math.round((samples / this.#sampleRateHz) * 1e6) / 1e6
    const parts = spoken.flatMap((word) => {
      const { startSample, endSample } = word
      return partsOf(word).map((part, i, { length }) => {
        const at = (index: number): number => seconds(startSample + ((endSample - startSample) * index) / length)
        return { part, start: at(i), end: at(i + 1) }
      })
    })
    return {
      words: parts.map(({ part }) => part),
      start: parts.map(({ start }) => start),
      end: parts.map(({ end }) => end),
    }
  }
}
