import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readMetrics } from './metrics-text.ts'

// What speaks where the runtime of the preferred engine is missing: the service must start and speak all the same.

const CLI = fileURLToPath(new URL('../dist/main/cli.js', import.meta.url))
const WITHOUT_RUNTIME = ['--require', fileURLToPath(new URL('fixtures/without-onnxruntime.cjs', import.meta.url))]
const KEY = 'chosen'

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-missing-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

async function serveWithoutRuntime() {
  const directory = newDirectory()
  const server = spawn(process.execPath, [...WITHOUT_RUNTIME, CLI, 'serve'], {
    cwd: directory,
    env: { PATH: process.env.PATH, PORT: '0', HOARFROST_WORKERS: '1', HOARFROST_API_KEY: KEY },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(server, 'exit')
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await exited
  })
  let log = ''
  server.stderr.setEncoding('utf8').on('data', (text) => {
    log += text
  })
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /^Hoarfrost listens on (\S+)/.exec(line)?.[1]
    if (url !== undefined) return { url, log: () => log }
  }
  throw new Error(log)
}

test('a server without the runtime speaks, and says so in its log, in /health and in /metrics', {
  timeout: 60_000,
}, async () => {
  const { url, log } = await serveWithoutRuntime()
  const answer = await fetch(`${url}/v1/rime-tts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, accept: 'audio/pcm' },
    body: JSON.stringify({ modelId: 'coda', speaker: 'luna', text: 'Hello there.' }),
  })
  expect([answer.status, (await answer.arrayBuffer()).byteLength > 24_000]).toEqual([200, true])
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ apiStatus: 'ok', missingEngines: ['aria'] })
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(readMetrics(metrics).get('hoarfrost_missing_engines')).toBe(1)
  const said = log()
    .split('\n')
    .filter((line) => line.includes('aria'))
  expect(said).toHaveLength(1)
  expect(JSON.parse(said[0] ?? '')).toMatchObject({
    engine: 'aria',
    message: "aria cannot be loaded: Cannot find module 'onnxruntime-node'",
  })
})

test('`say` without the runtime speaks, and says which engine does not', { timeout: 60_000 }, () => {
  const directory = newDirectory()
  const { status, stderr } = spawnSync(
    process.execPath,
    [...WITHOUT_RUNTIME, CLI, 'say', 'Hello.', '-o', 'hello.wav'],
    {
      cwd: directory,
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    },
  )
  expect([status, stderr]).toEqual([
    0,
    "hoarfrost: another engine speaks: aria cannot be loaded: Cannot find module 'onnxruntime-node'\n",
  ])
  expect(statSync(join(directory, 'hello.wav')).size).toBeGreaterThan(10_000)
})
