import { randomUUID } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import { firstAudioBucket, type UsageBatch, type UsageLabels, type UsageStore } from '../../core/usage.ts'
import { repeat } from '../repeat.ts'
import type { SpeechTally } from '../speech/speech-tally.ts'

/** A request, or a socket, that may speak; read when it ends, and once a second before. */
export interface UsageSource {
  /** Its figures so far; undefined while it speaks nothing. */
  readonly speech: SpeechTally | undefined
  /** Undefined for protocols without keys. */
  readonly keyId: string | undefined
  /** Whether the request was counted already. */
  readonly isContinued?: boolean
}

/** Counts speech by day, key, model, protocol and voice. Disposing writes the rest. */
export interface UsageLedger extends AsyncDisposable {
  /**
   * Counts what a source speaks from now on. Call the result once, when it has ended, with whether it failed.
   * `protocolOf` is called if it has spoken.
   */
  track(source: UsageSource, protocolOf: () => string): (hasFailed: boolean) => void
  /** Writes what has been counted so far. Throws the store's error; the figures are kept for the next attempt. */
  flush(): Promise<void>
}

export interface UsageLedgerOptions {
  readonly clock: Clock
  /** Called when figures cannot be written. */
  readonly report: (error: unknown) => void
}

/** What a killed process may lose. */
const WRITE_MS = 1000

interface Counted {
  requests: number
  characters: number
  audioMs: number
  errors: number
  firstAudio: Map<number, number>
}

interface Tracked {
  readonly source: UsageSource
  readonly protocolOf: () => string
  /** What was counted of it already. */
  requests: number
  characters: number
  audioMs: number
  firstAudios: number
}

export function createUsageLedger(store: Pick<UsageStore, 'add'>, { clock, report }: UsageLedgerOptions): UsageLedger {
  const open = new Set<Tracked>()
  let rows = new Map<string, UsageLabels & Counted>()
  let unwritten: UsageBatch | undefined
  let writing = Promise.resolve()

  function rowOf(labels: UsageLabels): UsageLabels & Counted {
    const id = JSON.stringify(Object.values(labels))
    let row = rows.get(id)
    if (row === undefined) {
      row = { ...labels, requests: 0, characters: 0, audioMs: 0, errors: 0, firstAudio: new Map() }
      rows.set(id, row)
    }
    return row
  }

  /** Counts what is new of a source. Returns its row, or undefined if it has spoken nothing. */
  function count(tracked: Tracked): Counted | undefined {
    const { speech, keyId = '' } = tracked.source
    if (speech === undefined) return undefined
    const day = dayOf(clock())
    const { model, voice } = speech
    const row = rowOf({ day, key: keyId, model, protocol: tracked.protocolOf(), voice })
    const audioMs = Math.round(1000 * speech.audioSeconds)
    row.requests += 1 - tracked.requests
    row.characters += speech.characters - tracked.characters
    row.audioMs += audioMs - tracked.audioMs
    for (const ms of speech.firstAudiosMs.slice(tracked.firstAudios)) addTo(row.firstAudio, firstAudioBucket(ms), 1)
    tracked.firstAudios = speech.firstAudiosMs.length
    Object.assign(tracked, { requests: 1, characters: speech.characters, audioMs })
    return row
  }

  async function write(): Promise<void> {
    await writeBatch() // one that failed before
    for (const tracked of open) count(tracked)
    const used = [...rows.values()].filter(isUsed)
    rows = new Map()
    if (used.length === 0) return
    unwritten = { id: randomUUID(), day: dayOf(clock()), rows: used }
    await writeBatch()
  }

  /** After an error the batch may have been added all the same, so it stays as it is until the store has confirmed it. */
  async function writeBatch(): Promise<void> {
    if (unwritten === undefined) return
    await store.add(unwritten)
    unwritten = undefined
  }

  /** One at a time. */
  function flush(): Promise<void> {
    const next = writing.catch(() => {}).then(write)
    writing = next
    next.catch(() => {}) // reported where it is awaited
    return next
  }

  const repeating = repeat(flush, { intervalMs: WRITE_MS, onError: report })
  return {
    track(source, protocolOf) {
      const requests = source.isContinued === true ? 1 : 0
      const tracked: Tracked = { source, protocolOf, requests, characters: 0, audioMs: 0, firstAudios: 0 }
      open.add(tracked)
      return (hasFailed) => {
        open.delete(tracked)
        const row = count(tracked)
        if (row === undefined) return
        if (hasFailed) row.errors++
      }
    },
    flush,
    async [Symbol.asyncDispose]() {
      await repeating[Symbol.asyncDispose]()
      await flush().catch(report)
    },
  }
}

const isUsed = ({ requests, characters, audioMs, errors, firstAudio }: Counted): boolean =>
  requests > 0 || characters > 0 || audioMs > 0 || errors > 0 || firstAudio.size > 0

const addTo = (counts: Map<number, number>, bucket: number, count: number): void =>
  void counts.set(bucket, (counts.get(bucket) ?? 0) + count)

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
