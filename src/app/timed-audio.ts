import type { Language } from '../core/language.ts'
import { shortSilence } from './audio-of.ts'
import { type WordStart, wordTimes } from './live-session/word-times.ts'
import type { WordTimes } from './session-protocol.ts'
import type { SpokenEvent } from './speak.ts'

export type TimedPart =
  | { readonly kind: 'audio'; readonly samples: Int16Array<ArrayBuffer> }
  | { readonly kind: 'words'; readonly times: WordTimes }

export interface TimedText {
  readonly text: string
  readonly language: Language
  readonly sampleRateHz: number
  /** Whether `<500>` in the text is a pause. */
  readonly hasPauses: boolean
}

/** The languages whose words are told the times of. */
export const TIMED_LANGUAGES: readonly Language[] = ['eng', 'spa']

/** As `audioOf`, with the times of all words before the last of the audio, where the language has them. */
export async function* timedAudioOf(
  events: AsyncIterable<SpokenEvent>,
  { text, language, sampleRateHz, hasPauses }: TimedText,
): AsyncGenerator<TimedPart> {
  const wordStarts: WordStart[] = []
  let samples = 0
  // The times are known when all audio is there, so one piece of it is held back for them.
  let held: Int16Array<ArrayBuffer> | undefined
  for await (const event of events) {
    if (event.kind === 'word') wordStarts.push(event)
    if (event.kind === 'word' || event.samples.length === 0) continue
    samples += event.samples.length
    if (held !== undefined) yield { kind: 'audio', samples: held }
    held = event.samples
  }
  held ??= shortSilence(sampleRateHz)
  if (TIMED_LANGUAGES.includes(language)) {
    const audio = { wordStarts, samples: samples || held.length, sampleRateHz, hasPauses }
    yield { kind: 'words', times: wordTimes(text, audio) }
  }
  yield { kind: 'audio', samples: held }
}
