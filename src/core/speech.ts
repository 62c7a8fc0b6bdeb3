import type { Samples } from './samples.ts'
import type { Span } from './span.ts'
import type { Utterance } from './utterance.ts'
import type { LeveledVoice } from './voice.ts'

/** One utterance to be spoken by any free thread, with the format of its audio. */
export interface SpeechTask {
  readonly utterance: Utterance
  readonly voice: LeveledVoice
  readonly sampleRateHz: number
  /** Audio beyond this is cut off; bounds the cost of an utterance. */
  readonly maxDurationS: number
  /** Seconds of audio that the codec needs before it returns bytes. */
  readonly minFirstPartS: number
  /** Pauses between words hold faint noise, as rooms do, instead of digital silence. */
  readonly hasNoiseFloor?: boolean
}

/** Output of a task. Samples are mono, 16-bit, at the task's rate. */
export type SpeechEvent =
  | { readonly kind: 'mark'; readonly segmentIndex: number; readonly startSample: number; readonly endSample: number }
  | { readonly kind: 'audio'; readonly samples: Samples }

/** The threads have no time for the engine of a task that waits; they may have it for the fallback of its voice. */
export class NoTimeError extends Error {}

/** The utterances of one answer or turn. Tasks are spoken in the order of the calls. */
export interface SpeechStream extends Disposable {
  /**
   * Yields marks and audio in order; a mark precedes its audio; `pauseAfterMs` is part of the audio. Throws a
   * SpeechError, a NoTimeError if the stream may fall back, or the signal's reason when it fires. Returning early cancels
   * the task.
   */
  speak(task: SpeechTask, signal: AbortSignal): AsyncIterable<SpeechEvent>
  /** Extends the deadline by audio that no task of the stream made. */
  credit(audioS: number): void
  /** No further task follows: others may start in its place before the audio of the last one has been read. */
  end(): void
}

/** Whose streams share the threads fairly, such as those of an API key. */
export interface Owner {
  readonly id: string
  /** Share of the threads among the owners that use them; 1 is usual. */
  readonly weight: number
  /** Absent if there is no limit. */
  readonly charactersPerMinute?: number | undefined
}

export interface StreamOptions {
  /** Engine of its tasks, if it may have a thread of its own. */
  readonly engine?: string | undefined
  readonly owner?: Owner | undefined
  /** Waiting and synthesis are traced in it. */
  readonly span?: Span | undefined
  /**
   * The caller is connected and cannot go elsewhere: without room, the stream waits for it, however long it is expected to
   * take, unless too many wait. It fails with `pool.overloaded` if there is none in time.
   */
  readonly isPatient?: boolean
  /**
   * A better engine may lose its turn to other callers until it has begun: then `speak` throws a NoTimeError, and the stream is
   * expected to speak the fallback of the voice.
   */
  readonly mayFallBack?: boolean
  /** Nobody listens: it is spoken when no other stream waits, on all threads but one. Never refused. */
  readonly isBackground?: boolean
}

/** What runs synthesis tasks, such as threads. */
export interface SpeechPool extends AsyncDisposable {
  /** Throws `pool.overloaded`, if the stream could not start in time or would make others late, or `pool.draining`. */
  openStream(options?: StreamOptions): SpeechStream
  /**
   * Keeps room for a stream that is opened soon by a caller who is being connected, until it is disposed or for a few
   * seconds. Throws as `openStream` does.
   */
  reserve(options: StreamOptions): Disposable
  /**
   * Whether the threads have time for a stream of a better engine: as much as the callers who come next may need, too, or
   * only its own if its caller has heard that engine before.
   */
  hasTimeFor(stream: Pick<StreamOptions, 'engine' | 'owner'> & { readonly wasHeard: boolean }): boolean
  /** True while no worker is idle. */
  readonly isBusy: boolean
  readonly isReady: boolean
}
