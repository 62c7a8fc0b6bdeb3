import type { Kysely } from 'kysely'
import type { Store } from '../../core/store.ts'
import { createApiKeys } from './api-keys.ts'
import { createDictionary } from './dictionary.ts'
import { createOovWords } from './oov-words.ts'
import { createSessions } from './sessions.ts'
import type { StoreTables } from './tables.ts'
import { createUsage } from './usage.ts'

/** The store on a migrated database. Disposing the store destroys the database's object. */
export const createStore = (database: Kysely<StoreTables>): Store => ({
  apiKeys: createApiKeys(database),
  dictionary: createDictionary(database),
  oovWords: createOovWords(database),
  sessions: createSessions(database),
  usage: createUsage(database),
  [Symbol.asyncDispose]: () => database.destroy(),
})
