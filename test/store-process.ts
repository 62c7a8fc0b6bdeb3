import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

/** Runs a module in another process, with `store` open on the directory. From dist/, as it ships. */
export function runWithStore(dataDir: string, body: string): ChildProcess & { readonly stdout: Readable } {
  const door = JSON.stringify(new URL('../dist/store/open-sqlite-store.js', import.meta.url).href)
  const script = `
    const { openSqliteStore } = await import(${door})
    const store = await openSqliteStore(${JSON.stringify(dataDir)})
    ${body}`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
}
