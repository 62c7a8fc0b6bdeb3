import type { Utterance } from './utterance.ts'
import type { LeveledVoice } from './voice.ts'

/** One utterance to be spoken by any free thread, with the format of its audio. */
export interface SpeechJob {
  readonly utterance: Utterance
  readonly voice: LeveledVoice
  readonly sampleRateHz: number
  /** Audio beyond this is cut off; bounds the cost of an utterance. */
  readonly maxDurationS: number
  /** Seconds of audio that the codec needs before it returns bytes. */
  readonly leastFirstPartS: number
  /** Pauses between words hold faint noise, as rooms do, instead of digital silence. */
  readonly hasNoiseFloor?: boolean
}

/** Output of a job. Samples are mono, 16-bit, at the job's rate. */
export type SpeechEvent =
  | { readonly kind: 'mark'; readonly segmentIndex: number; readonly startSample: number; readonly endSample: number }
  | { readonly kind: 'audio'; readonly samples: Int16Array<ArrayBuffer> }

/** The utterances of one answer or turn. Jobs are spoken in the order of the calls. */
export interface SpeechStream extends Disposable {
  /**
   * Yields marks and audio in order; a mark precedes its audio; `pauseAfterMs` is part of the audio. Throws a
   * SpeechError, or the signal's reason when it fires. Returning early cancels the job.
   */
  speak(job: SpeechJob, signal: AbortSignal): AsyncIterable<SpeechEvent>
  /** Extends the deadline by audio that no job of the stream made. */
  credit(audioS: number): void
}

/** What runs synthesis jobs, such as threads. */
export interface SpeechPool extends AsyncDisposable {
  /** `engine`: of its jobs, if it may have a thread of its own. Throws `pool.overloaded` or `pool.draining`. */
  openStream(engine?: string): SpeechStream
  /** True while no worker is idle. */
  readonly isBusy: boolean
  readonly isReady: boolean
}
