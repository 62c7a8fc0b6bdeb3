import { sql } from 'kysely'
import type { OnChange, Store } from '../core/store.ts'
import { type ChangeListener, listenForChanges } from './postgres/change-listener.ts'
import { createLimitLeases } from './postgres/limit-leases.ts'
import { openPostgresDatabase, type PostgresOptions } from './postgres/postgres-database.ts'
import { createStore } from './statements/create-store.ts'

export interface PostgresStore extends Store {
  /** Host, port and name of the database. */
  readonly place: string
  readonly onChange: NonNullable<Store['onChange']>
  readonly limitLeases: NonNullable<Store['limitLeases']>
}

const NOW_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/**
 * Opens the database of a URL and creates its tables if missing. Several servers may do so at once. The caller disposes
 * the result. Throws an Error of one line with the host and name of the database, without the password.
 */
export async function openPostgresStore(url: string, options: Partial<PostgresOptions> = {}): Promise<PostgresStore> {
  const { database, place, settings } = await openPostgresDatabase(url, options)
  const store = createStore(database, { position: 'strpos', nowMs: NOW_MS })
  let listening: ChangeListener | undefined
  return {
    ...store,
    place,
    limitLeases: createLimitLeases(database),
    onChange(listener: OnChange) {
      listening ??= listenForChanges(settings, listener)
    },
    async [Symbol.asyncDispose]() {
      await listening?.[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
    },
  }
}
