import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { residentMbOf } from '../../bench/process-usage.ts'
import { freePort } from '../../test/free-port.ts'
import { type Postgres, startPostgres } from '../../test/postgres.ts'
import { createDisk, type Disk } from './disk.ts'
import { createFalseClock, type FalseClock } from './false-clock.ts'

const CLI = fileURLToPath(new URL('../../dist/main/cli.js', import.meta.url))
const THREAD_END = fileURLToPath(new URL('end-thread.cjs', import.meta.url))
const ADMIN_KEY = 'administrator-of-the-soak'
const READY_MS = 300_000
const SHOWN_CHARACTERS = 2000
const DISK_MB = { data: 128, log: 32 }

export const STORES = ['sqlite', 'postgres'] as const
export type StoreName = (typeof STORES)[number]

/** What the process of the server holds. */
export interface Holdings {
  readonly residentMb: number
  readonly descriptors: number
  readonly threads: number
}

/** A server that is ended and started again on the same ports, with the same data. */
export interface SoakServer extends AsyncDisposable {
  readonly url: string
  readonly wyomingPort: number
  readonly adminKey: string
  /** Where its data is. */
  readonly dataDisk: Disk
  /** Where its log is, if that is a file. */
  readonly logDisk: Disk
  /** Where its log goes; each start takes the other kind. */
  readonly log: 'pipe' | 'file'
  /** Undefined where the clock cannot be set. */
  readonly clock: FalseClock | undefined
  /** Undefined if it keeps its data in a file. */
  readonly postgres: Postgres | undefined
  /** Number of synthesis threads that started so far, in all processes. */
  readonly startedThreads: number
  signal(signal: NodeJS.Signals): void
  /** Resolves when the process has ended. */
  whenEnded(): Promise<void>
  /** Resolves when the server is ready. */
  start(): Promise<void>
  /** Stops or resumes reading its log, if that comes through a pipe. */
  readLog(isRead: boolean): void
  /** Undefined while it does not run. */
  holdings(): Holdings | undefined
}

/** Starts the built server with an empty store. The caller disposes it. */
export async function startSoakServer(
  store: StoreName,
  settings: Readonly<Record<string, string>>,
): Promise<SoakServer> {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-soak-'))
  const dataDisk = createDisk(join(directory, 'data'), DISK_MB.data)
  const logDisk = createDisk(join(directory, 'log'), DISK_MB.log)
  const clock = createFalseClock(directory)
  const postgres = store === 'postgres' ? await startPostgres() : undefined
  await postgres?.query('create database soak')
  const [port, wyomingPort] = [await freePort(), await freePort()]
  const threadsFile = join(directory, 'threads')
  writeFileSync(threadsFile, '')
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let log: SoakServer['log'] = 'file'
  const kill = () => child?.kill('SIGKILL')
  process.once('exit', kill)

  const whenEnded = async (): Promise<void> => {
    if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  const start = async (): Promise<void> => {
    log = log === 'file' ? 'pipe' : 'file'
    const output = log === 'pipe' ? 'pipe' : openSync(join(logDisk.folder, 'log'), 'w')
    child = spawn(process.execPath, [CLI, 'serve'], {
      cwd: directory,
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: `--require=${THREAD_END}`,
        SOAK_THREADS: threadsFile,
        PORT: `${port}`,
        HOARFROST_WYOMING_PORT: `${wyomingPort}`,
        HOARFROST_DATA_DIR: dataDisk.folder,
        HOARFROST_API_KEY: ADMIN_KEY,
        ...(postgres !== undefined && {
          HOARFROST_DATABASE_URL: postgres.url('soak'),
          HOARFROST_JOBS_DIR: join(dataDisk.folder, 'jobs'),
        }),
        ...clock?.settings,
        ...settings,
      },
      stdio: ['ignore', 'ignore', output],
    })
    if (typeof output === 'number') closeSync(output)
    let told = ''
    child.stderr?.on('data', (lines: Buffer) => {
      told = `${told}${lines}`.slice(-SHOWN_CHARACTERS)
    })
    const until = performance.now() + READY_MS
    while (!(await isReady(url))) {
      const { exitCode, signalCode } = child
      if (performance.now() > until || exitCode !== null || signalCode !== null) {
        throw new Error(
          `the server did not get ready (${exitCode ?? signalCode ?? 'it still starts'}); it said:\n${told}`,
        )
      }
      await sleep(20)
    }
  }
  const server: SoakServer = {
    url,
    wyomingPort,
    adminKey: ADMIN_KEY,
    dataDisk,
    logDisk,
    clock,
    postgres,
    get log() {
      return log
    },
    get startedThreads() {
      return statSync(threadsFile).size
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
      await postgres?.[Symbol.asyncDispose]()
      dataDisk[Symbol.dispose]()
      logDisk[Symbol.dispose]()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  try {
    await start()
    return server
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
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
