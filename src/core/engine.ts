import type { Utterance } from './utterance.ts'
import type { EngineVoice } from './voice.ts'

/**
 * `in turns`: for large models with threads of their own, which cannot be loaded by each thread. `at once`: for engines
 * that only wait; they need not await `nextTurn`.
 */
export type OwnThread = 'in turns' | 'at once'

/** `estimated`: from the length of the words, because the model or server does not tell. */
export type WordTimesSource = 'exact' | 'estimated'

/** A synthesis method with a family of voices. Holds no weights itself. */
export interface Engine {
  readonly name: string
  /** If present, one thread speaks all its utterances and nothing else, in turns or at once. */
  readonly ownThread?: OwnThread
  /** How exact the times of a base voice's words are. Absent if they always are. Throws `voice.unusable`. */
  wordTimes?(base: string): Promise<WordTimesSource>
  /** Throws `engine.unusable` if something that `load` needs is missing. Absent if nothing can be missing. */
  check?(): Promise<void>
  /** Loads what the engine's voices share. Throws `engine.unusable`. The caller disposes the result. */
  load(): Promise<LoadedEngine>
}

/** Weights in memory, owned by one thread. Speaks one utterance at a time, except in engines that await `nextTurn` or speak `at once`. */
export interface LoadedEngine extends Disposable {
  /** Sampling rate of `speak`'s output in Hz. Throws `voice.unusable` for an unknown base voice. */
  sampleRateHz(voice: EngineVoice): number
  /**
   * Passes marks and audio to the sink as they are made. The same utterance and voice always give the same samples.
   * Returns at the end, or when the sink returns false. Throws `voice.unusable`, or `engine.crashed`, after which the
   * instance must be disposed. The sink is a callback and not an iterator because a WebAssembly engine speaks inside
   * one call that cannot be suspended, and its first chunk must leave the thread during that call.
   */
  speak(utterance: Utterance, voice: EngineVoice, sink: SpeechSink): void | Promise<void>
}

export interface SpeechSink {
  /** Length of the playback buffer in seconds: audio that was sent and not yet heard. Absent where that is not known. */
  readonly bufferedS?: number
  /**
   * Start and end of a word, in samples from the start of the utterance's audio. Comes before that audio, in order. An
   * estimated end may lie after the next start or the end of the audio.
   */
  mark(segmentIndex: number, startSample: number, endSample: number): void
  /**
   * Mono samples from -1 to 1 at the engine's rate. The buffer may be reused after the call. Returns false if the
   * engine should stop.
   */
  audio(samples: Float32Array): boolean
  /**
   * For engines that can wait between chunks: await it after each chunk. The same instance may speak other utterances
   * until it resolves. Resolves with false if the engine should stop.
   */
  nextTurn?(): Promise<boolean>
}
