import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createKey } from '../../src/app/keys/manage-keys.ts'
import { readConfig } from '../../src/main/config.ts'
import { startService } from '../../src/main/service.ts'
import { openSqliteStore } from '../../src/store/open-sqlite-store.ts'
import { openSocket } from '../api/socket-client.ts'
import { CLI, SPEAK_TONES } from '../command-line.ts'
import { QUICK_ENGINE } from '../quick-engine.ts'
import { lockDatabase, runWithStore } from '../store-process.ts'
import { TONE_THREAD } from '../whole-service.ts'

const ADMIN = 'chosen-by-the-operator'

// Some start several services.
vi.setConfig({ testTimeout: 60_000 })

let directory: string
let dataDir: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-outage-'))
  dataDir = join(directory, 'data')
  return () => {
    spawnSync('umount', ['-l', dataDir]) // the small disk of a test that has one
    rmSync(directory, { recursive: true })
  }
})
const SETTINGS = { PORT: '0', LOG_LEVEL: 'error', HOARFROST_WORKERS: '1', HOARFROST_API_KEY: ADMIN, ...QUICK_ENGINE }

/** The whole service, and what it logs, closed when the test ends. */
async function start(env: NodeJS.ProcessEnv = {}) {
  const log: string[] = []
  const logger = pino({ level: 'error' }, { write: (line) => log.push(line) })
  const config = readConfig({ ...SETTINGS, HOARFROST_DATA_DIR: dataDir, ...env })
  const service = await startService(config, {
    clock: () => new Date(),
    logger,
    droppedLogLines: () => 0,
    threadUrl: TONE_THREAD,
  })
  let isClosed = false
  const close = async () => {
    if (!isClosed) await service.close()
    isClosed = true
  }
  onTestFinished(close)
  return { url: service.url, close, log }
}

/** The service in a process of its own, killed when the test ends. */
async function serve() {
  const env = { PATH: process.env.PATH, ...SETTINGS, HOARFROST_DATA_DIR: dataDir }
  const child = spawn(process.execPath, [...SPEAK_TONES, CLI, 'serve'], {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exit
  }
  onTestFinished(kill)
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Hoarfrost listens on (\S+)$/.exec(line)?.[1]
    if (url !== undefined) return { url, kill }
  }
  throw new Error('the service did not start')
}

type Server = { readonly url: string }

const authorization = (key: string) => ({ authorization: `Bearer ${key}` })
const speech = ({ url }: Server, key: string, text = 'Hello there.') =>
  fetch(`${url}/v1/rime-tts`, {
    method: 'POST',
    headers: { ...authorization(key), accept: 'audio/pcm' },
    body: JSON.stringify({ modelId: 'coda', speaker: 'luna', text }),
  })
const word = ({ url }: Server, method: string, name: string, pronunciation?: string) =>
  fetch(`${url}/v1/dictionary/words/${name}`, {
    method,
    headers: authorization(ADMIN),
    body: pronunciation === undefined ? null : JSON.stringify({ pronunciation }),
  })
const words = async ({ url }: Server) => {
  const answer = await fetch(`${url}/v1/dictionary/words`, { headers: authorization(ADMIN) })
  return ((await answer.json()) as { word: string }[]).map((each) => each.word)
}

/** A key that another process has made. */
async function makeKey() {
  await using store = await openSqliteStore(dataDir)
  const terms = { name: 'phone', roles: ['synthesis'], expiresAt: null, maxConcurrent: null } as const
  return await createKey(store.apiKeys, terms, new Date())
}
const storedKeys = async () => {
  await using store = await openSqliteStore(dataDir)
  return await store.apiKeys.list()
}

test('Keys and limits: a key that the command line revokes ends its answers and sockets within 2 s', async () => {
  const server = await start()
  const { key, record } = await makeKey()
  const answer = await speech(server, key, 'On and on it goes. '.repeat(5000)) // read when it has been cut off
  const socket = await openSocket(server, {}, '/ws3', { headers: { authorization: `Bearer ${key}` } })
  const env = { PATH: process.env.PATH, HOARFROST_DATA_DIR: dataDir }
  const revoked = promisify(execFile)(process.execPath, [CLI, 'keys', 'revoke', record.id], { env })
  const revokedAtMs = revoked.then(() => performance.now())
  expect(await socket.closed).toEqual({ code: 1008, reason: 'invalid api key' })
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
  expect(performance.now() - (await revokedAtMs)).toBeLessThan(2000)
  expect((await speech(server, key)).status).toBe(401)
  expect((await speech(server, ADMIN)).status).toBe(200)
})

test('Keys and limits: HOARFROST_API_KEY is valid while it is set, and is never stored', async () => {
  const former = await start({ HOARFROST_API_KEY: 'former-key-of-the-operator' })
  expect((await speech(former, 'former-key-of-the-operator')).status).toBe(200)
  await former.close()
  const file = join(directory, 'key')
  writeFileSync(file, `${ADMIN}\n`)
  const server = await start({ HOARFROST_API_KEY: '', HOARFROST_API_KEY_FILE: file })
  expect((await speech(server, ADMIN)).status).toBe(200)
  expect((await speech(server, 'former-key-of-the-operator')).status).toBe(401)
  expect(await storedKeys()).toEqual([])
})

test('Keys and limits: the store knows when a key was last used once the service has stopped', async () => {
  const server = await start()
  const { key } = await makeKey()
  const before = Date.now()
  expect((await speech(server, key)).status).toBe(200)
  await server.close()
  const usedAt = (await storedKeys())[0]?.lastUsedAt?.getTime()
  expect(usedAt).toBeGreaterThan(before - 60_000)
  expect(usedAt).toBeLessThanOrEqual(Date.now())
})

describe('while another process holds the write lock of the store', () => {
  test('the service answers whatever needs no change, and a change with 503 and Retry-After after 2 s', async () => {
    const server = await start()
    const { key } = await makeKey()
    await word(server, 'PUT', 'nginx', 'engine x')
    const lock = await lockDatabase(dataDir)
    const startedAtMs = performance.now()
    const refused = word(server, 'PUT', 'kubectl', 'cube control').then((answer) => ({
      answer,
      afterMs: performance.now() - startedAtMs,
    }))
    let slowestMs = 0
    let isRefused = false
    void refused.then(() => {
      isRefused = true
    })
    const statuses = new Set<number>()
    const askMeanwhile = async () => {
      const askedAtMs = performance.now()
      statuses.add((await fetch(`${server.url}/livez`)).status)
      slowestMs = Math.max(slowestMs, performance.now() - askedAtMs)
      // One key has been seen before, the other has not.
      statuses.add((await speech(server, ADMIN, 'Yes.')).status)
      statuses.add((await speech(server, key, 'No.')).status)
      return isRefused
    }
    await expect.poll(askMeanwhile, { interval: 100 }).toBe(true)
    expect([...statuses]).toEqual([200])
    const { answer, afterMs } = await refused
    expect([answer.status, await answer.text()]).toEqual([503, 'service unavailable'])
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(afterMs).toBeGreaterThan(1500)
    expect(afterMs).toBeLessThan(4000)
    expect(slowestMs).toBeLessThan(1000)
    expect(await words(server)).toEqual(['nginx'])
    await lock.release()
    expect((await word(server, 'PUT', 'kubectl', 'cube control')).status).toBe(200)
    expect(await words(server)).toEqual(['kubectl', 'nginx'])
  })

  test('a service starts', async () => {
    await once(runWithStore(dataDir, ''), 'exit')
    const lock = await lockDatabase(dataDir)
    expect((await speech(await start(), ADMIN)).status).toBe(200)
    await lock.release()
  })
})

test('a full disk is reported as one, in the answer and in the log, and ends with the shortage', async (context) => {
  mkdirSync(dataDir)
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dataDir]).status === 0
  if (!isMounted) context.skip('this user may not mount a file system')
  const server = await start()
  expect((await word(server, 'PUT', 'before', 'before')).status).toBe(200)
  const ballast = join(dataDir, 'ballast')
  spawnSync('sh', ['-c', `cat /dev/zero > ${ballast}`])
  const answers = []
  for (let i = 0; i < 500; i++) {
    const answer = await word(server, 'PUT', `word${i}`, 'something long '.repeat(12))
    answers.push(answer)
    if (answer.status !== 200) break
  }
  const last = answers.at(-1) as Response
  expect([last.status, await last.text()]).toEqual([507, 'the disk of the data directory is full'])
  expect(server.log.join('')).toContain('the disk of the data directory is full')
  expect((await speech(server, ADMIN)).status).toBe(200)
  expect(await words(server)).toContain('before')
  rmSync(ballast)
  expect((await word(server, 'PUT', 'after', 'after')).status).toBe(200)
})

test('Dictionary additions: a server that is killed loses nothing that it acknowledged', async () => {
  const server = await serve()
  const acknowledged: string[] = []
  const failed: unknown[] = []
  const writers = ['a', 'b', 'c'].map(async (writer) => {
    for (let i = 0; failed.length === 0; i++) {
      const answer = await word(server, 'PUT', `${writer}${i}`, 'word').catch((error: unknown) => error)
      if (!(answer instanceof Response)) failed.push(answer)
      else if (acknowledged.push(`${writer}${i}`) === 60) void server.kill()
    }
  })
  await Promise.all(writers)
  expect(acknowledged.length).toBeGreaterThanOrEqual(60)
  const kept = new Set(await words(await start()))
  expect(acknowledged.filter((each) => !kept.has(each))).toEqual([])
})

test.skipIf(!existsSync('/proc/1'))(
  'a data directory that cannot be used ends the start with one line that names HOARFROST_DATA_DIR',
  () => {
    const file = join(directory, 'file')
    writeFileSync(file, '')
    for (const [path, reason] of [
      [file, 'is not a directory'],
      [join(file, 'data'), 'is not below a directory'],
      ['/proc/hoarfrost/data', 'cannot be made'],
    ] as const) {
      const env = { ...SETTINGS, HOARFROST_DATA_DIR: path }
      const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'serve'], { env, encoding: 'utf8' })
      const line = `hoarfrost: HOARFROST_DATA_DIR cannot be used: ${path} ${reason}\n`
      expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: line })
    }
  },
)
