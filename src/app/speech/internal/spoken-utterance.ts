import type { SpeechEvent, SpeechJob, SpeechStream } from '../../../core/speech.ts'
import type { Utterance } from '../../../core/utterance.ts'
import type { TimeSlice } from '../../time-slice.ts'
import { isPackFailure, type PackHealth } from '../pack-fallback.ts'
import type { Recording, UtteranceCache } from '../utterance-cache.ts'

/** What speaks an utterance. */
export interface UtteranceSource {
  readonly stream: SpeechStream
  /** Absent where the same job is not expected again. */
  readonly cache?: UtteranceCache | undefined
  /** Absent where no voice is one of a pack. */
  readonly packs?: PackHealth | undefined
  readonly slice: TimeSlice
  readonly signal: AbortSignal
}

/**
 * One utterance as it is spoken: from the cache if it was spoken before, else by the pool, and by the fallback of its voice
 * if the pack has failed or fails before the first event. Its first event is requested at once, so that a thread begins
 * while others are read. Disposing cancels it.
 */
export class SpokenUtterance implements Disposable {
  readonly utterance: Utterance
  readonly #job: SpeechJob
  readonly #source: UtteranceSource
  #events: AsyncIterator<SpeechEvent> | undefined
  #recording: Recording | undefined
  #first: Promise<IteratorResult<SpeechEvent>> | undefined
  /** The voice's pack speaks, so that its failures count. */
  #isByPack = false

  constructor(job: SpeechJob, source: UtteranceSource) {
    this.utterance = job.utterance
    this.#job = job
    this.#source = source
    this.#first = this.#begin()
    this.#first.catch(() => {}) // reported where it is awaited; the answer may end before that
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
    const { packs } = this.#source
    const { voice } = this.#job
    const { fallback } = voice
    if (fallback === undefined || packs === undefined) return this.#open(this.#job).next()
    const instead = { ...this.#job, voice: fallback }
    if (!packs.isUsable(voice)) return this.#open(instead).next()
    try {
      const first = await this.#open(this.#job).next()
      this.#isByPack = true
      return first
    } catch (error) {
      if (!isPackFailure(error)) throw error
      packs.reportFailure(voice, error)
      return this.#open(instead).next()
    }
  }

  async #follow(): Promise<IteratorResult<SpeechEvent>> {
    try {
      return await (this.#events as AsyncIterator<SpeechEvent>).next()
    } catch (error) {
      if (this.#isByPack && isPackFailure(error)) this.#source.packs?.reportFailure(this.#job.voice, error)
      throw error
    }
  }

  #open(job: SpeechJob): AsyncIterator<SpeechEvent> {
    const { stream, cache, slice, signal } = this.#source
    const cached = cache?.open(job)
    this.#recording = cached?.recording
    this.#events =
      cached?.events === undefined
        ? stream.speak(job, signal)[Symbol.asyncIterator]()
        : replay(cached.events, async (heardSamples) => {
            signal.throwIfAborted()
            if (heardSamples === 0) return
            stream.credit(heardSamples / job.sampleRateHz)
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
