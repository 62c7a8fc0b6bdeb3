import type { Language } from '../core/language.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'
import { audioOf, shortSilence } from './audio-of.ts'
import type { SpokenEvent } from './speak.ts'
import { type PlacedWordTimes, placedWordTimes, type WordStart, type WordTimes, wordTimes } from './word-times.ts'

/** Samples, or the times of words. */
export type TimedPart = Int16Array | { readonly kind: 'words'; readonly times: WordTimes }

export interface TimedText {
  readonly text: string
  readonly language: Language
  readonly sampleRateHz: number
  /** Whether `<500>` in the text is a pause. */
  readonly hasPauses: boolean
}

/** Like `audioOf`, with the times of all words before the last audio if the language has them. */
export async function* timedAudioOf(
  events: AsyncIterable<SpokenEvent>,
  { text, language, sampleRateHz, hasPauses }: TimedText,
): AsyncGenerator<TimedPart> {
  const wordStarts: WordStart[] = []
  let samples = 0
  // The times are known when all audio is complete, so the last chunk is held back.
  let held: Int16Array<ArrayBuffer> | undefined
  for await (const event of events) {
    if (event.kind === 'word') wordStarts.push(event)
    if (event.kind === 'word' || event.samples.length === 0) continue
    samples += event.samples.length
    if (held !== undefined) yield held
    held = event.samples
  }
  held ??= shortSilence(sampleRateHz)
  if (LANGUAGE_MODULES[language].hasWordTimes) {
    const audio = { wordStarts, samples: samples || held.length, sampleRateHz, hasPauses }
    yield { kind: 'words', times: wordTimes(text, audio) }
  }
  yield held
}

export interface FollowedAudio {
  readonly audio: AsyncIterable<Int16Array>
  /** The words of the whole text, in every language. Call after all audio has been read. */
  words(): PlacedWordTimes
}

/** Like `audioOf`; also records when the words begin. */
export function followedAudioOf(
  events: AsyncIterable<SpokenEvent>,
  { text, language, sampleRateHz, hasPauses }: TimedText,
): FollowedAudio {
  const wordStarts: WordStart[] = []
  let samples = 0
  async function* noted(): AsyncGenerator<SpokenEvent> {
    for await (const event of events) {
      if (event.kind === 'word') wordStarts.push({ span: event.span, startSample: event.startSample })
      yield event
    }
  }
  async function* counted(): AsyncGenerator<Int16Array> {
    for await (const piece of audioOf(noted(), sampleRateHz)) {
      samples += piece.length
      yield piece
    }
  }
  return {
    audio: counted(),
    words: () => placedWordTimes(text, language, { wordStarts, samples, sampleRateHz, hasPauses }),
  }
}
