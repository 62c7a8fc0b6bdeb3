import { type ErrorCode, isSpeechError, type SpeechError } from '../../../core/errors.ts'
import { NoTimeError, type SpeechEvent, type SpeechStream, type SpeechTask } from '../../../core/speech.ts'
import type { Utterance } from '../../../core/utterance.ts'
import type { LeveledVoice } from '../../../core/voice.ts'
import type { TimeSlice } from '../../time-slice.ts'
import type { Recording, UtteranceCache } from '../utterance-cache.ts'
import type { VoiceHealth } from '../voice-health.ts'

const FAILURES: readonly ErrorCode[] = ['voice.unusable', 'engine.unusable', 'engine.refused', 'engine.crashed']

/** Whether an error of speech is the fault of a pack or an engine, for which the fallback of the voice stands in. */
const isVoiceFailure = (error: unknown): error is SpeechError => isSpeechError(error) && FAILURES.includes(error.code)

/** What speaks an utterance. */
export interface UtteranceSource {
  readonly stream: SpeechStream
  /** Absent where the same task is not expected again. */
  readonly cache?: UtteranceCache | undefined
  /** Absent where no voice has a fallback. */
  readonly health?: VoiceHealth | undefined
  /** The voice has its first event. */
  readonly onVoice?: ((voice: LeveledVoice) => void) | undefined
  readonly slice: TimeSlice
  readonly signal: AbortSignal
}

/**
 * One utterance as it is spoken: from the cache if it was spoken before, else by the pool, and by the fallback of its voice
 * if its pack or engine has failed or fails before the first event. Its first event is requested at once, so that a thread begins
 * while others are read. Disposing cancels it.
 */
export class SpokenUtterance implements Disposable {
  readonly utterance: Utterance
  readonly #task: SpeechTask
  readonly #source: UtteranceSource
  #events: AsyncIterator<SpeechEvent> | undefined
  #recording: Recording | undefined
  #first: Promise<IteratorResult<SpeechEvent>> | undefined
  /** The voice that speaks, if it has a fallback, so that its failures count. */
  #voice: LeveledVoice | undefined
  #hasEstimatedTimes = false

  constructor(task: SpeechTask, source: UtteranceSource) {
    this.utterance = task.utterance
    this.#task = task
    this.#source = source
    this.#first = this.#begin()
    this.#first.catch(() => {}) // reported where it is awaited; the answer may end before that
  }

  /** Whether the voice that speaks does not tell when words begin. Known with the first event. */
  get hasEstimatedTimes(): boolean {
    return this.#hasEstimatedTimes
  }

  /**
   * The next event; undefined after the last one. Throws a SpeechError, or the signal's reason when it fires. A pack's
   * failure after the first event is reported and thrown.
   */
  async next(): Promise<SpeechEvent | undefined> {
    const first = this.#first
    this.#first = undefined
    const { done, value } = await (first ?? this.#follow())
    if (done) {
      this.#recording?.keep()
      return undefined
    }
    this.#recording?.add(value)
    return value
  }

  [Symbol.dispose](): void {
    this.#events?.return?.()?.catch(() => {}) // nobody reads it any more
  }

  async #begin(): Promise<IteratorResult<SpeechEvent>> {
    const { health } = this.#source
    let { voice } = this.#task
    while (voice.fallback !== undefined && health !== undefined) {
      try {
        if (health.isUsable(voice)) return await this.#speakBy(voice)
      } catch (error) {
        if (error instanceof NoTimeError) health.passOver?.(voice)
        else if (isVoiceFailure(error)) health.reportFailure(voice, error)
        else throw error
      }
      voice = voice.fallback
    }
    return this.#speakBy(voice)
  }

  async #speakBy(voice: LeveledVoice): Promise<IteratorResult<SpeechEvent>> {
    const first = await this.#open(voice === this.#task.voice ? this.#task : { ...this.#task, voice }).next()
    if (voice.fallback !== undefined) this.#voice = voice
    this.#hasEstimatedTimes = voice.hasEstimatedTimes === true
    this.#source.onVoice?.(voice)
    return first
  }

  async #follow(): Promise<IteratorResult<SpeechEvent>> {
    try {
      return await (this.#events as AsyncIterator<SpeechEvent>).next()
    } catch (error) {
      if (this.#voice && isVoiceFailure(error)) this.#source.health?.reportFailure(this.#voice, error)
      throw error
    }
  }

  #open(task: SpeechTask): AsyncIterator<SpeechEvent> {
    const { stream, cache, slice, signal } = this.#source
    const cached = cache?.open(task)
    this.#recording = cached?.recording
    this.#events =
      cached?.events === undefined
        ? stream.speak(task, signal)[Symbol.asyncIterator]()
        : replay(cached.events, async (heardSamples) => {
            signal.throwIfAborted()
            if (heardSamples === 0) return
            stream.credit(heardSamples / task.sampleRateHz)
            // Replaying never waits for a thread, so a long answer would block other work.
            if (slice.isOver) await slice.next()
          })
    return this.#events
  }
}

/** Calls `proceed` before each event with the number of samples since the last call. */
async function* replay(
  events: Iterable<SpeechEvent>,
  proceed: (heardSamples: number) => Promise<void>,
): AsyncGenerator<SpeechEvent> {
  let heardSamples = 0
  for (const event of events) {
    await proceed(heardSamples)
    heardSamples = event.kind === 'audio' ? event.samples.length : 0
    yield event
  }
  await proceed(heardSamples)
}
