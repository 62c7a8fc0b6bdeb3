import { Samples } from '../core/samples.ts'
import type { SpokenEvent } from './speak.ts'

const SILENCE_S = 0.2

export type SpokenWordEvent = Extract<SpokenEvent, { kind: 'word' }>

/**
 * The samples of the speech, or a short silence if there is none and it may not be empty, since an empty answer is not
 * valid audio.
 */
export async function* audioOf(
  events: AsyncIterable<SpokenEvent>,
  sampleRateHz: number,
  onWord?: (word: SpokenWordEvent) => void,
  mayBeEmpty = false,
): AsyncGenerator<Samples> {
  let isSilent = true
  for await (const event of events) {
    if (event.kind === 'word') onWord?.(event)
    if (event.kind === 'word' || event.samples.length === 0) continue
    isSilent = false
    yield event.samples
  }
  if (isSilent && !mayBeEmpty) yield shortSilence(sampleRateHz)
}

/** Audio of a text with nothing to speak. */
export const shortSilence = (sampleRateHz: number): Samples =>
  new Samples(new Int16Array(Math.ceil(sampleRateHz * SILENCE_S)))
