import type { ApiKeyStore } from '../core/api-key.ts'
import type { Clock } from '../core/clock.ts'
import { repeat } from './repeat.ts'

const MINUTE_MS = 60_000

/** Notes which keys are used. Disposing writes what has not been written. */
export interface KeyUses extends AsyncDisposable {
  /** Costs no more than an entry in memory. */
  note(id: string): void
}

export interface KeyUsesOptions {
  readonly clock: Clock
  /** Keys in use now, by their ids. */
  readonly inUse: () => Iterable<string>
  /** Told when uses can no longer be written. They are kept for the next time. */
  readonly report: (error: unknown) => void
}

/** Writes once a minute, to the minute. */
export function createKeyUses(
  keys: Pick<ApiKeyStore, 'recordUses'>,
  { clock, inUse, report }: KeyUsesOptions,
): KeyUses {
  let uses = new Map<string, Date>()
  const note = (id: string): void => void uses.set(id, clock())

  async function write(): Promise<void> {
    for (const id of inUse()) note(id)
    if (uses.size === 0) return
    const written = uses
    uses = new Map()
    try {
      await keys.recordUses(new Map([...written].map(([id, usedAt]) => [id, startOfMinute(usedAt)])))
    } catch (error) {
      uses = new Map([...written, ...uses])
      throw error
    }
  }

  const writing = repeat(write, { intervalMs: MINUTE_MS, onError: report })
  return {
    note,
    async [Symbol.asyncDispose]() {
      await writing[Symbol.asyncDispose]()
      await write().catch(report)
    },
  }
}

const startOfMinute = (date: Date): Date => new Date(Math.floor(date.getTime() / MINUTE_MS) * MINUTE_MS)
