import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const CLI = fileURLToPath(new URL('../dist/main/cli.js', import.meta.url))
const MOST_MB = 400

test.skipIf(process.platform !== 'linux')(
  'a service with its usual engines and two threads takes no more than 400 MB when it is ready',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-memory-'))
    const server = spawn(process.execPath, [CLI, 'serve'], {
      cwd: directory,
      env: { PATH: process.env.PATH, PORT: '0', HOARFROST_WORKERS: '2', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(async () => {
      server.kill('SIGKILL')
      await once(server, 'exit')
      rmSync(directory, { recursive: true })
    })
    await once(createInterface({ input: server.stdout }), 'line')
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    expect(Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]) / 1024).toBeLessThan(MOST_MB)
  },
)
