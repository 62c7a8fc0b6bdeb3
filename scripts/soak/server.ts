import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { residentMbOf } from '../../bench/process-usage.ts'

const CLI = fileURLToPath(new URL('../../dist/main/cli.js', import.meta.url))
const ADMIN_KEY = 'administrator-of-the-soak'
const READY_MS = 60_000
const DISK = 'size=64m'

/** What the process of the server holds. */
export interface Holdings {
  readonly residentMb: number
  readonly descriptors: number
  readonly threads: number
}

/** A server that is ended and started again on the same port, with the same data. */
export interface SoakServer extends AsyncDisposable {
  readonly url: string
  readonly adminKey: string
  readonly dataDir: string
  /** Whether the data directory is a small disk of its own, which can be filled. */
  readonly hasOwnDisk: boolean
  /** Number of starts so far. */
  readonly starts: number
  signal(signal: NodeJS.Signals): void
  /** Resolves when the process has ended. */
  whenEnded(): Promise<void>
  /** Resolves when the server is ready. */
  start(): Promise<void>
  /** Stops or resumes reading its log, which comes through a pipe. */
  readLog(isRead: boolean): void
  /** Undefined while it does not run. */
  holdings(): Holdings | undefined
}

/** Starts the built server with an empty data directory. The caller disposes it. */
export async function startSoakServer(settings: Readonly<Record<string, string>>): Promise<SoakServer> {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-soak-'))
  const dataDir = join(directory, 'data')
  mkdirSync(dataDir)
  const hasOwnDisk = mount(dataDir)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let starts = 0
  const kill = () => child?.kill('SIGKILL')
  process.once('exit', kill)

  const whenEnded = async (): Promise<void> => {
    if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  const start = async (): Promise<void> => {
    starts++
    child = spawn(process.execPath, [CLI, 'serve'], {
      cwd: directory,
      env: {
        PATH: process.env.PATH,
        PORT: `${port}`,
        HOARFROST_DATA_DIR: dataDir,
        HOARFROST_API_KEY: ADMIN_KEY,
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr?.resume()
    const until = performance.now() + READY_MS
    while (!(await isReady(url))) {
      if (performance.now() > until || child.exitCode !== null) throw new Error('the server did not get ready')
      await sleep(20)
    }
  }
  await start()
  return {
    url,
    adminKey: ADMIN_KEY,
    dataDir,
    hasOwnDisk,
    get starts() {
      return starts
    },
    signal: (signal) => void child?.kill(signal),
    whenEnded,
    start,
    readLog: (isRead) => void (isRead ? child?.stderr?.resume() : child?.stderr?.pause()),
    holdings: () => (child?.pid === undefined ? undefined : holdingsOf(child.pid)),
    async [Symbol.asyncDispose]() {
      child?.kill('SIGTERM')
      const timer = setTimeout(kill, 40_000)
      await whenEnded()
      clearTimeout(timer)
      process.off('exit', kill)
      if (hasOwnDisk) execFileSync('umount', ['-l', dataDir])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Mounts a small disk, where the user may. */
function mount(directory: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'hoarfrost-soak', directory], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    },
    () => false,
  )

function holdingsOf(pid: number): Holdings | undefined {
  try {
    const resident = residentMbOf(pid)
    if (resident === undefined) return undefined
    const entries = (folder: string) => readdirSync(`/proc/${pid}/${folder}`).length
    return { residentMb: resident.now, threads: entries('task'), descriptors: entries('fd') }
  } catch {
    return undefined // it has ended, or this is not Linux
  }
}
