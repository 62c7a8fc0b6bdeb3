import type { ModelId } from '../core/model.ts'
import type { SynthesisRequest } from '../core/request.ts'
import type { SpokenEvent } from './speak.ts'

/** What logs and metrics tell of speech: never the text. Kept up to date while it is made. */
export interface SpeechTally {
  readonly model: ModelId
  /** UTF-16 units. */
  characters: number
  audioSeconds: number
  /** From the request to its first audio, before encoding. Undefined: none yet, or not measured. */
  firstAudioMs: number | undefined
}

export const newTally = (model: ModelId): SpeechTally => ({
  model,
  characters: 0,
  audioSeconds: 0,
  firstAudioMs: undefined,
})

/** The same events, counted. `startedAtMs` is the time of the request by `performance.now()`. */
export async function* tallied(
  events: AsyncIterable<SpokenEvent>,
  { text, sampleRateHz }: Pick<SynthesisRequest, 'text' | 'sampleRateHz'>,
  tally: SpeechTally,
  startedAtMs: number,
): AsyncGenerator<SpokenEvent> {
  tally.characters += text.length
  let samples = 0
  for await (const event of events) {
    if (event.kind === 'audio') {
      // Tenths, since audio from the cache comes within a millisecond.
      tally.firstAudioMs ??= Math.round(10 * (performance.now() - startedAtMs)) / 10
      samples += event.samples.length
      tally.audioSeconds = Math.round((samples / sampleRateHz) * 1000) / 1000
    }
    yield event
  }
}
