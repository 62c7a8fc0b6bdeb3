import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '../../src/main/config.ts'
import { type Service, startService } from '../../src/main/service.ts'
import { readMetrics } from '../metrics-text.ts'
import { QUICK_ENGINE } from '../quick-engine.ts'

const KEY = 'repeated-speech-key'
const TEXT = 'Your call is important to us. Please stay on the line.'

async function start(env: Readonly<Record<string, string>> = {}): Promise<Service> {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-repeated-'))
  const settings = { HOARFROST_DATA_DIR: directory, HOARFROST_API_KEY: KEY, HOARFROST_WORKERS: '1', PORT: '0' }
  const service = await startService(readConfig({ ...settings, ...QUICK_ENGINE, ...env }), {
    clock: () => new Date(),
    logger: pino({ level: 'silent' }),
    droppedLogLines: () => 0,
    threadUrl: new URL('../../dist/main/thread.js', import.meta.url),
  })
  onTestFinished(async () => {
    await service.close()
    rmSync(directory, { recursive: true })
  })
  return service
}

async function speech({ url }: Service, body: object, accept = 'audio/pcm'): Promise<Buffer> {
  const answer = await fetch(`${url}/v1/rime-tts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, accept },
    body: JSON.stringify({ modelId: 'mistv3', speaker: 'joy', text: TEXT, ...body }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, bytes.length > 5000]).toEqual([200, true])
  return bytes
}

async function cacheOf({ url }: Service) {
  const metrics = readMetrics(await (await fetch(`${url}/metrics`)).text())
  const read = (name: string) => metrics.get(`hoarfrost_cache_${name}`)
  return {
    hits: read('hits_total'),
    misses: read('misses_total'),
    bytes: read('bytes'),
    utterances: read('utterances'),
  }
}

describe('speech that is asked for again', () => {
  const ACCEPTED = [
    ['audio/wav', {}],
    ['audio/pcm', { samplingRate: 8000 }],
    ['audio/PCMU', {}],
    ['audio/mpeg', {}],
    ['audio/ogg;codecs=opus', {}],
    ['audio/webm;codecs=opus', {}],
    ['application/json', { audioFormat: 'mp3' }],
    ['text/event-stream', { modelId: 'mistv2', audioFormat: 'mp3' }],
  ] as const

  test('is the same to the byte in every format, and no thread speaks it again', async () => {
    const service = await start()
    const { url } = await start({ HOARFROST_CACHE_MEGABYTES: '0' })
    for (const [accept, body] of ACCEPTED) {
      const first = await speech(service, body, accept)
      const before = await cacheOf(service)
      const again = await speech(service, body, accept)
      const after = await cacheOf(service)
      expect([accept, again.equals(first)]).toEqual([accept, true])
      expect([accept, after.misses, Number(after.hits) - Number(before.hits)]).toEqual([accept, before.misses, 2])
      const uncached = await speech({ ...service, url }, body, accept)
      expect([accept, uncached.equals(first)]).toEqual([accept, true])
    }
    expect((await cacheOf(service)).bytes).toBeGreaterThan(100_000)
  }, 60_000)

  test('is the same over a WebSocket, with the times of its words', async () => {
    const service = await start()
    const turn = async () => {
      const address = `${service.url.replace('http', 'ws')}/ws3?modelId=mistv3&speaker=joy&segment=never`
      const socket = new WebSocket(address, { headers: { authorization: `Bearer ${KEY}` } })
      const messages: string[] = []
      socket.on('message', (message) => messages.push(String(message)))
      await once(socket, 'open')
      socket.send(JSON.stringify({ text: TEXT }))
      socket.send(JSON.stringify({ operation: 'eos' }))
      await once(socket, 'close')
      return messages
    }
    const first = await turn()
    expect(await turn()).toEqual(first)
    expect(first.some((message) => message.includes('"timestamps"'))).toBe(true)
    expect(await cacheOf(service)).toMatchObject({ hits: 2, misses: 2 })
  })

  test('is found sentence by sentence, also in another text', async () => {
    const service = await start()
    await speech(service, {})
    await speech(service, { text: `Thank you for your patience. ${TEXT}` })
    expect(await cacheOf(service)).toMatchObject({ hits: 2, misses: 3, utterances: 3 })
  })

  test('is spoken anew where anything of it differs', async () => {
    const service = await start()
    const bodies = [
      {},
      { speaker: 'abbie' },
      { samplingRate: 16_000 },
      { speedAlpha: 1.1 },
      { text: 'Your call is important to us! Please stay on this line.' },
    ]
    const answers = new Set<string>()
    for (const body of bodies) answers.add((await speech(service, body)).toString('base64'))
    expect(answers.size).toBe(bodies.length)
    expect(await cacheOf(service)).toMatchObject({ hits: 0, misses: 2 * bodies.length })
  })

  test('is never kept where it varies: above temperature 0', async () => {
    const service = await start()
    const body = { modelId: 'coda', speaker: 'luna' }
    const [one, other] = [await speech(service, body), await speech(service, body)]
    await speech(service, { ...body, temperature: 0.01 })
    expect(one.equals(other)).toBe(false)
    expect(await cacheOf(service)).toEqual({ hits: 0, misses: 0, bytes: 0, utterances: 0 })
    const steady = { ...body, temperature: 0 }
    expect((await speech(service, steady)).equals(await speech(service, steady))).toBe(true)
    expect(await cacheOf(service)).toMatchObject({ hits: 2, misses: 2 })
  })

  test('is spoken every time where HOARFROST_CACHE_MEGABYTES is 0', async () => {
    const service = await start({ HOARFROST_CACHE_MEGABYTES: '0' })
    expect((await speech(service, {})).equals(await speech(service, {}))).toBe(true)
    expect(await cacheOf(service)).toEqual({ hits: 0, misses: 0, bytes: 0, utterances: 0 })
  })

  test('is dropped when the memory is needed for what came later', async () => {
    const service = await start({ HOARFROST_CACHE_MEGABYTES: '1' })
    for (const samplingRate of [22_050, 24_000, 32_000, 40_000, 44_100]) await speech(service, { samplingRate })
    const { bytes, utterances } = await cacheOf(service)
    expect(bytes).toBeLessThanOrEqual(2 ** 20)
    expect(utterances).toBeLessThan(10)
    await speech(service, { samplingRate: 22_050 })
    expect((await cacheOf(service)).misses).toBeGreaterThan(10)
  })
})
