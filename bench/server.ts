import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type EventLoop, readEventLoopDelay } from './event-loop.ts'
import { cpuMsOf, mainThreadMsOf, residentMbOf } from './process-usage.ts'
import type { SpeechTarget } from './speech-client.ts'

const CLI = fileURLToPath(new URL('../dist/main/cli.js', import.meta.url))
const HOST = '127.0.0.1'
const API_KEY = 'key-of-the-bench'
const START_LIMIT_MS = 30_000
const STOP_LIMIT_MS = 40_000
const POLL_MS = 5

export interface BenchServer extends SpeechTarget, EventLoop, AsyncDisposable {
  /** From process start to the first 200 of /readyz. */
  readonly readyMs: number
  readonly dataDir: string
  /** Where the Wyoming protocol listens. */
  readonly wyomingPort: number
  readonly cpuMs: () => number | undefined
  readonly mainThreadMs: () => number | undefined
  readonly residentMb: () => ReturnType<typeof residentMbOf>
}

/**
 * Starts the built server in a process with an empty data directory; resolves when it is ready. `engines` is its engine
 * preference, `nodeOptions` are passed to node, `settings` are further variables. Throws with the server's output if it ends or is not ready within 30 s.
 */
export async function startServer(
  engines: string,
  nodeOptions: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<BenchServer> {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-bench-'))
  const logFile = join(directory, 'server.log')
  const log = openSync(logFile, 'w')
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...nodeOptions, CLI, 'serve'], {
    // Neither the caller's settings nor a .env of the checkout may affect the measurement.
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      HOST,
      PORT: '0',
      HOARFROST_API_KEY: API_KEY,
      HOARFROST_DATA_DIR: directory,
      HOARFROST_ENGINE_PREFERENCE: engines,
      HOARFROST_WYOMING_PORT: '0',
      ...settings,
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const killWithBench = () => child.kill('SIGKILL')
  process.once('exit', killWithBench)
  const stop = async () => {
    await endProcess(child)
    process.off('exit', killWithBench)
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    const pid = child.pid ?? Number.NaN
    const port = await waitUntilReady(child, logFile)
    const readyMs = performance.now() - startedAt
    return {
      host: HOST,
      port,
      apiKey: API_KEY,
      dataDir: directory,
      readyMs,
      wyomingPort: Number(/"port":(\d+)[^\n]*Wyoming listens/.exec(readFileSync(logFile, 'utf8'))?.[1]),
      cpuMs: () => cpuMsOf(pid),
      mainThreadMs: () => mainThreadMsOf(pid),
      residentMb: () => residentMbOf(pid),
      eventLoopDelay: () => readEventLoopDelay(`http://${HOST}:${port}/metrics`),
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A link that signs a browser in to the dashboard, once. */
export async function makeSignInLink({ host, port, apiKey, dataDir }: BenchServer): Promise<string> {
  const env = { PATH: process.env.PATH, HOARFROST_API_KEY: apiKey, HOARFROST_DATA_DIR: dataDir }
  const args = [CLI, 'open', '--print', '--server', `http://${host}:${port}`]
  return (await promisify(execFile)(process.execPath, args, { env, cwd: dataDir })).stdout.trim()
}

async function waitUntilReady(child: ChildProcess, logFile: string): Promise<number> {
  const deadline = performance.now() + START_LIMIT_MS
  while (child.exitCode === null && performance.now() < deadline) {
    const port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(readFileSync(logFile, 'utf8'))?.[1])
    if (port > 0 && (await isReady(port))) return port
    await sleep(POLL_MS)
  }
  throw new Error(`the server did not get ready; it said:\n${readFileSync(logFile, 'utf8')}`)
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://${HOST}:${port}/readyz`).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )

/** Asks a process to end, and kills it after 40 s. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await ended
  clearTimeout(timer)
}
