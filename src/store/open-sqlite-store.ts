import { existsSync } from 'node:fs'
import { access, constants, mkdir, open, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Store } from '../core/store.ts'
import { openSqliteDatabase } from './sqlite/sqlite-database.ts'
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
  return { ...store, directory, isNew, isInUse }
}

/** Opens a store on a statement runner. Disposing the store disposes the runner. */
export const openStoreOn = async (runner: StatementRunner, patienceMs: number): Promise<Store> =>
  createStore(await openSqliteDatabase(runner, patienceMs), 'instr')

/** Creates the file if missing and checks that it can be read and written. Returns whether it was created. */
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

/** Not `mkdir` with `recursive`, which never returns on a file system without write support, such as /proc. */
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

/** Creates the file readable by its owner only. SQLite's log files inherit its mode. */
async function createForOwner(file: string): Promise<boolean> {
  try {
    await (await open(file, 'ax', 0o600)).close()
    return true
  } catch (error) {
    // An existing file is not opened: closing it would drop all locks that this process holds on it.
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
