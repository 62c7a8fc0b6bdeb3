import { existsSync } from 'node:fs'
import { access, constants, mkdir, open, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Store } from '../core/store.ts'
import { createSqliteApiKeys } from './sqlite/sqlite-api-keys.ts'
import { openSqliteDatabase } from './sqlite/sqlite-database.ts'
import { createSqliteDictionary } from './sqlite/sqlite-dictionary.ts'
import { createSqliteOovWords } from './sqlite/sqlite-oov-words.ts'
import type { StatementRunner } from './sqlite/statement.ts'
import { StatementThread } from './sqlite/statement-thread.ts'

export interface SqliteStoreOptions {
  /** How long a change waits for the lock of another process, and any statement for its answer. */
  readonly patienceMs: number
  /** Told of a database thread that died. The store goes on with another one. */
  readonly onThreadDied: (error: Error) => void
}

export interface SqliteStore extends Store {
  /** The absolute path of the data directory. */
  readonly directory: string
  /** Whether the directory held no database before. */
  readonly isNew: boolean
  /** Whether another process had the database open. It may also have been killed since the last one closed it. */
  readonly isInUse: boolean
}

/** Enough for simultaneous processes, which have nobody waiting for an answer. */
const DEFAULTS: SqliteStoreOptions = { patienceMs: 10_000, onThreadDied: () => {} }

/**
 * Opens `hoarfrost.db` in the directory, making both where they are not there yet, readable by their owner alone.
 * Several processes may have it open at once. The caller disposes the result. Throws an Error of one line that names
 * the path.
 */
export async function openSqliteStore(
  dataDir: string,
  options: Partial<SqliteStoreOptions> = {},
): Promise<SqliteStore> {
  const { patienceMs, onThreadDied } = { ...DEFAULTS, ...options }
  const directory = resolve(dataDir)
  const file = join(directory, 'hoarfrost.db')
  const isNew = await prepareFile(file)
  const isInUse = existsSync(`${file}-wal`) // whoever closes the database last removes it
  const thread = new StatementThread({ file, patienceMs, onDied: onThreadDied })
  const store = await openStoreOn(thread, patienceMs).catch((cause) => {
    throw new Error(`${file} cannot be opened: ${(cause as Error).message}`, { cause })
  })
  return { ...store, directory, isNew, isInUse }
}

/** A store whose statements are run by another. Disposing it disposes the runner. */
export async function openStoreOn(runner: StatementRunner, patienceMs: number): Promise<Store> {
  const database = await openSqliteDatabase(runner, patienceMs)
  return {
    apiKeys: createSqliteApiKeys(database),
    dictionary: createSqliteDictionary(database),
    oovWords: createSqliteOovWords(database),
    [Symbol.asyncDispose]: () => database.destroy(),
  }
}

/** Whether the file was made. It can be read and written then. */
async function prepareFile(file: string): Promise<boolean> {
  const directory = dirname(file)
  try {
    await makeDirectory(directory)
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(`${directory} ${reasonOf(cause)}`, { cause })
  }
  try {
    const isNew = await createForOwner(file)
    await access(file, constants.R_OK | constants.W_OK)
    return isNew
  } catch (cause) {
    throw new Error(`${file} ${reasonOf(cause)}`, { cause })
  }
}

/** `mkdir` with `recursive` never returns where a file system holds directories but takes no new ones, such as /proc. */
async function makeDirectory(directory: string, hasParent = false): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(directory)).isDirectory()) return
    if (code !== 'ENOENT' || hasParent) throw error
    await makeDirectory(dirname(directory))
    await makeDirectory(directory, true)
  }
}

/** SQLite makes a new file readable for everybody; its log files take their rights from it. */
async function createForOwner(file: string): Promise<boolean> {
  try {
    await (await open(file, 'ax', 0o600)).close()
    return true
  } catch (error) {
    // One that is there is not opened: closing it would drop the locks of all that this process has open of it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'is not a directory',
  ENOTDIR: 'is not below a directory',
  ENOENT: 'cannot be made',
  EACCES: 'cannot be written by this user',
  EPERM: 'cannot be written by this user',
  EROFS: 'is on a file system that cannot be written',
  ENOSPC: 'is on a full disk',
}

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return REASONS[code] ?? `cannot be used: ${message}`
}
