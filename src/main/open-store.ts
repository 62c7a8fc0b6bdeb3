import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Store } from '../core/store.ts'
import { openSqliteStore, type SqliteStoreOptions } from '../store/open-sqlite-store.ts'
import type { Config } from './config.ts'

type StoreConfig = Pick<Config, 'dataDir' | 'databaseUrl'>

interface StoreOptions extends SqliteStoreOptions {
  /** Maximum number of connections to PostgreSQL. */
  readonly poolSize: number
}

interface OpenStore extends Store {
  /** The kind and name of the store, for people. */
  readonly place: string
  /** Whether it was created. */
  readonly isNew: boolean
  /** Whether a server that runs may be assumed to use it. */
  readonly isInUse: boolean
}

/** Opens the store of the configuration. The caller disposes it. Throws an Error of one line that names the variable. */
export async function openStore(config: StoreConfig, options: Partial<StoreOptions> = {}): Promise<OpenStore> {
  const { databaseUrl, dataDir } = config
  try {
    return databaseUrl === null ? await openFile(dataDir, options) : await openServer(databaseUrl, options)
  } catch (error) {
    // The message is complete; a cause would repeat it.
    const variable = databaseUrl === null ? 'HOARFROST_DATA_DIR' : 'HOARFROST_DATABASE_URL'
    throw new Error(`${variable} cannot be used: ${(error as Error).message}`)
  }
}

async function openFile(dataDir: string, options: Partial<StoreOptions>): Promise<OpenStore> {
  const store = await openSqliteStore(dataDir, options)
  return { ...store, place: `Data directory: ${store.directory}` }
}

async function openServer(url: string, options: Partial<StoreOptions>): Promise<OpenStore> {
  const { openPostgresStore } = await import('../store/open-postgres-store.ts') // loads `pg`
  const store = await openPostgresStore(url, options)
  return { ...store, place: `Database: ${store.place}`, isNew: false, isInUse: true }
}

/** Where the store of the configuration would be, for people; undefined if it exists. Makes nothing. */
export function missingStore({ databaseUrl, dataDir }: StoreConfig): { readonly place: string } | undefined {
  const directory = resolve(dataDir)
  if (databaseUrl !== null || existsSync(join(directory, 'hoarfrost.db'))) return undefined
  return { place: `Data directory: ${directory} (no database there)` }
}
