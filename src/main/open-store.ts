import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from '../store/open-sqlite-store.ts'
import type { Config } from './config.ts'

/** Opens the store of the configuration. The caller disposes it. Throws an Error of one line that names the variable. */
export async function openStore(
  { dataDir }: Pick<Config, 'dataDir'>,
  options: Partial<SqliteStoreOptions> = {},
): Promise<SqliteStore> {
  try {
    return await openSqliteStore(dataDir, options)
  } catch (error) {
    // The message is complete; a cause would repeat it.
    throw new Error(`HOARFROST_DATA_DIR cannot be used: ${(error as Error).message}`)
  }
}
