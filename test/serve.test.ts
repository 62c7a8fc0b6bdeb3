import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteStore } from '../src/store/open-sqlite-store.ts'
import { CLI, SPEAK_TONES } from './command-line.ts'
import { freePort } from './free-port.ts'
import { QUICK_ENGINE } from './quick-engine.ts'

const LONG_TEXT = 'This sentence takes about three seconds to be read aloud. '.repeat(12)

let directory: string
let server: ChildProcess
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-serve-'))
})
afterEach(async () => {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  rmSync(directory, { recursive: true })
})

interface ServeOptions {
  readonly stderr?: number | 'pipe'
  readonly nodeOptions?: readonly string[]
}

/** `hoarfrost serve`, speaking tones, once it says that it listens, with what it says until then. */
async function serve(
  env: Readonly<Record<string, string>> = {},
  { stderr = 'pipe', nodeOptions = SPEAK_TONES }: ServeOptions = {},
) {
  const child = spawn(process.execPath, [...nodeOptions, CLI, 'serve'], {
    cwd: directory,
    env: { PATH: process.env.PATH, PORT: '0', HOARFROST_WORKERS: '1', ...QUICK_ENGINE, ...env },
    stdio: ['ignore', 'pipe', stderr],
  })
  server = child
  const output = { stdout: '', log: '' }
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    output.log += text
  })
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    output.stdout += `${line}\n`
    if (line.startsWith('Hoarfrost listens') && env.HOARFROST_API_KEY !== undefined) break
    if (line.includes('"text"')) break
  }
  return {
    ...output,
    log: () => output.log,
    url: /http:\/\/\S+/.exec(output.stdout)?.[0] ?? '',
    exit: once(child, 'exit'),
  }
}

const speech = (url: string, text: string) =>
  fetch(`${url}/v1/rime-tts`, {
    method: 'POST',
    headers: { authorization: 'Bearer chosen-by-the-operator', accept: 'audio/pcm' },
    body: JSON.stringify({ modelId: 'coda', speaker: 'luna', text }),
  })

test('the first start prints a sign-in link under the key, which is not in the log and works once', async () => {
  const { stdout, url, log, exit } = await serve({ LOG_LEVEL: 'trace' })
  const [, key = '', token = ''] =
    /^ {2}(hf_\S+)\n[\s\S]+^ {2}http:\/\/127\.0\.0\.1:\d+\/dashboard#(hfl_[\w-]{43})$/m.exec(stdout) ?? []
  const follow = async () => {
    const body = JSON.stringify({ link: token })
    return (await fetch(`${url}/dashboard/session`, { method: 'POST', body })).status
  }
  expect([await follow(), await follow()]).toEqual([204, 401])
  server.kill('SIGTERM')
  await exit
  expect(log()).toContain('/dashboard/session')
  for (const secret of [key, token]) expect(log()).not.toContain(secret.slice(-20))
  const files = ['hoarfrost.db', 'hoarfrost.db-wal']
    .map((name) => join(directory, 'data', name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'latin1'))
  for (const secret of [key, token]) expect(files.join('')).not.toContain(secret.slice(-20))
})

test('a link of `hoarfrost open` works at the server that runs', async () => {
  const { url } = await serve({ HOARFROST_API_KEY: 'chosen-by-the-operator' })
  const env = { PATH: process.env.PATH, HOARFROST_URL: url, HOARFROST_API_KEY: 'chosen-by-the-operator' }
  const link = execFileSync(process.execPath, [CLI, 'open'], { cwd: directory, env, encoding: 'utf8', stdio: 'pipe' })
  const body = JSON.stringify({ link: link.trim().split('#')[1] })
  expect((await fetch(`${url}/dashboard/session`, { method: 'POST', body })).status).toBe(204)
})

test('without the dashboard, the first start prints no link', async () => {
  const { stdout } = await serve({ HOARFROST_DASHBOARD: 'off' })
  expect(stdout).toContain('hf_')
  expect(stdout).not.toContain('hfl_')
})

test('the first start prints a key and a line that speaks when it is pasted', async () => {
  const { stdout } = await serve({ HOARFROST_ENGINE_PREFERENCE: '' }, { nodeOptions: [] })
  expect(stdout).toMatch(/^Hoarfrost listens on (http:\/\/127\.0\.0\.1:\d+)\nDashboard: \1\/dashboard\n/)
  const key = /^ {2}(hf_[\w-]{43})$/m.exec(stdout)?.[1]
  const line = /^ {2}(curl .+)/ms.exec(stdout)?.[1] ?? ''
  expect(line).toContain(`Bearer ${key}`)
  const shell = spawn('sh', ['-c', `${line.trim()} -s -w '%{http_code}'`], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(String((await once(shell.stdout, 'data'))[0])).toBe('200')
})

test('a request to stop, also if it is repeated, waits for the answers that are under way, and ends with 0', async () => {
  const { url, exit, log } = await serve({ HOARFROST_API_KEY: 'chosen-by-the-operator' })
  const { status, body } = await speech(url, LONG_TEXT.repeat(10)) // more than the connection holds
  expect(status).toBe(200)
  server.kill('SIGTERM')
  await expect.poll(log).toContain('draining')
  server.kill('SIGTERM') // supervisors repeat it
  server.kill('SIGINT')
  let bytes = 0
  for await (const chunk of body as ReadableStream<Uint8Array>) bytes += chunk.byteLength
  expect(bytes / 2 / 24_000).toBeGreaterThan(240) // seconds: nothing is missing
  expect(await exit).toEqual([0, null])
})

test('a second SIGINT ends it at once', async () => {
  const { url, exit, log } = await serve({ HOARFROST_API_KEY: 'chosen-by-the-operator' })
  const { status } = await speech(url, LONG_TEXT.repeat(150)) // whose body nobody reads
  expect(status).toBe(200)
  server.kill('SIGINT')
  await expect.poll(log).toContain('draining')
  server.kill('SIGINT')
  expect(await exit).toEqual([130, null])
})

test('the log says at the start what runs where, and holds neither what was spoken nor a key', async () => {
  const { url, exit, log } = await serve({
    HOARFROST_API_KEY: 'chosen-by-the-operator',
    HOARFROST_WORKER: '2',
    LOG_LEVEL: 'trace',
  })
  expect((await speech(url, 'Confidential.')).status).toBe(200)
  server.kill('SIGTERM')
  await exit
  const started = log()
    .split('\n')
    .filter((line) => line.includes('"started"'))
  expect(started.map((line) => JSON.parse(line))).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      engines: ['flite', 'espeak'],
      workers: 1,
      dataDirectory: join(realpathSync(directory), 'data'),
      address: url,
      msg: 'started',
    },
  ])
  expect(log()).toContain('HOARFROST_WORKER is not a setting of Hoarfrost; did you mean HOARFROST_WORKERS?')
  expect(log()).toContain('/v1/rime-tts')
  expect(log()).not.toMatch(/confidential|chosen/i)
})

describe('a request to stop while the service starts', () => {
  const MOMENTS = {
    'before it has read anything': async () => {},
    'when it has opened its data': () => until(async () => readdirSync(directory).length > 0),
    'when it listens, and loads its engines': (url: string) =>
      until(() =>
        fetch(`${url}/livez`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
  }
  const moment = fc.record({ name: fc.constantFrom(...Object.keys(MOMENTS)), laterMs: fc.nat(200) })

  test('ends it at once, whenever it comes, with 0 or by the signal', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(moment, async ({ name, laterMs }) => {
        rmSync(directory, { recursive: true })
        mkdirSync(directory)
        const port = await freePort()
        const child = spawn(process.execPath, [CLI, 'serve'], {
          cwd: directory,
          env: {
            PATH: process.env.PATH,
            PORT: String(port),
            HOARFROST_DATA_DIR: directory,
            LOG_LEVEL: 'error',
            ...QUICK_ENGINE,
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        server = child
        const exit = once(child, 'exit')
        const output = Promise.all([child.stdout, child.stderr].map((stream) => readText(stream)))
        await MOMENTS[name as keyof typeof MOMENTS](`http://127.0.0.1:${port}`)
        await sleep(laterMs)
        child.kill('SIGTERM')
        expect([JSON.stringify([0, null]), JSON.stringify([null, 'SIGTERM'])]).toContain(JSON.stringify(await exit))
        // It does not finish its start only to stop then.
        expect(await output).toEqual(['', ''])
      }),
      { numRuns: 4 },
    )
  })
})

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(10)
}

test('a log that nobody reads, in a pipe that is full, keeps no request waiting, nor the end', async () => {
  const path = join(directory, 'pipe')
  execFileSync('mkfifo', [path])
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const filling = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  expect(() => {
    for (;;) writeSync(filling, 'x'.repeat(1024))
  }).toThrow('EAGAIN')
  const writing = openSync(path, constants.O_WRONLY)
  const { url, exit } = await serve(
    { HOARFROST_API_KEY: 'chosen-by-the-operator', HOARFROST_MAX_WAIT_MS: 'unlimited' },
    { stderr: writing },
  )
  for (const fd of [filling, writing]) closeSync(fd)
  const answers = await Promise.all(Array.from({ length: 20 }, () => speech(url, 'One.')))
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  }
  server.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  closeSync(reading)
})

describe('O: usage is counted', () => {
  const OPERATOR = {
    HOARFROST_API_KEY: 'chosen-by-the-operator',
    HOARFROST_CACHE_MEGABYTES: '0',
    HOARFROST_MAX_WAIT_MS: 'unlimited',
  }

  /** The sums that the data directory has now. */
  async function storedUsage() {
    await using store = await openSqliteStore(join(directory, 'data'))
    const [sum] = await store.usage.sum({ from: '2000-01-01', to: '2999-12-31', key: null, by: [] })
    return { requests: 0, characters: 0, audioMs: 0, errors: 0, ...sum }
  }

  async function speakOnce(url: string, text: string): Promise<number> {
    const answer = await speech(url, text)
    expect(answer.status).toBe(200)
    return (await answer.arrayBuffer()).byteLength
  }

  test('exactly, if the server is stopped by SIGTERM', async () => {
    const { url, exit } = await serve(OPERATOR)
    let [characters, bytes] = [0, 0]
    await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const text = `This is number ${i}. 🙂`
        const length = await speakOnce(url, text)
        bytes += length
        characters += [...text].length
      }),
    )
    server.kill('SIGTERM')
    await exit
    expect(await storedUsage()).toMatchObject({ requests: 30, characters, errors: 0 })
    // Each answer is rounded to a millisecond.
    expect(Math.abs((await storedUsage()).audioMs - bytes / 2 / 24)).toBeLessThanOrEqual(15)
  })

  test('but for at most a second, if the server is killed', async () => {
    const { url, exit } = await serve(OPERATOR)
    const endedAtMs: number[] = []
    const until = performance.now() + 2500
    while (performance.now() < until) {
      await speakOnce(url, 'Hello.')
      endedAtMs.push(performance.now())
      await sleep(20)
    }
    const killedAtMs = performance.now()
    server.kill('SIGKILL')
    await exit
    const { requests } = await storedUsage()
    const olderThanWrite = endedAtMs.filter((atMs) => atMs < killedAtMs - 1000 - WRITE_TAKES_MS)
    expect(olderThanWrite.length).toBeGreaterThan(0)
    expect(requests).toBeGreaterThanOrEqual(olderThanWrite.length)
    expect(requests).toBeLessThanOrEqual(endedAtMs.length)
  })
})

/** Longest time of a write on a busy machine. */
const WRITE_TAKES_MS = 500
