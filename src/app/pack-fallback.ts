import type { WordTimesSource } from '../core/engine.ts'
import { type ErrorCode, isSpeechError, type SpeechError } from '../core/errors.ts'
import type { SpeechEvent, SpeechJob, SpeechStream } from '../core/speech.ts'
import type { EngineVoice } from '../core/voice.ts'

/** What is known of the packs that speak. */
export interface PackHealth {
  /** False after the pack of a voice has failed; then the fallback speaks. */
  isUsable(voice: EngineVoice): boolean
  /** Records that a pack failed to speak an utterance. */
  reportFailure(voice: EngineVoice, error: SpeechError): void
}

/** An installed pack, as monitoring sees it. */
export interface PackState {
  readonly name: string
  readonly version: string
  /** `failed`: the embedded engines speak its voices. */
  readonly state: 'in use' | 'failed'
  /** How exact the times of its words are; null if it cannot be used. */
  readonly wordTimes: WordTimesSource | null
  /** Voices of the catalogue that it speaks. */
  readonly voices: number
  /** How often it failed to speak an utterance since it was loaded. */
  readonly failures: number
}

const FAILURES: readonly ErrorCode[] = ['voice.unusable', 'engine.unusable', 'engine.refused', 'engine.crashed']

/**
 * Wraps a stream: a job whose voice has a fallback is spoken by the fallback if the pack has failed, or fails before
 * the first event. A failure after it is thrown.
 */
export const withFallback = (stream: SpeechStream, packs: PackHealth): SpeechStream => ({
  speak(job, signal) {
    const { fallback } = job.voice
    if (fallback === undefined) return stream.speak(job, signal)
    const instead: SpeechJob = { ...job, voice: fallback }
    if (!packs.isUsable(job.voice)) return stream.speak(instead, signal)
    return fallingBack(stream.speak(job, signal), {
      report: (error) => packs.reportFailure(job.voice, error),
      speakInstead: () => stream.speak(instead, signal),
    })
  },
  credit: (audioS) => stream.credit(audioS),
  end: () => stream.end(),
  [Symbol.dispose]: () => stream[Symbol.dispose](),
})

type Events = AsyncIterable<SpeechEvent>

/** Not a generator: a generator that waits for an event cannot be left before it arrives. */
function fallingBack(
  first: Events,
  { report, speakInstead }: { report(error: SpeechError): void; speakInstead(): Events },
): Events {
  let events = first[Symbol.asyncIterator]()
  let state: 'waiting' | 'heard' | 'fallen back' = 'waiting'
  const iterator: AsyncIterator<SpeechEvent> = {
    async next() {
      try {
        const result = await events.next()
        if (state === 'waiting') state = 'heard'
        return result
      } catch (error) {
        if (state === 'fallen back' || !isSpeechError(error) || !FAILURES.includes(error.code)) throw error
        report(error)
        if (state === 'heard') throw error
        state = 'fallen back'
        events = speakInstead()[Symbol.asyncIterator]()
        return events.next()
      }
    },
    async return() {
      await events.return?.()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
