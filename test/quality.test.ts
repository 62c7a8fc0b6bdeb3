import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '../src/main/config.ts'
import { startService } from '../src/main/service.ts'
import { readMetrics } from './metrics-text.ts'
import { AUTHORIZATION, KEY, TONE_THREAD } from './whole-service.ts'

// Which of its engines speaks a voice. The tone generator stands in for all of them; natural is an octave higher, best a twelfth.

const BROKEN_NATURAL = new URL('../dist/fixtures/broken-natural-thread.mjs', import.meta.url)

async function start(quality: string, threadUrl = TONE_THREAD) {
  const dataDir = mkdtempSync(join(tmpdir(), 'hoarfrost-quality-'))
  const env = { PORT: '0', HOARFROST_WORKERS: '1', HOARFROST_DATA_DIR: dataDir, HOARFROST_API_KEY: KEY }
  const config = readConfig({ ...env, HOARFROST_QUALITY: quality })
  const log: Record<string, unknown>[] = []
  const logger = pino({}, { write: (line: string) => log.push(JSON.parse(line)) })
  const service = await startService(
    { ...config, enginePreference: ['natural', 'flite'] },
    { clock: () => new Date(), logger, droppedLogLines: () => 0, threadUrl },
  )
  onTestFinished(async () => {
    await service.close()
    rmSync(dataDir, { recursive: true })
  })
  return { ...service, log }
}
type Started = Awaited<ReturnType<typeof start>>

async function speak({ url }: Started, fields: object = {}): Promise<string> {
  const body = { modelId: 'coda', speaker: 'luna', text: 'Hello there.', temperature: 0, ...fields }
  const headers = { ...AUTHORIZATION, accept: 'audio/pcm' }
  const answer = await fetch(`${url}/v1/rime-tts`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer()).toString('base64')
}

/** Of the log lines of speech, once there are so many. */
async function enginesLogged({ log }: Started, count: number): Promise<unknown[]> {
  const engines = () => log.filter((line) => 'characters' in line).map(({ engine }) => engine)
  await expect.poll(() => engines().length).toBe(count)
  return engines()
}

const health = async ({ url }: Started) => (await fetch(`${url}/health`)).json()
const metric = async ({ url }: Started, name: string) =>
  readMetrics(await (await fetch(`${url}/metrics`)).text()).get(name)

describe('HOARFROST_QUALITY', () => {
  test('auto has natural speak coda while there is time, never mistv2 and mistv3, and says so everywhere', async () => {
    const service = await start('auto')
    await speak(service)
    await speak(service, { modelId: 'mistv3', speaker: 'estelle' })
    await speak(service, { modelId: 'mistv2', speaker: 'luna' })
    expect(await enginesLogged(service, 3)).toEqual(['natural', 'flite', 'flite'])
    expect(await health(service)).toMatchObject({
      quality: 'auto',
      engines: ['espeak', 'flite', 'natural'],
      missingEngines: [],
    })
    expect(await metric(service, 'hoarfrost_stream_wait_seconds_count{engine="natural"}')).toBe(1)
    expect(await metric(service, 'hoarfrost_stream_wait_seconds_count{engine="flite"}')).toBe(2)
    const live = await (await fetch(`${service.url}/v1/live`, { headers: AUTHORIZATION })).json()
    const { engines } = live as { engines: { name: string; voices: number; streams: number }[] }
    expect(engines.find(({ name }) => name === 'natural')).toMatchObject({ voices: expect.any(Number), streams: 0 })
  })

  test('natural and fast give the same bytes each time, of different engines, from the cache or not', async () => {
    const [natural, fast] = [await start('natural'), await start('fast')]
    const [one, other] = [await speak(natural), await speak(fast)]
    expect(one).not.toBe(other)
    expect([await speak(natural), await speak(fast)]).toEqual([one, other])
    expect(await enginesLogged(fast, 2)).toEqual(['flite', 'flite'])
    expect(await health(fast)).toMatchObject({ quality: 'fast', engines: ['espeak', 'flite'] })
    expect(await metric(natural, 'hoarfrost_cache_hits_total')).toBe(1)
  })

  test('best has whole Kokoro speak coda, from a thread of its own, and natural does not say the same', async () => {
    const service = await start('best')
    expect(await speak(service)).not.toBe(await speak(await start('natural')))
    await speak(service, { modelId: 'mistv3', speaker: 'estelle' })
    expect(await enginesLogged(service, 2)).toEqual(['best', 'flite'])
    expect(await health(service)).toMatchObject({ quality: 'best', missingEngines: [] })
    expect(await metric(service, 'hoarfrost_stream_wait_seconds_count{engine="best"}')).toBe(1)
  })

  test('a session is spoken by natural too, and its log line says so', async () => {
    const service = await start('auto')
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws?speaker=luna&modelId=coda`, {
      headers: AUTHORIZATION,
    })
    await once(socket, 'open')
    socket.send('Hello there. <FLUSH>')
    socket.send('<EOS>')
    await once(socket, 'close')
    expect(await enginesLogged(service, 1)).toEqual(['natural'])
  })

  test.each(['auto', 'natural'])(
    '%s has the next engine speak where natural cannot be loaded, and tells',
    async (quality) => {
      const service = await start(quality, BROKEN_NATURAL)
      const audio = await speak(service)
      expect(audio).toBe(await speak(await start('fast')))
      expect(await enginesLogged(service, 1)).toEqual(['flite'])
      expect(await health(service)).toMatchObject({ engines: ['espeak', 'flite'], missingEngines: ['natural'] })
      expect(await metric(service, 'hoarfrost_missing_engines')).toBe(1)
      const said = service.log.filter(({ msg }) => String(msg).startsWith('an engine failed'))
      expect(said).toEqual([expect.objectContaining({ engine: 'natural', reason: 'a file is missing' })])
    },
  )
})
