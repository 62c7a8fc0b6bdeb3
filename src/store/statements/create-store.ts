import type { Kysely, RawBuilder } from 'kysely'
import type { Store } from '../../core/store.ts'
import { createApiKeys } from './api-keys.ts'
import { createDictionary } from './dictionary.ts'
import { createJobs } from './jobs.ts'
import { createOovWords } from './oov-words.ts'
import { createSessions } from './sessions.ts'
import type { StoreTables } from './tables.ts'
import { createUsage } from './usage.ts'
import { createWebhookStore } from './webhooks.ts'

/** What differs between databases. */
export interface StoreSql {
  /** See `createDictionary`. */
  readonly position: 'instr' | 'strpos'
  /** The time of the database's clock, in milliseconds since 1970. */
  readonly nowMs: RawBuilder<number>
}

/**
 * The store on a migrated database, whose transactions run one at a time. Disposing the store destroys the database's
 * object.
 */
export const createStore = (database: Kysely<StoreTables>, { position, nowMs }: StoreSql): Store => ({
  apiKeys: createApiKeys(database),
  dictionary: createDictionary(database, position),
  jobs: createJobs(database, nowMs),
  oovWords: createOovWords(database),
  sessions: createSessions(database),
  usage: createUsage(database),
  webhooks: createWebhookStore(database, position),
  [Symbol.asyncDispose]: () => database.destroy(),
})
