import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { OnChange } from '../../core/store.ts'

/** Of PostgreSQL's LISTEN and NOTIFY. The payload is what changed. */
export const CHANNEL = 'hoarfrost'

const RETRY_MS = { first: 250, max: 10_000 }

export type ChangeListener = AsyncDisposable

/**
 * Tells what other processes change, by a connection of its own that is opened again when it is lost. Disposing closes it.
 * Behind a pooler that shares connections between transactions, nothing is heard.
 */
export function listenForChanges(settings: pg.ClientConfig, onChange: OnChange): ChangeListener {
  const ending = new AbortController()
  let client: pg.Client | undefined

  async function listen(): Promise<void> {
    for (let retryMs = RETRY_MS.first; !ending.signal.aborted; retryMs = Math.min(2 * retryMs, RETRY_MS.max)) {
      client = new pg.Client(settings)
      // Without a listener, the loss of the connection would end the process; `end` follows.
      client.on('error', () => {})
      const lost = new Promise<void>((resolve) => client?.once('end', resolve))
      client.on('notification', ({ payload }) => {
        if (payload === 'keys' || payload === 'dictionary') onChange(payload)
      })
      try {
        await client.connect()
        await client.query(`listen ${CHANNEL}`)
        retryMs = RETRY_MS.first
        // What changed before it listened.
        onChange('keys')
        onChange('dictionary')
        await lost
      } catch {
        await client.end().catch(() => {})
      }
      await sleep(retryMs, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  }

  const listening = listen()
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await client?.end().catch(() => {})
      await listening
    },
  }
}
