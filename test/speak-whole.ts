import type { UtteranceSource } from '../src/app/speech/internal/spoken-utterance.ts'
import { SpokenUtterance } from '../src/app/speech/internal/spoken-utterance.ts'
import { createNarrator, type NarratorParts, type SpokenEvent } from '../src/app/speech/narrator.ts'
import { Speech } from '../src/app/speech/speech.ts'
import { createTimeSlice } from '../src/app/time-slice.ts'
import type { SynthesisRequest } from '../src/core/request.ts'
import type { SpeechStream } from '../src/core/speech.ts'
import { createDistantEncoder } from './distant-encoder.ts'

/** Speaks a whole request, as `Speech` does, by the parts of a narrator. */
export const speakWhole = (
  request: SynthesisRequest,
  parts: NarratorParts,
  signal: AbortSignal = new AbortController().signal,
): AsyncIterable<SpokenEvent> =>
  new Speech({
    createNarrator: (settings) => createNarrator(settings, parts),
    createEncoder: createDistantEncoder,
  }).speak(request, signal)

/** A stream whose tasks are utterances from a cache or of packs. */
export const utterancesOn = (stream: SpeechStream, parts: Pick<UtteranceSource, 'cache' | 'health'>): SpeechStream => {
  const slice = createTimeSlice()
  return {
    ...stream,
    async *speak(task, signal) {
      using spoken = new SpokenUtterance(task, { stream, ...parts, slice, signal })
      for (let event = await spoken.next(); event !== undefined; event = await spoken.next()) yield event
    },
  }
}
