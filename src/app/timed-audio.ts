import type { Language } from '../core/language.ts'
import type { Markup } from '../core/request.ts'
import type { Samples } from '../core/samples.ts'
import { audioOf, type SpokenWordEvent } from './audio-of.ts'
import type { SpokenEvent } from './speak.ts'
import { type PlacedWordTimes, placedWordTimes, type WordStart } from './word-times.ts'

export interface TimedText {
  readonly text: string
  readonly language: Language
  readonly sampleRateHz: number
  readonly markup: Markup
  readonly mayBeEmpty?: boolean
  readonly onWord?: ((word: SpokenWordEvent) => void) | undefined
}

export interface TimedAudio {
  readonly audio: AsyncIterable<Samples>
  /** The words of the whole text, in every language. Call after all audio has been read. */
  words(): PlacedWordTimes
}

/** Like `audioOf`; also records when the words begin. */
export function timedAudioOf(
  events: AsyncIterable<SpokenEvent>,
  { text, language, sampleRateHz, markup, mayBeEmpty = false, onWord }: TimedText,
): TimedAudio {
  const wordStarts: WordStart[] = []
  let samples = 0
  async function* counted(): AsyncGenerator<Samples> {
    const note = (word: SpokenWordEvent) => {
      wordStarts.push({ span: word.span, startSample: word.startSample })
      onWord?.(word)
    }
    for await (const piece of audioOf(events, sampleRateHz, note, mayBeEmpty)) {
      samples += piece.length
      yield piece
    }
  }
  return {
    audio: counted(),
    words: () => placedWordTimes(text, language, { wordStarts, samples, sampleRateHz, markup }),
  }
}
