import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { CLI } from './command-line.ts'
import { QUICK_ENGINE } from './quick-engine.ts'

const KEY = 'chosen-by-the-operator'
export const SPEECH = { modelId: 'coda', speaker: 'luna', samplingRate: 24_000 }

export interface JobServer {
  readonly child: ChildProcess
  readonly url: string
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Returns the id. */
  submit(text: string, init?: RequestInit): Promise<string>
  show(id: string): Promise<{ readonly state: string; readonly characters: number; readonly charactersDone: number }>
  /** Waits for the result. */
  resultOf(id: string): Promise<Buffer>
  /** With SIGKILL. */
  kill(): Promise<void>
}

/** Starts a server in a process of its own, which ends with the test, with one synthesis thread. */
export async function startJobServer(
  directory: string,
  env: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
): Promise<JobServer> {
  const child = spawn(process.execPath, [...nodeOptions, CLI, 'serve'], {
    cwd: directory,
    env: { PATH: process.env.PATH, PORT: '0', HOARFROST_WORKERS: '1', HOARFROST_API_KEY: KEY, ...QUICK_ENGINE, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = await urlOf(child)
  const ask: JobServer['ask'] = (path, init = {}) =>
    fetch(`${url}/v1/${path}`, { ...init, headers: { authorization: `Bearer ${KEY}`, ...init.headers } })
  const show: JobServer['show'] = async (id) => (await (await ask(`jobs/${id}`)).json()) as never
  return {
    child,
    url,
    ask,
    show,
    async submit(text, init) {
      const answer = await ask('jobs', { method: 'POST', body: JSON.stringify({ ...SPEECH, text }), ...init })
      expect(answer.status).toBe(202)
      return ((await answer.json()) as { readonly id: string }).id
    },
    async resultOf(id) {
      await expect.poll(async () => (await show(id)).state, { timeout: 120_000 }).toBe('done')
      return Buffer.from(await (await ask(`jobs/${id}/result`)).arrayBuffer())
    },
    async kill() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

async function urlOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (line.startsWith('Hoarfrost listens') && url !== undefined) return url
  }
  throw new Error('the server did not start')
}
