import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SpeechEvent, SpeechJob, SpeechStream } from '../core/speech.ts'
import { createBreath } from './breath.ts'

/** Finished utterances, as many as a bound of memory allows; those that were not asked for the longest go first. */
export interface UtteranceCache {
  /**
   * The same stream, but for jobs that were spoken to their end before: their events come from memory, the same in the
   * same order. Only for jobs that can come again, which those of a temperature above 0 hardly do.
   */
  remember(stream: SpeechStream): SpeechStream
  /** Jobs that were found, and that were not, since the start. */
  readonly hits: number
  readonly misses: number
  readonly utterances: number
  readonly bytes: number
}

/** With a bound of 0 it keeps nothing and counts nothing. */
export const createUtteranceCache = (maxBytes: number): UtteranceCache =>
  maxBytes === 0 ? KEEPS_NOTHING : new BoundedCache(maxBytes)

const KEEPS_NOTHING: UtteranceCache = { remember: (stream) => stream, hits: 0, misses: 0, utterances: 0, bytes: 0 }

/** What V8 takes for an event and the buffer of its samples besides the samples themselves, and for an entry and its key. */
const EVENT_BYTES = 256
const ENTRY_BYTES = 512

/** What a job came to. Its samples are nobody else's. */
interface Recording {
  readonly events: SpeechEvent[]
  bytes: number
}

class BoundedCache implements UtteranceCache {
  readonly #maxBytes: number
  readonly #recordings: LRUCache<string, Recording>
  #hits = 0
  #misses = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#recordings = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  }

  get hits(): number {
    return this.#hits
  }

  get misses(): number {
    return this.#misses
  }

  get utterances(): number {
    return this.#recordings.size
  }

  get bytes(): number {
    return this.#recordings.calculatedSize
  }

  remember(stream: SpeechStream): SpeechStream {
    const breath = createBreath()
    const disposal = new AbortController()
    return {
      speak: (job, signal) => {
        const key = keyOf(job)
        const recording = this.#recordings.get(key)
        if (recording === undefined) {
          this.#misses++
          return this.#record(key, stream.speak(job, signal))
        }
        this.#hits++
        return replay(recording, async (heardSamples) => {
          signal.throwIfAborted()
          disposal.signal.throwIfAborted()
          if (heardSamples === 0) return
          stream.credit(heardSamples / job.sampleRateHz)
          // No thread is waited for, so a long answer would be encoded in one go while all others wait.
          if (breath.isDue) await breath.take()
        })
      },
      credit: (audioS) => stream.credit(audioS),
      [Symbol.dispose]: () => {
        disposal.abort(new Error('the stream is disposed'))
        stream[Symbol.dispose]()
      },
    }
  }

  /** The same events. They are kept once the reader has come to their end, unless they are too many. */
  #record(key: string, events: AsyncIterable<SpeechEvent>): AsyncIterable<SpeechEvent> {
    const iterator = events[Symbol.asyncIterator]()
    let recording: Recording | undefined = { events: [], bytes: ENTRY_BYTES }
    // By hand, since a generator that waits for an event cannot be left before it has come.
    const recorder: AsyncIterator<SpeechEvent> = {
      next: async () => {
        try {
          const result = await iterator.next()
          if (recording === undefined) return result
          if (result.done === true) this.#recordings.set(key, recording)
          else add(recording, result.value)
          if (result.done === true || recording.bytes > this.#maxBytes) recording = undefined
          return result
        } catch (error) {
          recording = undefined
          throw error
        }
      },
      return: async () => {
        recording = undefined
        await iterator.return?.()
        return { done: true, value: undefined }
      },
    }
    return { [Symbol.asyncIterator]: () => recorder }
  }
}

function add(recording: Recording, event: SpeechEvent): void {
  // The reader takes its samples over, so what is kept is a copy.
  const kept = copyOf(event)
  recording.events.push(kept)
  recording.bytes += EVENT_BYTES + (kept.kind === 'audio' ? kept.samples.byteLength : 0)
}

/** `proceed` is called before each event, with the number of samples that were heard since the last call. */
async function* replay(
  { events }: Recording,
  proceed: (heardSamples: number) => Promise<void>,
): AsyncGenerator<SpeechEvent> {
  let heardSamples = 0
  for (const event of events) {
    await proceed(heardSamples)
    yield copyOf(event)
    heardSamples = event.kind === 'audio' ? event.samples.length : 0
  }
  await proceed(heardSamples)
}

const copyOf = (event: SpeechEvent): SpeechEvent =>
  event.kind === 'audio' ? { ...event, samples: event.samples.slice() } : event

/**
 * The same for jobs that sound the same, and for no others. Where in its text an utterance stands does not matter, only
 * how its words lie to each other, nor how the samples are cut into parts. A digest, so that no text outlives its request.
 */
export function keyOf(job: SpeechJob): string {
  const origin = job.utterance.segments.find((segment) => segment.kind === 'word')?.span.start ?? 0
  const canonical = JSON.stringify(job, (name, value) =>
    name === 'span' ? [value.start - origin, value.end - origin] : name === 'leastFirstPartS' ? undefined : value,
  )
  return createHash('sha256').update(canonical).digest('base64')
}
