import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Store } from '../core/store.ts'
import { openSqliteDatabase } from './sqlite/sqlite-database.ts'
import { prepareFile } from './sqlite/sqlite-file.ts'
import type { StatementRunner } from './sqlite/statement.ts'
import { StatementThread } from './sqlite/statement-thread.ts'
import { createStore } from './statements/create-store.ts'

export interface SqliteStoreOptions {
  /** How long a change waits for another process's lock, and any statement for its result. */
  readonly patienceMs: number
  /** Called when the database thread died. The store continues with a new one. */
  readonly onThreadDied: (error: Error) => void
}

export interface SqliteStore extends Store {
  /** The absolute path of the data directory. */
  readonly directory: string
  /** Whether the database was created. */
  readonly isNew: boolean
  /** Whether another process has the database open, or was killed with it open. */
  readonly isInUse: boolean
}

/** For commands, which can wait longer than requests of a server. */
const DEFAULTS: SqliteStoreOptions = { patienceMs: 10_000, onThreadDied: () => {} }

/**
 * Opens `hoarfrost.db` in the directory. Creates both if missing, readable by their owner only. Several processes may
 * have it open. The caller disposes the result. Throws an Error of one line with the path.
 */
export async function openSqliteStore(
  dataDir: string,
  options: Partial<SqliteStoreOptions> = {},
): Promise<SqliteStore> {
  const { patienceMs, onThreadDied } = { ...DEFAULTS, ...options }
  const directory = resolve(dataDir)
  const file = join(directory, 'hoarfrost.db')
  const isNew = await prepareFile(file)
  const isInUse = existsSync(`${file}-wal`) // the last process to close the database removes it
  const thread = new StatementThread({ file, patienceMs, onDied: onThreadDied })
  const store = await openStoreOn(thread, patienceMs).catch((cause) => {
    throw new Error(`${file} cannot be opened: ${(cause as Error).message}`, { cause })
  })
  thread.endOpening()
  return { ...store, directory, isNew, isInUse }
}

/** Opens a store on a statement runner. Disposing the store disposes the runner. */
export const openStoreOn = async (runner: StatementRunner, patienceMs: number): Promise<Store> =>
  createStore(await openSqliteDatabase(runner, patienceMs), { position: 'instr', nowMs: NOW_MS })

const NOW_MS = sql<number>`cast((julianday('now') - 2440587.5) * 86400000 as integer)`
