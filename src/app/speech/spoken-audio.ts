import type { Language } from '../../core/language.ts'
import type { DetectedLanguage, Markup } from '../../core/request.ts'
import { Samples } from '../../core/samples.ts'
import type { SpokenEvent } from './narrator.ts'
import { type PlacedWordTimes, placedWordTimes, type WordStart } from './word-times.ts'

export interface TextOfAudio {
  readonly text: string
  readonly language: Language
  /** Present if each sentence has its own language. */
  readonly detected?: DetectedLanguage | undefined
  readonly sampleRateHz: number
  readonly markup: Markup
}

const SILENCE_S = 0.2

/** The audio of one text as it is spoken: what was heard of it, and when its words began. */
export class SpokenAudio {
  readonly #text: TextOfAudio
  readonly #wordStarts: WordStart[] | undefined
  #samples = 0

  constructor(text: TextOfAudio, hasTimes: boolean) {
    this.#text = text
    this.#wordStarts = hasTimes ? [] : undefined
  }

  get samples(): number {
    return this.#samples
  }

  get seconds(): number {
    return this.#samples / this.#text.sampleRateHz
  }

  /** The samples of an event, if it has some. */
  take(event: SpokenEvent): Samples | undefined {
    if (event.kind === 'word') {
      this.#wordStarts?.push({ span: event.span, startSample: event.startSample })
      return undefined
    }
    const { samples } = event
    this.#samples += samples.length
    return samples.length === 0 ? undefined : samples
  }

  /** After the last event: a short silence if nothing was spoken, since an empty answer is not valid audio. */
  silence(): Samples | undefined {
    if (this.#samples > 0) return undefined
    const silence = shortSilence(this.#text.sampleRateHz)
    this.#samples = silence.length
    return silence
  }

  /** The words of the whole text, in every language. Call after all audio. Empty without times. */
  words(): PlacedWordTimes {
    const { text, language, detected, sampleRateHz, markup } = this.#text
    const wordStarts = this.#wordStarts ?? []
    return placedWordTimes(text, language, {
      wordStarts,
      samples: this.#samples,
      sampleRateHz,
      markup,
      hasOwnLanguages: detected !== undefined,
    })
  }
}

/** Audio of a text with nothing to speak. */
export const shortSilence = (sampleRateHz: number): Samples =>
  new Samples(new Int16Array(Math.ceil(sampleRateHz * SILENCE_S)))
