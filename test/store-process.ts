import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

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

/**
 * Another process that holds the write lock of the database until it is told to let go, or the test ends. Resolves when
 * it has the lock.
 */
export async function lockDatabase(dataDir: string): Promise<{ release(): Promise<void> }> {
  const script = `
    const connection = new (require('libsql'))(process.argv[1], { timeout: 10000 })
    connection.exec('begin immediate')
    process.stdout.write('locked')
    process.stdin.resume().on('end', () => connection.close())`
  const file = join(dataDir, 'hoarfrost.db')
  const child = spawn(process.execPath, ['--input-type=commonjs', '-e', script, file], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const release = async () => {
    child.stdin.end()
    await exit
  }
  onTestFinished(release)
  await once(child.stdout, 'data')
  return { release }
}
