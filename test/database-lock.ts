import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface DatabaseLock {
  release(): Promise<void>
}

/** Starts a process that holds the write lock of the database. Resolves when it has it; the caller releases it. */
export async function holdDatabaseLock(dataDir: string): Promise<DatabaseLock> {
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
  await Promise.race([
    once(child.stdout, 'data'),
    exit.then(() => Promise.reject(new Error('the database could not be locked'))),
  ])
  return {
    async release() {
      child.stdin.end()
      await exit
    },
  }
}
