import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SpeechEvent, SpeechTask } from '../../core/speech.ts'

/** A cache of finished utterances, bounded by memory; the least recently used are evicted. */
export interface UtteranceCache {
  /**
   * Looks up a task. Use it only for tasks that can recur, which those of a temperature above 0 do not.
   */
  open(task: SpeechTask): CachedTask
  /** Number of cache hits and misses since the start. */
  readonly hits: number
  readonly misses: number
  readonly utterances: number
  readonly bytes: number
}

/** Either `events` or `recording`; neither in a cache that keeps nothing. */
export interface CachedTask {
  /** The events of the task, as it was spoken before. Their samples belong to the reader. */
  readonly events?: Iterable<SpeechEvent>
  /** Takes the events of the task as it is spoken now. */
  readonly recording?: Recording
}

export interface Recording {
  add(event: SpeechEvent): void
  /** Keeps the events: they are all. */
  keep(): void
}

/** Creates a cache; with `maxBytes` 0 it stores and counts nothing. */
export const createUtteranceCache = (maxBytes: number): UtteranceCache =>
  maxBytes === 0 ? KEEPS_NOTHING : new BoundedCache(maxBytes)

const KEEPS_NOTHING: UtteranceCache = { open: () => ({}), hits: 0, misses: 0, utterances: 0, bytes: 0 }

/** Memory of V8 per event with its buffer, without the samples, and per entry with its key. */
const EVENT_BYTES = 256
const SAMPLE_BYTES = 2
const ENTRY_BYTES = 512

/** The events of a task, with their own copy of the samples. */
interface Recorded {
  readonly events: SpeechEvent[]
  bytes: number
}

class BoundedCache implements UtteranceCache {
  readonly #maxBytes: number
  readonly #recordings: LRUCache<string, Recorded>
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

  open(task: SpeechTask): CachedTask {
    const key = keyOf(task)
    const recorded = this.#recordings.get(key)
    if (recorded === undefined) {
      this.#misses++
      return { recording: this.#record(key) }
    }
    this.#hits++
    return { events: copiesOf(recorded) }
  }

  /** Stores the events at their end, if they are not too many. */
  #record(key: string): Recording {
    let recorded: Recorded | undefined = { events: [], bytes: ENTRY_BYTES }
    return {
      add: (event) => {
        if (recorded === undefined) return
        // The reader takes its samples, so the cache stores a copy.
        const kept = copyOf(event)
        recorded.events.push(kept)
        recorded.bytes += EVENT_BYTES + (kept.kind === 'audio' ? SAMPLE_BYTES * kept.samples.length : 0)
        if (recorded.bytes > this.#maxBytes) recorded = undefined
      },
      keep: () => {
        if (recorded !== undefined) this.#recordings.set(key, recorded)
      },
    }
  }
}

function* copiesOf({ events }: Recorded): Generator<SpeechEvent> {
  for (const event of events) yield copyOf(event)
}

const copyOf = (event: SpeechEvent): SpeechEvent =>
  event.kind === 'audio' ? { ...event, samples: event.samples.copy() } : event

/**
 * A key that is equal exactly for tasks that sound the same, regardless of the utterance's position in its text and of
 * how samples are cut into parts. A digest, so that no text outlives its request.
 */
export function keyOf(task: SpeechTask): string {
  const origin = task.utterance.segments.find((segment) => segment.kind === 'word')?.span.start ?? 0
  const canonical = JSON.stringify(task, (name, value) =>
    name === 'span' ? [value.start - origin, value.end - origin] : name === 'minFirstPartS' ? undefined : value,
  )
  return createHash('sha256').update(canonical).digest('base64')
}
