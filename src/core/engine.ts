import type { Utterance } from './utterance.ts'
import type { EngineVoice } from './voice.ts'

/** A family of voices that are made the same way. Holds no weights itself. */
export interface Engine {
  readonly name: string
  /** Throws `engine.unusable` where something is missing that `load` needs. Absent where nothing can be. */
  check?(): Promise<void>
  /** Loads what all voices of the engine share. Throws `engine.unusable`. The caller disposes the result. */
  load(): Promise<LoadedEngine>
}

/** Weights in memory, owned by one thread. Speaks one utterance at a time, but for those that await `nextTurn`. */
export interface LoadedEngine extends Disposable {
  /** Samples a second of what `speak` hands to its sink. Throws `voice.unusable` for a base voice it does not have. */
  sampleRateHz(voice: EngineVoice): number
  /**
   * Hands marks and audio to the sink as they come into being, without waiting for the whole. The same utterance and
   * voice give the same samples every time. Returns when all is spoken or the sink wants no more. Throws
   * `voice.unusable`, or `engine.crashed` after which the instance is to be disposed.
   *
   * Calls back instead of yielding: an engine in WebAssembly speaks inside one call that cannot be suspended, and its
   * first chunk must leave the thread while the call goes on.
   */
  speak(utterance: Utterance, voice: EngineVoice, sink: SpeechSink): void | Promise<void>
}

export interface SpeechSink {
  /** Where a word sounds, in samples from the start of the utterance's audio; before the audio it points into, in order. */
  mark(segmentIndex: number, startSample: number, endSample: number): void
  /** Mono, -1 to 1, at the engine's rate. The buffer may be reused after the call. False: stop now, the rest is unwanted. */
  audio(samples: Float32Array): boolean
  /**
   * For engines that can wait between chunks, to be awaited after each: the same instance may speak other utterances until
   * it resolves. False as of `audio`.
   */
  nextTurn?(): Promise<boolean>
}
