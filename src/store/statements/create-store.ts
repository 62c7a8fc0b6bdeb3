import type { Kysely } from 'kysely'
import type { Store, StoreRows } from '../../core/store.ts'
import { apiKeys } from './api-keys.ts'
import { dictionary } from './dictionary.ts'
import { jobs } from './jobs.ts'
import { oovWords } from './oov-words.ts'
import { sessions } from './sessions.ts'
import type { StorePart, StoreSql } from './store-part.ts'
import { usage } from './usage.ts'
import { webhooks } from './webhooks.ts'

type Parts = { readonly [Name in keyof StoreRows]: StorePart<StoreRows[Name]> }

/** All parts of the store, in the order in which they are copied. */
export const STORE_PARTS: Parts = { apiKeys, dictionary, oovWords, sessions, usage, jobs, webhooks }

/**
 * The store on a migrated database, whose transactions run one at a time. Disposing the store destroys the database's
 * object.
 */
export function createStore(database: Kysely<object>, sql: StoreSql): Store {
  const rows = Object.entries(STORE_PARTS).map(([name, part]) => [name, part.create(database, sql)])
  return { ...(Object.fromEntries(rows) as StoreRows), [Symbol.asyncDispose]: () => database.destroy() }
}
