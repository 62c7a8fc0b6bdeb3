import type { ModelId } from '../core/model.ts'
import type { SynthesisRequest } from '../core/request.ts'
import { countCodePoints } from '../core/text-length.ts'
import type { SpokenEvent } from './speak.ts'

/** Figures of speech for logs and metrics, never the text. Updated during synthesis. */
export interface SpeechTally {
  readonly model: ModelId
  /** The speaker. */
  readonly voice: string
  /** Unicode code points. */
  characters: number
  audioSeconds: number
  /**
   * Milliseconds to the first audio: from a request, before encoding, or of each turn of a socket, from the time when its
   * first text could be spoken.
   */
  readonly firstAudiosMs: number[]
}

export const newTally = ({ model, voice }: Pick<SynthesisRequest, 'model' | 'voice'>): SpeechTally => ({
  model,
  voice: voice.speaker,
  characters: 0,
  audioSeconds: 0,
  firstAudiosMs: [],
})

/** Rounded to tenths, since cached audio takes less than a millisecond. */
export const noteFirstAudio = ({ firstAudiosMs }: SpeechTally, ms: number): void =>
  void firstAudiosMs.push(Math.round(10 * ms) / 10)

/** Yields the same events and counts them. `startedAtMs` is the time of the request by `performance.now()`. */
export async function* tallied(
  events: AsyncIterable<SpokenEvent>,
  { text, sampleRateHz }: Pick<SynthesisRequest, 'text' | 'sampleRateHz'>,
  tally: SpeechTally,
  startedAtMs: number,
): AsyncGenerator<SpokenEvent> {
  tally.characters += countCodePoints(text)
  let samples = 0
  for await (const event of events) {
    if (event.kind === 'audio') {
      if (samples === 0) noteFirstAudio(tally, performance.now() - startedAtMs)
      samples += event.samples.length
      tally.audioSeconds = Math.round((samples / sampleRateHz) * 1000) / 1000
    }
    yield event
  }
}
