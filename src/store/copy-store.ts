import { existsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Kysely } from 'kysely'
import Database from 'libsql'
import type { CopiedRows, CopyOptions } from '../core/store-copy.ts'
import { openSqliteDatabase } from './sqlite/sqlite-database.ts'
import { prepareFile } from './sqlite/sqlite-file.ts'
import { openSqliteSnapshot } from './sqlite/sqlite-snapshot.ts'
import { StatementThread } from './sqlite/statement-thread.ts'
import { copyTables, type Snapshot } from './statements/copy-tables.ts'

/** Of a statement; others may hold a lock. */
const PATIENCE_MS = 30_000

/**
 * Copies a store to an empty one, which is created if missing. Each is the URL of a PostgreSQL database, a data directory
 * or an SQLite file. Throws an Error of one line that contains no password.
 */
export async function copyStore(from: string, to: string, options: CopyOptions): Promise<readonly CopiedRows[]> {
  await using snapshot = await openSnapshot(from).catch(naming('--from cannot be used'))
  return await copyTo(snapshot, to, options)
}

/**
 * Writes a store to a new SQLite file, as it is at one time. Others may use the store meanwhile. Throws an Error of one
 * line that contains no password.
 */
export async function backUpStore(from: string, file: string, options: CopyOptions): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} exists; a backup does not overwrite files`)
  if (!isPostgres(from)) requireFile(fileOf(from)) // before anything is made
  // A backup that is cut off must not look like one.
  const unfinished = `${resolve(file)}.${process.pid}.partial.db`
  try {
    await prepareFile(unfinished)
    if (isPostgres(from)) await backUpServer(from, unfinished, options)
    else backUpFile(fileOf(from), unfinished)
    const written = await open(unfinished, 'r+')
    await written.sync()
    await written.close()
    await rename(unfinished, file)
  } finally {
    await removeDatabase(unfinished)
  }
}

function backUpFile(from: string, file: string): void {
  const database = new Database(from, { timeout: PATIENCE_MS })
  try {
    database.prepare('vacuum into ?').run([file])
  } finally {
    database.close()
  }
}

async function backUpServer(from: string, file: string, options: CopyOptions): Promise<void> {
  await using snapshot = await openSnapshot(from)
  await copyTo(snapshot, file, options)
  const database = new Database(file)
  database.exec('pragma journal_mode = delete') // one file, which can be read where it cannot be written
  database.close()
}

async function copyTo(from: Snapshot, to: string, options: CopyOptions): Promise<readonly CopiedRows[]> {
  const target = await openTarget(to).catch(naming('--to cannot be used'))
  let isCopied = false
  try {
    const rows = await copyTables(from, target.database, options).catch(naming('the store cannot be copied'))
    isCopied = true
    return rows
  } finally {
    await target.database.destroy()
    if (!isCopied && target.newFile !== undefined) await removeDatabase(target.newFile)
  }
}

async function openSnapshot(place: string): Promise<Snapshot> {
  if (isPostgres(place)) {
    const { database, settings } = await openServer(place)
    await database.destroy()
    const { openPostgresSnapshot } = await import('./postgres/postgres-snapshot.ts')
    return openPostgresSnapshot(settings)
  }
  const file = fileOf(place)
  requireFile(file)
  await (await openFile(file)).destroy()
  return openSqliteSnapshot(file)
}

interface Target {
  readonly database: Kysely<object>
  /** The SQLite file that was created. */
  readonly newFile?: string
}

async function openTarget(place: string): Promise<Target> {
  if (isPostgres(place)) return openServer(place)
  const file = fileOf(place)
  const isNew = await prepareFile(file)
  return { database: await openFile(file), ...(isNew && { newFile: file }) }
}

async function openServer(url: string) {
  const { openPostgresDatabase } = await import('./postgres/postgres-database.ts') // loads `pg`
  return openPostgresDatabase(url, { patienceMs: PATIENCE_MS })
}

/** Migrates the file. */
const openFile = (file: string): Promise<Kysely<object>> =>
  openSqliteDatabase(new StatementThread({ file, patienceMs: PATIENCE_MS, onDied: () => {} }), PATIENCE_MS).catch(
    naming(`${file} cannot be opened`),
  )

const isPostgres = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place)

/** The file of a data directory; what is missing is a file if it ends in `.db`. */
function fileOf(place: string): string {
  // Its password would become a part of a path.
  if (/^[\w+]+:\/\//.test(place)) throw new Error('it must be a postgresql:// URL, a data directory or an SQLite file')
  const path = resolve(place)
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? path.endsWith('.db')
  return isFile ? path : join(path, 'hoarfrost.db')
}

/** SQLite would create it. */
function requireFile(file: string): void {
  if (!existsSync(file)) throw new Error(`${file} does not exist`)
}

async function removeDatabase(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${file}${end}`, { force: true })
}

const naming =
  (what: string) =>
  (cause: Error): never => {
    // The message is complete; a cause would repeat it.
    throw new Error(`${what}: ${cause.message}`)
  }
