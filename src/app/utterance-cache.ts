import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SpeechEvent, SpeechJob, SpeechStream } from '../core/speech.ts'
import { createTimeSlice } from './time-slice.ts'

/** A cache of finished utterances, bounded by memory; the least recently used are evicted. */
export interface UtteranceCache {
  /**
   * Wraps a stream: jobs that were spoken to their end before are replayed from memory, with the same events. Use it
   * only for jobs that can recur, which jobs of a temperature above 0 do not.
   */
  remember(stream: SpeechStream): SpeechStream
  /** Number of cache hits and misses since the start. */
  readonly hits: number
  readonly misses: number
  readonly utterances: number
  readonly bytes: number
}

/** Creates a cache; with `maxBytes` 0 it stores and counts nothing. */
export const createUtteranceCache = (maxBytes: number): UtteranceCache =>
  maxBytes === 0 ? KEEPS_NOTHING : new BoundedCache(maxBytes)

const KEEPS_NOTHING: UtteranceCache = { remember: (stream) => stream, hits: 0, misses: 0, utterances: 0, bytes: 0 }

/** Memory of V8 per event with its buffer, without the samples, and per entry with its key. */
const EVENT_BYTES = 256
const SAMPLE_BYTES = 2
const ENTRY_BYTES = 512

/** The recorded events of a job, with their own copy of the samples. */
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
    const slice = createTimeSlice()
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
          // Replaying never waits for a thread, so a long answer would block other work.
          if (slice.isOver) await slice.next()
        })
      },
      credit: (audioS) => stream.credit(audioS),
      end: () => stream.end(),
      [Symbol.dispose]: () => {
        disposal.abort(new Error('the stream is disposed'))
        stream[Symbol.dispose]()
      },
    }
  }

  /** Passes the events on and stores them when the reader reaches the end, if they are not too many. */
  #record(key: string, events: AsyncIterable<SpeechEvent>): AsyncIterable<SpeechEvent> {
    const iterator = events[Symbol.asyncIterator]()
    let recording: Recording | undefined = { events: [], bytes: ENTRY_BYTES }
    // Not a generator: a generator that waits for an event cannot be left before it arrives.
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
  // The reader takes its samples, so the cache stores a copy.
  const kept = copyOf(event)
  recording.events.push(kept)
  recording.bytes += EVENT_BYTES + (kept.kind === 'audio' ? SAMPLE_BYTES * kept.samples.length : 0)
}

/** Calls `proceed` before each event with the number of samples since the last call. */
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
  event.kind === 'audio' ? { ...event, samples: event.samples.copy() } : event

/**
 * A key that is equal exactly for jobs that sound the same, regardless of the utterance's position in its text and of
 * how samples are cut into parts. A digest, so that no text outlives its request.
 */
export function keyOf(job: SpeechJob): string {
  const origin = job.utterance.segments.find((segment) => segment.kind === 'word')?.span.start ?? 0
  const canonical = JSON.stringify(job, (name, value) =>
    name === 'span' ? [value.start - origin, value.end - origin] : name === 'leastFirstPartS' ? undefined : value,
  )
  return createHash('sha256').update(canonical).digest('base64')
}
