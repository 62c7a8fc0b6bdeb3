import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { QUICK_ENGINE } from './quick-engine.ts'

const CLI = fileURLToPath(new URL('../dist/main/cli.js', import.meta.url))
const MAX_FILES = 400

/** `hoarfrost serve` in a shell that lets it open few files. */
async function serveWithFewFiles() {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-files-'))
  const child = spawn('sh', ['-c', `ulimit -n ${MAX_FILES} && exec "$0" "$1" serve`, process.execPath, CLI], {
    cwd: directory,
    env: { PATH: process.env.PATH, PORT: '0', HOARFROST_WORKERS: '1', ...QUICK_ENGINE },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(directory, { recursive: true })
  })
  const output = { stdout: '', log: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.log += text
  })
  await vi.waitFor(() => expect(output.stdout + output.log).toContain('listens on'), { timeout: 15_000 })
  const port = Number(/listens on \S+:(\d+)/.exec(output.stdout)?.[1])
  return { port, log: () => output.log.trim().split('\n') }
}

// Later versions start with less, and fail in Node's own loader before our code with less still.
const isNode20 = process.versions.node.startsWith('20.')

test.runIf(process.platform !== 'win32' && isNode20)(
  'a start for which too few files may be opened says what to raise',
  () => {
    const { status, stderr } = spawnSync('sh', ['-c', 'ulimit -n 34 && exec "$0" "$1" serve', process.execPath, CLI], {
      env: { PATH: process.env.PATH, PORT: '0' },
      encoding: 'utf8',
      timeout: 30_000, // it blocks the runner's own
    })
    expect([status, stderr]).toEqual([
      1,
      'hoarfrost: too many open files; raise the limit, as with "ulimit -n 65536" or LimitNOFILE of systemd\n',
    ])
  },
)

test.skipIf(process.platform === 'win32')(
  'a service that may open no more files says what to raise, once, and goes on when some are free again',
  async () => {
    const { port, log } = await serveWithFewFiles()
    const reported = () => log().filter((line) => line.includes('too many open files'))
    const sockets = Array.from({ length: MAX_FILES }, () => connect(port, '127.0.0.1').on('error', () => {}))
    await vi.waitFor(() => expect(reported()).toHaveLength(1), { timeout: 15_000 })
    expect(JSON.parse(reported()[0] ?? '')).toMatchObject({ level: 'error', msg: expect.stringContaining('ulimit -n') })
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200))
    expect(reported()).toHaveLength(1)
  },
)
