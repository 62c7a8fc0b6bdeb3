import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { type DatabaseLock, holdDatabaseLock } from './database-lock.ts'

type Child = ChildProcess & { readonly stdout: Readable }

/** Runs a module in another process, with `store` open on the directory. */
export const runWithStore = (dataDir: string, body: string): Child =>
  runWith('open-sqlite-store', 'openSqliteStore', dataDir, body)

/** The same with `store` open on the URL of a database. */
export const runWithPostgres = (url: string, body: string): Child =>
  runWith('open-postgres-store', 'openPostgresStore', url, body)

function runWith(module: string, open: string, place: string, body: string): Child {
  const door = JSON.stringify(new URL(`../dist/fixtures/${module}.mjs`, import.meta.url).href)
  const script = `
    const { ${open} } = await import(${door})
    const store = await ${open}(${JSON.stringify(place)})
    ${body}`
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Another process that holds the write lock of the database until it is told to let go, or the test ends. */
export async function lockDatabase(dataDir: string): Promise<DatabaseLock> {
  const lock = await holdDatabaseLock(dataDir)
  onTestFinished(lock.release)
  return lock
}
