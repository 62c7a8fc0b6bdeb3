import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text as readText } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { plainWord, type Segment, type Utterance, type Word } from '../src/core/utterance.ts'
import { remoteEngine } from '../src/engines/remote/remote-engine.ts'
import { startTestService, TEST_KEY } from './api/test-service.ts'
import { createPack } from './pack-fixture.ts'

const RATE = 24_000
const KEY = 'key-of-this-remote-test'
/** A tone as 16-bit samples. */
const tone = (seconds: number, level = 8000): Buffer =>
  Buffer.from(Int16Array.from({ length: RATE * seconds }, (_, i) => level * Math.sin(i / 10)).buffer)
const silence = (seconds: number): Buffer => Buffer.alloc(2 * RATE * seconds)

interface Asked {
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
}

/** A server with OpenAI's speech API that answers as the test says. */
async function startRemote(answer: (response: ServerResponse, asked: Asked) => void) {
  const asked: Asked[] = []
  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    const one = { headers: request.headers, body: JSON.parse(await readText(request)) }
    asked.push(one)
    answer(response, one)
  }
  const server = createServer((request, response) => void hear(request, response)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

function remotePack(url: string, settings: object = {}) {
  const pack = createPack('remote', { settings: 'remote.json' })
  pack.write('remote.json', JSON.stringify({ url, model: 'm', keyVariable: null, sampleRateHz: RATE, ...settings }))
  onTestFinished(() => pack[Symbol.dispose]())
  return pack
}

const word = (spoken: string, changes: Partial<Word> = {}): Word => ({ ...plainWord(spoken), ...changes })
const comma: Segment = { kind: 'punctuation', mark: ',' }
const utterance = (...segments: readonly Segment[]): Utterance => ({ language: 'eng', segments, pauseAfterMs: 0 })

async function speak(pack: ReturnType<typeof remotePack>, spoken: Utterance, max = Number.POSITIVE_INFINITY) {
  const loaded = await remoteEngine.load()
  onTestFinished(() => loaded[Symbol.dispose]())
  const marks: number[][] = []
  const audio: Float32Array[] = []
  const samples = () => audio.reduce((sum, piece) => sum + piece.length, 0)
  await loaded.speak(spoken, pack.voice(), {
    mark: (...mark) => void marks.push(mark),
    audio: (piece) => audio.push(piece.slice()) < max,
  })
  return { marks, samples: samples() }
}

test('words are sent as text with their marks, and each has a time in order', async () => {
  const remote = await startRemote((response) => response.end(tone(1)))
  const { marks, samples } = await speak(remotePack(remote.url), utterance(word('Hello'), comma, word('there')))
  expect(remote.asked[0]?.body).toEqual({
    model: 'm',
    input: 'Hello, there',
    voice: 'one',
    response_format: 'pcm',
    speed: 1,
  })
  expect(samples).toBe(RATE)
  const [hello = [], there = []] = marks
  expect([hello[0], there[0]]).toEqual([0, 2])
  expect(hello[1]).toBe(0)
  expect(there[1]).toBeGreaterThanOrEqual(hello[2] as number)
  expect(there[2]).toBeLessThanOrEqual(RATE)
})

test('pauses and inline speeds within an utterance are requests of their own', async () => {
  const remote = await startRemote((response) => response.end(tone(0.5)))
  const spoken = utterance(word('a'), word('b', { pauseBeforeMs: 300 }), word('c', { rate: 2 }), word('d', { rate: 2 }))
  const { marks, samples } = await speak(remotePack(remote.url), spoken)
  expect(remote.asked.map(({ body }) => [body.input, body.speed])).toEqual([
    ['a', 1],
    ['b', 1],
    ['c d', 2],
  ])
  expect(samples).toBe(1.5 * RATE)
  expect(marks.map(([index]) => index)).toEqual([0, 1, 2, 3])
  expect(marks[1]?.[1]).toBe(RATE / 2)
})

async function sendPieces(response: ServerResponse): Promise<void> {
  const body = Buffer.concat([silence(0.5), tone(0.3), silence(0.2), tone(0.3), silence(1)])
  for (let at = 0; at < body.length; at += 4999) await write(response, body.subarray(at, at + 4999))
  response.end()
}

test('samples survive any cut of the body, and silence at both ends is removed', async () => {
  const remote = await startRemote((response) => void sendPieces(response))
  const { samples } = await speak(remotePack(remote.url), utterance(word('Hello')))
  expect(samples / RATE).toBeCloseTo(0.84, 1)
})

test('the key comes from the environment, and never from the pack', async () => {
  process.env.TEST_REMOTE_KEY = 'secret'
  onTestFinished(() => void delete process.env.TEST_REMOTE_KEY)
  const remote = await startRemote((response) => response.end(tone(0.1)))
  await speak(remotePack(remote.url, { keyVariable: 'TEST_REMOTE_KEY' }), utterance(word('Hello')))
  expect(remote.asked[0]?.headers.authorization).toBe('Bearer secret')
})

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  ['refuses', (response) => response.writeHead(401).end('no'), /answered 401/],
  ['sends JSON', (response) => response.setHeader('content-type', 'application/json').end('{}'), /instead of PCM/],
  ['sends MP3', (response) => response.setHeader('content-type', 'audio/mpeg').end('x'), /audio\/mpeg instead of PCM/],
  ['sends nothing', (response) => response.end(), /no audio/],
  ['breaks off', (response) => response.write(tone(0.1), () => response.destroy()), /127\.0\.0\.1/],
  ['sends silence without end', (response) => void sendForever(response), /has no end/],
])('a server that %s makes the voice unusable, in one line', async (_, answer, message) => {
  const remote = await startRemote(answer)
  const spoken = speak(remotePack(remote.url), utterance(word('Hello')))
  await expect(spoken).rejects.toMatchObject({ code: 'voice.unusable', message: expect.stringMatching(message) })
})

async function sendForever(response: ServerResponse): Promise<void> {
  const second = silence(1)
  while (!response.destroyed) await write(response, second)
}

/** Resolves when the bytes are written, or the connection has ended. */
const write = (response: ServerResponse, bytes: Buffer) =>
  new Promise<void>((resolve) => void response.write(bytes, () => resolve()))

test.each<[string, (response: ServerResponse) => void]>([
  ['answers 400', (response) => response.writeHead(400).end()],
  ['answers 429', (response) => response.writeHead(429).end()],
  ['sends silence', (response) => response.end(silence(1))],
])('a server that %s refuses the utterance, which says nothing of others', async (_, answer) => {
  const remote = await startRemote(answer)
  const spoken = speak(remotePack(remote.url), utterance(word('Hello')))
  await expect(spoken).rejects.toMatchObject({ code: 'engine.refused' })
})

test('a key variable that is not set makes the voice unusable before anything is sent', async () => {
  const remote = await startRemote((response) => response.end(tone(0.1)))
  const spoken = speak(remotePack(remote.url, { keyVariable: 'NO_SUCH_KEY' }), utterance(word('Hello')))
  await expect(spoken).rejects.toMatchObject({ code: 'voice.unusable', message: 'NO_SUCH_KEY is not set' })
  expect(remote.asked).toEqual([])
})

test('the key may be in a file, which can be replaced while the service runs', async () => {
  const remote = await startRemote((response) => response.end(tone(0.1)))
  const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-remote-key-'))
  vi.stubEnv('REMOTE_KEY_FILE', join(folder, 'key'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  const sayHello = () => speak(remotePack(remote.url, { keyVariable: 'REMOTE_KEY' }), utterance(word('Hello')))
  await expect(sayHello()).rejects.toMatchObject({
    code: 'voice.unusable',
    message: 'REMOTE_KEY_FILE cannot be read (no such file or directory)',
  })
  for (const key of ['first', 'second']) {
    writeFileSync(join(folder, 'key'), `${key}\n`)
    await sayHello()
  }
  expect(remote.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second'])
})

test('a pack that was installed anew in the same folder speaks by its new server, and a removed one by its old', async () => {
  const [old, other] = [await startRemote((one) => one.end(tone(0.1))), await startRemote((one) => one.end(tone(0.1)))]
  const pack = remotePack(old.url)
  const loaded = await remoteEngine.load()
  onTestFinished(() => loaded[Symbol.dispose]())
  const say = async () => loaded.speak(utterance(word('Hello')), pack.voice(), { mark: () => {}, audio: () => true })
  await say()
  pack.write('remote.json', JSON.stringify({ url: other.url, model: 'm', keyVariable: null, sampleRateHz: RATE }))
  utimesSync(join(pack.folder, 'pack.json'), 1, 1)
  await say()
  expect([old.asked.length, other.asked.length]).toEqual([1, 1])
  rmSync(pack.folder, { recursive: true })
  await say()
  expect([old.asked.length, other.asked.length]).toEqual([1, 2])
})

test('natural variation from phrase to phrase is one request', async () => {
  const remote = await startRemote((response) => response.end(tone(0.5)))
  const spoken = utterance(word('Hello', { rate: 1.04 }), comma, word('Anna', { rate: 0.95 }), comma, word('hi'))
  await speak(remotePack(remote.url), spoken)
  expect(remote.asked.map(({ body }) => body.input)).toEqual(['Hello, Anna, hi'])
})

test('a listener who leaves while the server is silent ends the request', async () => {
  let tell = (): void => {}
  const closed = new Promise<void>((resolve) => {
    tell = resolve
  })
  const remote = await startRemote((response) => response.once('close', () => tell()))
  await speak(remotePack(remote.url), utterance(word('Hello')), 0)
  await closed
})

test('a server that cannot be reached, and settings that are not, make the voice unusable', async () => {
  const nobody = speak(remotePack('http://127.0.0.1:1/v1'), utterance(word('Hello')))
  await expect(nobody).rejects.toMatchObject({ code: 'voice.unusable' })
  const broken = speak(remotePack('ftp://nowhere'), utterance(word('Hello')))
  await expect(broken).rejects.toMatchObject({ code: 'voice.unusable', message: expect.stringContaining('url') })
})

test('a listener who leaves ends the request', async () => {
  let tell = (): void => {}
  const closed = new Promise<void>((resolve) => {
    tell = resolve
  })
  const remote = await startRemote((response) => {
    response.once('close', () => tell())
    void sendTone(response)
  })
  await speak(remotePack(remote.url), utterance(word('Hello')), 3)
  await closed
})

async function sendTone(response: ServerResponse): Promise<void> {
  const piece = tone(0.1)
  while (!response.destroyed) await write(response, piece)
}

const CLI = fileURLToPath(new URL('../dist/main/cli.js', import.meta.url))

test('voices of another Hoarfrost are connected by one command, and spoken here by the engines if it is gone', async () => {
  const distant = await startTestService()
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-remote-'))
  const env = {
    PATH: process.env.PATH,
    HOARFROST_DATA_DIR: directory,
    HOARFROST_API_KEY: KEY,
    DISTANT_KEY: TEST_KEY,
    HOARFROST_WORKERS: '1',
    HOARFROST_ENGINE_PREFERENCE: 'remote,flite',
    PORT: '0',
  }
  const connect = spawn(
    process.execPath,
    [CLI, 'packs', 'connect', `${distant.url}/v1`, '--model', 'coda', '--key-variable', 'DISTANT_KEY'],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  expect(await readText(connect.stdout)).toMatch(/^remote \w{12} is installed and speaks \d{3} voices\n$/)
  const server = spawn(process.execPath, [CLI, 'serve'], { cwd: directory, env, stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await once(server, 'exit')
    rmSync(directory, { recursive: true })
  })
  const [line] = await once(createInterface({ input: server.stdout }), 'line')
  const url = /http:\S+/.exec(line)?.[0] ?? ''
  const ask = (text: string) =>
    fetch(`${url}/v1/rime-tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, accept: 'audio/pcm' },
      body: JSON.stringify({ text, speaker: 'astra', modelId: 'coda' }),
    })
  /** How exact it is known what was heard of an answer. */
  const precision = async () => {
    const headers = { authorization: `Bearer ${KEY}` }
    const body = JSON.stringify({ model: 'coda', voice: 'astra', input: 'One two.' })
    const answer = await fetch(`${url}/v1/audio/speech?heard=true`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    const heard = await fetch(`${url}/v1/heard?requestId=${answer.headers.get('x-request-id')}`, { headers })
    return ((await heard.json()) as { precision: string }).precision
  }
  const states = async () => ((await (await fetch(`${url}/health`)).json()) as { packs: unknown }).packs
  await expect
    .poll(states)
    .toEqual([expect.objectContaining({ name: 'remote', state: 'in use', wordTimes: 'estimated' })])

  expect((await (await ask('There are 5.')).arrayBuffer()).byteLength).toBeGreaterThan(10_000)
  const { text, voice } = distant.spoken.at(-1) as (typeof distant.spoken)[number]
  expect([text, voice.speaker]).toEqual(['There are five.', 'astra'])
  expect(await precision()).toBe('estimated')

  await distant.close()
  const answer = await ask('Are you there?')
  expect([answer.status, (await answer.arrayBuffer()).byteLength > 10_000]).toEqual([200, true])
  await expect.poll(states).toEqual([expect.objectContaining({ name: 'remote', state: 'failed' })])
  expect(await precision()).toBe('word')
})
