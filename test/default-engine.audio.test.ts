import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readMetrics } from './metrics-text.ts'

// The default engine, and the one used if the runtime of aria is missing.

const CLI = fileURLToPath(new URL('../dist/main/cli.js', import.meta.url))
const WITHOUT_RUNTIME = ['--require', fileURLToPath(new URL('fixtures/without-onnxruntime.cjs', import.meta.url))]
const KEY = 'chosen-by-the-operator'

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
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({
    apiStatus: 'ok',
    missingEngines: expect.arrayContaining(['aria', 'natural']),
  })
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(readMetrics(metrics).get('hoarfrost_missing_engines')).toBe(2)
  const said = log()
    .split('\n')
    .filter((line) => line.includes('aria'))
  expect(said).toHaveLength(1)
  expect(JSON.parse(said[0] ?? '')).toMatchObject({
    engine: 'aria',
    message: "aria cannot be loaded: Cannot find module 'onnxruntime-node'",
  })
})

function say(nodeOptions: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const home = newDirectory()
  const file = join(newDirectory(), 'hello.wav')
  const { status, stderr } = spawnSync(
    process.execPath,
    [...nodeOptions, CLI, 'say', 'Hello.', '-m', 'mistv3', '-s', 'estelle', '-o', file],
    { env: { PATH: process.env.PATH, HOME: home, ...env }, encoding: 'utf8' },
  )
  expect(status).toBe(0)
  // The runtime would keep what it reports to its maker there.
  expect(readdirSync(home)).toEqual([])
  return { stderr, audio: readFileSync(file).toString('base64') }
}

test('our own voice speaks by default, and Flite where it is preferred or the runtime is missing', {
  timeout: 60_000,
}, () => {
  const aria = say([], { HOARFROST_ENGINE_PREFERENCE: 'aria' })
  const flite = say([], { HOARFROST_ENGINE_PREFERENCE: 'flite,aria' })
  expect(aria.audio).not.toBe(flite.audio)
  expect(say()).toEqual(aria)
  expect(say(WITHOUT_RUNTIME)).toEqual({
    stderr: ['natural', 'aria']
      .map(
        (engine) =>
          `hoarfrost: another engine speaks: ${engine} cannot be loaded: Cannot find module 'onnxruntime-node'\n`,
      )
      .join(''),
    audio: flite.audio,
  })
})
