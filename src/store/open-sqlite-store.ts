import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../core/store.ts'
import { createSqliteApiKeys } from './sqlite/sqlite-api-keys.ts'
import { openSqliteDatabase } from './sqlite/sqlite-database.ts'
import { createSqliteDictionary } from './sqlite/sqlite-dictionary.ts'
import { createSqliteSavedWords } from './sqlite/sqlite-saved-words.ts'

/**
 * Opens `hoarfrost.db` in the directory, making both where they are not there yet, for their owner's eyes alone.
 * Several processes may have it open at once. The caller disposes the result. Throws an Error that names the file.
 */
export async function openSqliteStore(dataDir: string): Promise<Store> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'hoarfrost.db')
  await createForOwner(file)
  const database = await openSqliteDatabase(file).catch((cause) => {
    throw new Error(`${file} cannot be opened`, { cause })
  })
  return {
    apiKeys: createSqliteApiKeys(database),
    dictionary: createSqliteDictionary(database),
    savedWords: createSqliteSavedWords(database),
    [Symbol.asyncDispose]: () => database.destroy(),
  }
}

/** SQLite makes a new file readable for everybody; its log files take their rights from it. */
async function createForOwner(file: string): Promise<void> {
  try {
    await (await open(file, 'ax', 0o600)).close()
  } catch (error) {
    // One that is there is not opened: closing it would drop the locks of all that this process has open of it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
