import type { ModelId } from '../../core/model.ts'
import { type EngineHistory, newEngineHistory, type SynthesisRequest } from '../../core/request.ts'

/** Figures of speech for logs and metrics, never the text. Updated during synthesis. */
export interface SpeechTally {
  readonly model: ModelId
  /** The speaker. */
  readonly voice: string
  readonly engines: EngineHistory
  /** Unicode code points. */
  characters: number
  audioSeconds: number
  /**
   * Milliseconds to the first audio: from a request, before encoding, or of each turn of a socket, from the time when its
   * first text could be spoken.
   */
  readonly firstAudiosMs: number[]
}

export const newTally = ({
  model,
  voice,
  engines = newEngineHistory(),
}: Pick<SynthesisRequest, 'model' | 'voice' | 'engines'>): SpeechTally => ({
  model,
  voice: voice.speaker,
  engines,
  characters: 0,
  audioSeconds: 0,
  firstAudiosMs: [],
})

/** Rounded to tenths, since cached audio takes less than a millisecond. */
export const noteFirstAudio = ({ firstAudiosMs }: SpeechTally, ms: number): void =>
  void firstAudiosMs.push(Math.round(10 * ms) / 10)

/** Counts the audio so far of a text. `startedAtMs` is the time of its request by `performance.now()`. */
export function countAudio(tally: SpeechTally, { seconds }: { readonly seconds: number }, startedAtMs: number): void {
  if (tally.audioSeconds === 0) noteFirstAudio(tally, performance.now() - startedAtMs)
  tally.audioSeconds = Math.round(seconds * 1000) / 1000
}
