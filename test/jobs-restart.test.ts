import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { CLI } from './command-line.ts'
import { QUICK_ENGINE } from './quick-engine.ts'

const KEY = 'chosen-by-the-operator'
const CHAPTER = `${'The quick brown fox jumps over the lazy dog, and 25 of them did so on 3 May. '.repeat(9)}\n\n`
const TEXT = ['One', 'Two'].map((title) => `# ${title}\n\n${CHAPTER}`).join('')

async function serve(directory: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [CLI, 'serve'], {
    cwd: directory,
    env: { PATH: process.env.PATH, PORT: '0', HOARFROST_WORKERS: '1', HOARFROST_API_KEY: KEY, ...QUICK_ENGINE },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (line.startsWith('Hoarfrost listens') && url !== undefined) return { child, url }
  }
  throw new Error('the server did not start')
}

const ask = (url: string, path: string, init: RequestInit = {}) =>
  fetch(`${url}/v1/jobs${path}`, { ...init, headers: { authorization: `Bearer ${KEY}` } })
const submit = async (url: string): Promise<string> => {
  const body = JSON.stringify({ modelId: 'coda', speaker: 'luna', samplingRate: 24_000, text: TEXT })
  return ((await (await ask(url, '', { method: 'POST', body })).json()) as { readonly id: string }).id
}
const resultOf = async (url: string, id: string): Promise<Buffer> => {
  await expect.poll(async () => (await ask(url, `/${id}`)).text(), { timeout: 60_000 }).toContain('"state":"done"')
  return Buffer.from(await (await ask(url, `/${id}/result`)).arrayBuffer())
}

test('a server that is killed in the middle of a chapter goes on after the last finished part, to the same bytes', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-jobs-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const first = await serve(directory)
  const id = await submit(first.url)
  const folder = join(directory, 'data/jobs', id)
  // The second part is being written, the first one is kept.
  await expect.poll(() => readdirSync(folder).join(), { interval: 1 }).toContain('part-of-part-1.pcm')
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  expect(readdirSync(folder)).not.toContain('result.wav')

  const second = await serve(directory)
  const interrupted = await resultOf(second.url, id)
  const undisturbed = await resultOf(second.url, await submit(second.url))
  expect(interrupted.length).toBeGreaterThan(60 * 48_000)
  expect(interrupted.equals(undisturbed)).toBe(true)
  expect(readdirSync(folder).toSorted()).toEqual(['chapter-1.wav', 'chapter-2.wav', 'result.wav'])
})
