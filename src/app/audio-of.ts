import type { SpeechEvent } from '../core/speech.ts'

const SILENCE_S = 0.2

/** The samples of speech; a short silence where it has none, since an empty answer is not valid audio. */
export async function* audioOf(events: AsyncIterable<SpeechEvent>, sampleRateHz: number): AsyncGenerator<Int16Array> {
  let isSilent = true
  for await (const event of events) {
    if (event.kind !== 'audio' || event.samples.length === 0) continue
    isSilent = false
    yield event.samples
  }
  if (isSilent) yield new Int16Array(sampleRateHz * SILENCE_S)
}
