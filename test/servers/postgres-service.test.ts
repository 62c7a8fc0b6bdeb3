import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '../../src/main/config.ts'
import { startService } from '../../src/main/service.ts'
import { CLI } from '../command-line.ts'
import { PASSWORD, POSTGRES_PROGRAMS, type Postgres, startPostgres } from '../postgres.ts'
import { QUICK_ENGINE } from '../quick-engine.ts'
import { TONE_THREAD } from '../whole-service.ts'

describe.skipIf(POSTGRES_PROGRAMS === undefined)('servers that share PostgreSQL', () => {
  let postgres: Postgres
  let directory: string
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'hoarfrost-shared-'))
    postgres = await startPostgres()
  }, 60_000)
  afterAll(async () => {
    rmSync(directory, { recursive: true })
    await postgres?.[Symbol.asyncDispose]()
  })

  async function start(url: string, name: string) {
    const config = readConfig({
      ...QUICK_ENGINE,
      PORT: '0',
      HOARFROST_WORKERS: '1',
      HOARFROST_DATABASE_URL: url,
      HOARFROST_DATA_DIR: join(directory, name),
    })
    const logger = pino({ level: 'silent' })
    const service = await startService(config, {
      clock: () => new Date(),
      logger,
      droppedLogLines: () => 0,
      threadUrl: TONE_THREAD,
    })
    onTestFinished(() => service.close())
    return service
  }
  const run = (env: NodeJS.ProcessEnv, ...args: string[]) =>
    promisify(execFile)(process.execPath, [CLI, ...args], {
      cwd: directory,
      env: { PATH: process.env.PATH, PORT: '1', ...env },
    })
  const statusOf = async (server: { readonly url: string }, key: string) => {
    const headers = { authorization: `Bearer ${key}`, accept: 'audio/pcm' }
    const body = JSON.stringify({ modelId: 'coda', speaker: 'luna', text: 'Hello.' })
    const answer = await fetch(`${server.url}/v1/rime-tts`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return answer.status
  }

  test('make one first key, and all follow the commands', { timeout: 60_000 }, async () => {
    await postgres.query('create database shared')
    const url = postgres.url('shared')
    const servers = await Promise.all([start(url, 'one'), start(url, 'two')])
    const firstKeys = servers.map(({ firstKey }) => firstKey).filter((key) => key !== null)
    expect(firstKeys).toHaveLength(1)
    const statuses = (key: string) => Promise.all(servers.map((server) => statusOf(server, key)))
    expect(await statuses(firstKeys[0] as string)).toEqual([200, 200])

    const file = join(directory, 'url')
    writeFileSync(file, `${url}\n`)
    const env = { HOARFROST_DATABASE_URL_FILE: file }
    const created = await run(env, 'keys', 'create')
    expect(created.stderr).toMatch(/^Keep it/) // a database that the server has, too, is not named
    const key = created.stdout.trim()
    expect(await statuses(key)).toEqual([200, 200])
    await run(env, 'keys', 'revoke', /keys revoke (\w+)/.exec(created.stderr)?.[1] as string)
    await expect.poll(() => statuses(key), { timeout: 5000, interval: 50 }).toEqual([401, 401])

    await run(env, 'dictionary', 'add', 'blorbify', 'b l ao1 r b')
    const oov = ({ url }: { readonly url: string }) =>
      fetch(`${url}/oov`, {
        method: 'POST',
        headers: { authorization: `Bearer ${firstKeys[0]}` },
        body: JSON.stringify({ text: 'blorbify' }),
      }).then((answer) => answer.json())
    await expect.poll(() => Promise.all(servers.map(oov)), { timeout: 10_000, interval: 100 }).toEqual([[], []])
  })

  test('speak on while it is down, lose nothing that they acknowledged, and go on when it is back', async () => {
    await postgres.query('create database restarted')
    const server = await start(postgres.url('restarted'), 'three')
    const key = server.firstKey as string
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${key}` }
      const answer = await fetch(`${server.url}${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
      // biome-ignore lint/suspicious/noExplicitAny: of several routes
      const json: any = await answer.json().catch(() => null)
      return { status: answer.status, body: json }
    }
    const put = (word: string) => call('PUT', `/v1/dictionary/words/${word}`, { pronunciation: 'S OW1 K' })
    const readable = async () => (await call('GET', '/readyz')).body.store
    expect(await statusOf(server, key)).toBe(200)
    expect((await put('before')).status).toBe(200)

    await postgres.crash()
    expect(await statusOf(server, key)).toBe(200)
    expect(await put('meanwhile')).toMatchObject({ status: 503 })
    await expect.poll(readable).toBe('unavailable')
    await postgres.start()

    await expect.poll(readable).toBe('ok')
    expect((await put('after')).status).toBe(200)
    const words = (await call('GET', '/v1/dictionary/words')).body as { word: string }[]
    expect(words.map(({ word }) => word)).toEqual(['after', 'before'])
    expect(await statusOf(server, key)).toBe(200)
    const { data } = (await call('GET', '/v1/usage?by=day')).body
    expect(data).toMatchObject([{ characters: 18 }]) // three times "Hello."
  })

  test('share the limits of a key, which move to the server that is asked', { timeout: 60_000 }, async () => {
    await postgres.query('create database limited')
    const url = postgres.url('limited')
    const [one, other] = [await start(url, 'four'), await start(url, 'five')]
    const created = await fetch(`${one.url}/v1/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${one.firstKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'limited', roles: ['synthesis'], limits: { sockets: 12 } }),
    })
    const { key } = (await created.json()) as { key: string }
    const opened = new Map<object, WebSocket[]>([one, other].map((server) => [server, []]))
    const socketsOf = (server: object) => opened.get(server) as WebSocket[]
    const closeAll = (server: object) =>
      socketsOf(server)
        .splice(0)
        .forEach((socket) => void socket.terminate())
    onTestFinished(() => [one, other].forEach(closeAll))
    /** Opens sockets until one is refused for the limit. Returns how many are open. */
    const openAll = async (server: { readonly url: string }): Promise<number> => {
      for (;;) {
        const address = `${server.url.replace('http', 'ws')}/ws3?modelId=coda&speaker=luna`
        const socket = new WebSocket(address, { headers: { authorization: `Bearer ${key}` } })
        const status = await new Promise<number>((resolve, reject) => {
          socket.on('open', () => resolve(101))
          socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0))
          socket.on('error', reject)
        })
        if (status === 101) socketsOf(server).push(socket)
        else {
          expect(status).toBe(429)
          return socketsOf(server).length
        }
      }
    }
    const whole = { timeout: 15_000, interval: 200 }
    await expect.poll(() => openAll(one), whole).toBe(12)
    expect(await openAll(other)).toBeLessThanOrEqual(6)
    closeAll(one)
    await expect.poll(() => openAll(other), whole).toBe(12)
    expect(await openAll(one)).toBeLessThanOrEqual(6)
  })

  test('end a start that cannot reach it with one line that names the variable, without the password', async () => {
    const env = { HOARFROST_DATABASE_URL: `postgresql://me:${PASSWORD}@127.0.0.1:1/db` }
    for (const command of [['keys', 'list'], ['serve']]) {
      const { stderr } = await run(env, ...command).then(
        () => ({ stderr: 'it started' }),
        (error: { stderr: string }) => error,
      )
      expect(stderr).toMatch(
        /^hoarfrost: HOARFROST_DATABASE_URL cannot be used: 127\.0\.0\.1:1\/db cannot be reached: .*\n$/,
      )
    }
    const refused = run({ HOARFROST_DATABASE_URL: `mysql://me:${PASSWORD}@host/db` }, 'keys', 'list')
    await expect(refused).rejects.toMatchObject({
      stderr: expect.stringMatching(/^hoarfrost: HOARFROST_DATABASE_URL must be a URL such as postgresql:[^\n]*\n$/),
    })
    await expect(refused).rejects.not.toMatchObject({ stderr: expect.stringContaining(PASSWORD) })
  })
})
