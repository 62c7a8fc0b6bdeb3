import type { ApiKeyStore } from '../core/api-key.ts'
import type { Clock } from '../core/clock.ts'
import { repeat } from './repeat.ts'

const MINUTE_MS = 60_000

/** Records uses of keys. Disposing writes the rest. */
export interface KeyUses extends AsyncDisposable {
  /** Records a use in memory. */
  note(id: string): void
}

export interface KeyUsesOptions {
  readonly clock: Clock
  /** Ids of keys in use now. */
  readonly inUse: () => Iterable<string>
  /** Called when uses cannot be written. They are kept for the next attempt. */
  readonly report: (error: unknown) => void
}

/** Writes uses once a minute, rounded to the minute. */
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
