import type { Utterance } from './utterance.ts'
import type { LeveledVoice } from './voice.ts'

/** One utterance to be spoken by whichever thread or machine is free, shaped to what the caller hears. */
export interface SpeechJob {
  readonly utterance: Utterance
  readonly voice: LeveledVoice
  readonly sampleRateHz: number
  /** Audio past this is cut off; bounds what one utterance may cost. */
  readonly maxDurationS: number
  /** Audio that the listener's codec needs before it gives any bytes: less of it does not count as heard. */
  readonly leastFirstPartS: number
}

/** What comes of a job. Samples are mono, 16-bit, at the job's rate. */
export type SpeechEvent =
  | { readonly kind: 'mark'; readonly segmentIndex: number; readonly startSample: number; readonly endSample: number }
  | { readonly kind: 'audio'; readonly samples: Int16Array<ArrayBuffer> }

/** All utterances of one answer. Jobs are spoken in the order of the calls. */
export interface SpeechStream extends Disposable {
  /**
   * Marks and audio in order; a mark comes before the audio it points into; `pauseAfterMs` is part of the audio.
   * Ends by returning, fails by throwing a SpeechError; throws the signal's reason once it fires. Leaving early frees
   * the same.
   */
  speak(job: SpeechJob, signal: AbortSignal): AsyncIterable<SpeechEvent>
  /** The listener was given audio of this length that no job of the stream made: its next may come that much later. */
  credit(audioS: number): void
}

/** The machines, threads or whatever else speaks. */
export interface SpeechPool extends AsyncDisposable {
  /** Throws `pool.overloaded` or `pool.draining` where no more can be taken. */
  openStream(): SpeechStream
  /** True while a new stream's first utterance would find every worker speaking. */
  readonly isBusy: boolean
  readonly isReady: boolean
}
