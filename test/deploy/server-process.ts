import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { CLI } from '../command-line.ts'
import { readMetrics } from '../metrics-text.ts'
import { QUICK_ENGINE } from '../quick-engine.ts'

export const KEY = 'chosen-by-the-operator'

export interface ServerProcess {
  readonly url: string
  readonly port: number
  /** Sends a signal. */
  readonly kill: (signal: NodeJS.Signals) => void
  /** Resolves when the process has ended. */
  readonly exit: Promise<unknown>
  readonly metric: (name: string) => Promise<number>
}

/** `hoarfrost serve` in a process with a directory of its own; killed after the test. */
export async function startServerProcess(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-deploy-'))
  const settings = { PORT: '0', LOG_LEVEL: 'error', HOARFROST_WORKERS: '1', HOARFROST_API_KEY: KEY, ...QUICK_ENGINE }
  const child = spawn(process.execPath, [CLI, 'serve'], {
    cwd: directory,
    env: { PATH: process.env.PATH, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
    rmSync(directory, { recursive: true })
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Hoarfrost listens on (\S+)$/.exec(line)?.[1]
    if (url === undefined) continue
    return {
      url,
      port: Number(new URL(url).port),
      kill: (signal) => void child.kill(signal),
      exit,
      metric: async (name) => readMetrics(await (await fetch(`${url}/metrics`)).text()).get(name) ?? Number.NaN,
    }
  }
  throw new Error('the server did not start')
}
