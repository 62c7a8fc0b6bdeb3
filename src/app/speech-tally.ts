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
  /** Milliseconds from the request to its first audio, before encoding. Undefined: none yet, or not measured. */
  firstAudioMs: number | undefined
}

export const newTally = ({ model, voice }: Pick<SynthesisRequest, 'model' | 'voice'>): SpeechTally => ({
  model,
  voice: voice.speaker,
  characters: 0,
  audioSeconds: 0,
  firstAudioMs: undefined,
})

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
      // Rounded to tenths, since cached audio takes less than a millisecond.
      tally.firstAudioMs ??= Math.round(10 * (performance.now() - startedAtMs)) / 10
      samples += event.samples.length
      tally.audioSeconds = Math.round((samples / sampleRateHz) * 1000) / 1000
    }
    yield event
  }
}
