import type { ApiKeyStore } from '../../../core/api-key.ts'
import type { Clock } from '../../../core/clock.ts'
import { repeat } from '../../repeat.ts'

const MINUTE_MS = 60_000

/** Records uses of keys. Disposing writes the rest. */
export interface KeyUses extends AsyncDisposable {
  /** Records a use in memory. */
  note(id: string): void
  /** The last use that is in memory, to the minute: not written yet, or of a key that is not stored. */
  last(id: string): Date | undefined
}

export interface KeyUsesOptions {
  readonly clock: Clock
  /** Ids of keys in use now. */
  readonly inUse: () => Iterable<string>
  /** Id of a key that is not stored, whose last use is only remembered. */
  readonly unstored?: string | undefined
  /** Called when uses cannot be written. They are kept for the next attempt. */
  readonly report: (error: unknown) => void
}

/** Writes uses once a minute, rounded to the minute. */
export function createKeyUses(
  keys: Pick<ApiKeyStore, 'recordUses'>,
  { clock, inUse, unstored, report }: KeyUsesOptions,
): KeyUses {
  let uses = new Map<string, Date>()
  let ofUnstored: Date | undefined
  function note(id: string): void {
    if (id === unstored) ofUnstored = clock()
    else uses.set(id, clock())
  }

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
    last(id) {
      const usedAt = id === unstored ? ofUnstored : uses.get(id)
      return usedAt && startOfMinute(usedAt)
    },
    async [Symbol.asyncDispose]() {
      await writing[Symbol.asyncDispose]()
      await write().catch(report)
    },
  }
}

const startOfMinute = (date: Date): Date => new Date(Math.floor(date.getTime() / MINUTE_MS) * MINUTE_MS)
