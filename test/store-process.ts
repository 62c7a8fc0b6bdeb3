import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** Runs a module in another process, with `store` open on the directory. */
export function runWithStore(dataDir: string, body: string): ChildProcess & { readonly stdout: Readable } {
  const door = JSON.stringify(new URL('../dist/fixtures/open-sqlite-store.mjs', import.meta.url).href)
  const script = `
    const { openSqliteStore } = await import(${door})
    const store = await openSqliteStore(${JSON.stringify(dataDir)})
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
