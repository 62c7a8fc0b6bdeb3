import type { SpokenEvent } from './speak.ts'

const SILENCE_S = 0.2

/** The samples of the speech, or a short silence if there is none, since an empty answer is not valid audio. */
export async function* audioOf(events: AsyncIterable<SpokenEvent>, sampleRateHz: number): AsyncGenerator<Int16Array> {
  let isSilent = true
  for await (const event of events) {
    if (event.kind !== 'audio' || event.samples.length === 0) continue
    isSilent = false
    yield event.samples
  }
  if (isSilent) yield shortSilence(sampleRateHz)
}

/** Audio of a text with nothing to speak. */
export const shortSilence = (sampleRateHz: number): Int16Array<ArrayBuffer> =>
  new Int16Array(Math.ceil(sampleRateHz * SILENCE_S))
