import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { holdDatabaseLock } from '../../test/database-lock.ts'
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
    async inject({ dataDir }) {
      const lock = await holdDatabaseLock(dataDir)
      await sleep(HELD_MS)
      await lock.release()
    },
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
