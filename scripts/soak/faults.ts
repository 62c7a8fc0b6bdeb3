import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { SoakServer } from './server.ts'

export interface Fault {
  readonly name: string
  /** Whether answers that run may break off. */
  readonly breaksAnswers: boolean
  /** Whether new requests may be refused or fail meanwhile. */
  readonly refuses: boolean
  /** Whether the process ends. */
  readonly restarts: boolean
  isPossible(server: SoakServer): boolean
  /** Resolves when it is over, though its effects may not be. */
  inject(server: SoakServer): Promise<void>
}

const HELD_MS = 4000
const always = () => true

export const FAULTS: readonly Fault[] = [
  {
    name: 'kill -9 of the server',
    breaksAnswers: true,
    refuses: true,
    restarts: true,
    isPossible: always,
    async inject(server) {
      server.signal('SIGKILL')
      await server.whenEnded()
      await server.start()
    },
  },
  {
    name: 'database locked by another process',
    breaksAnswers: false,
    refuses: false,
    restarts: false,
    isPossible: always,
    inject: ({ dataDir }) => holdLock(join(dataDir, 'hoarfrost.db')),
  },
  {
    name: 'SIGTERM, drain and start',
    breaksAnswers: false,
    refuses: true,
    restarts: true,
    isPossible: always,
    async inject(server) {
      server.signal('SIGTERM')
      await server.whenEnded()
      await server.start()
    },
  },
  {
    name: 'full disk',
    breaksAnswers: false,
    refuses: false,
    restarts: false,
    isPossible: ({ hasOwnDisk }) => hasOwnDisk,
    inject: ({ dataDir }) => fillDisk(join(dataDir, 'filling')),
  },
  {
    name: 'log that nobody reads',
    breaksAnswers: false,
    refuses: false,
    restarts: false,
    isPossible: always,
    async inject(server) {
      server.readLog(false)
      await sleep(HELD_MS)
      server.readLog(true)
    },
  },
  {
    name: 'process stopped for 3 s',
    breaksAnswers: false,
    refuses: true,
    restarts: false,
    isPossible: always,
    async inject(server) {
      server.signal('SIGSTOP')
      await sleep(3000)
      server.signal('SIGCONT')
    },
  },
]

/** Holds the write lock of a database from another process. */
async function holdLock(file: string): Promise<void> {
  const script = `
    const connection = new (require('libsql'))(process.argv[1], { timeout: 10000 })
    connection.exec('begin immediate')
    process.stdout.write('locked')
    process.stdin.resume().on('end', () => connection.close())`
  const child = spawn(process.execPath, ['--input-type=commonjs', '-e', script, file], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exit])
  await sleep(HELD_MS)
  child.stdin.end()
  await exit
}

async function fillDisk(file: string): Promise<void> {
  const descriptor = openSync(file, 'w')
  const block = Buffer.alloc(2 ** 16)
  try {
    for (;;) writeSync(descriptor, block)
  } catch {
    await sleep(HELD_MS)
  } finally {
    closeSync(descriptor)
    rmSync(file)
  }
}
