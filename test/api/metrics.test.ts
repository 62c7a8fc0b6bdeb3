import { once } from 'node:events'
import { Gauge, Registry } from 'prom-client'
import { describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { addMetrics, createRegistry } from '../../src/main/gauges.ts'
import { readMetrics } from '../metrics-text.ts'
import { startTestService, TEST_KEY, type TestService } from './test-service.ts'

const scrape = async ({ url }: Pick<TestService, 'url'>) => {
  const answer = await fetch(`${url}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  return await answer.text()
}

describe('Operations: /metrics', () => {
  test('counts requests by route and status, and what was spoken by model, without a key', async () => {
    const service = await startTestService()
    for (const modelId of ['coda', 'coda', 'mistv3']) {
      await (await service.speech({ text: 'One two three.', speaker: 'luna', modelId })).arrayBuffer()
    }
    await service.speech({ text: '', speaker: 'luna' })
    await fetch(`${service.url}/livez`)
    await vi.waitFor(async () => {
      const metrics = readMetrics(await scrape(service))
      expect(Object.fromEntries(metrics)).toMatchObject({
        'hoarfrost_requests_total{route="/v1/rime-tts",status="200"}': 3,
        'hoarfrost_requests_total{route="/v1/rime-tts",status="400"}': 1,
        'hoarfrost_requests_total{route="/livez",status="200"}': 1,
        'hoarfrost_request_duration_seconds_count{route="/v1/rime-tts"}': 4,
        'hoarfrost_first_audio_seconds_count{model="coda"}': 2,
        'hoarfrost_first_audio_seconds_count{model="mistv3"}': 1,
        'hoarfrost_audio_seconds_total{model="coda"}': expect.closeTo(0.6),
      })
    })
  })

  test('tells nothing of what clients write: texts, keys, paths', async () => {
    const service = await startTestService()
    await (await service.speech({ text: 'Secretword.', speaker: 'luna', modelId: 'secretmodel' })).arrayBuffer()
    await service.speech({ text: 'x', speaker: 'secretspeaker' }, { authorization: 'Bearer secretkey' })
    for (const path of ['/secretpath', '/livez?secret=1', '/v1/dictionary/words/secretword']) {
      await fetch(service.url + path, { headers: { authorization: `Bearer ${TEST_KEY}` } })
    }
    await fetch(`${service.url}/livez`, { method: 'DELETE' })
    await vi.waitFor(async () => {
      const text = await scrape(service)
      expect(text).toContain('hoarfrost_requests_total{route="none",status="404"} 1')
      expect(text).toContain('status="405"')
      expect(text).not.toMatch(/secret/i)
      expect(text).not.toContain(TEST_KEY)
    })
  })

  test('tells how many WebSockets are open', async () => {
    const service = await startTestService()
    const open = async () => readMetrics(await scrape(service)).get('hoarfrost_open_websockets')
    expect(await open()).toBe(0)
    const address = `${service.url.replace('http', 'ws')}/ws3?speaker=luna&modelId=coda`
    const socket = new WebSocket(address, { headers: { authorization: `Bearer ${TEST_KEY}` } })
    await once(socket, 'open')
    expect(await open()).toBe(1)
    socket.close()
    await vi.waitFor(async () => expect(await open()).toBe(0))
    expect(readMetrics(await scrape(service)).get('hoarfrost_requests_total{route="/ws3",status="101"}')).toBe(1)
  })

  test('adds what the service is given to tell', async () => {
    const registry = new Registry()
    new Gauge({ name: 'added', help: 'Something', registers: [registry] }).set(7)
    expect(readMetrics(await scrape(await startTestService({ registry }))).get('added')).toBe(7)
  })

  test('counts waits and real-time factors by engine', async () => {
    const { registry, observe } = createRegistry()
    observe({ kind: 'started', engine: 'aria', waitMs: 20 })
    observe({ kind: 'spoken', engine: 'aria', audioS: 2, ranMs: 80 })
    observe({ kind: 'spoken', engine: 'aria', audioS: 0, ranMs: 1 }) // a pause alone has no factor
    const metrics = readMetrics(await registry.metrics())
    expect(metrics.get('hoarfrost_stream_wait_seconds_sum{engine="aria"}')).toBeCloseTo(0.02)
    expect(metrics.get('hoarfrost_real_time_factor_sum{engine="aria"}')).toBeCloseTo(0.04)
    expect(metrics.get('hoarfrost_real_time_factor_count{engine="aria"}')).toBe(1)
  })

  test('O: endpoint-load-metrics is sent when enabled, also with streamed audio, and never otherwise', async () => {
    const loaded = await startTestService({ utilization: () => 0.25 })
    const headers = { authorization: `Bearer ${TEST_KEY}` }
    const speech = await loaded.speech({ text: 'Hi.', speaker: 'luna' }, headers)
    const health = await fetch(`${loaded.url}/health`)
    for (const answer of [speech, health]) {
      expect(answer.headers.get('endpoint-load-metrics')).toBe('TEXT application_utilization=0.250')
    }
    const plain = await fetch(`${(await startTestService()).url}/health`)
    expect(plain.headers.get('endpoint-load-metrics')).toBeNull()
  })

  test('reads pool, cache and process when it is asked', async () => {
    const pool = { openStreams: 9, waitingStreams: 3, speakingThreads: 2, utilization: 0.4, refusals: 6 }
    const cache = { hits: 10, misses: 5, bytes: 1234, utterances: 4 }
    let dropped = 0
    const registry = addMetrics(new Registry(), {
      pool,
      cache,
      missingEngines: () => ['aria'],
      packStates: () => [],
      droppedLogLines: () => dropped,
      isStoreReadable: () => dropped === 0,
    })
    const read = async () => Object.fromEntries(readMetrics(await registry.metrics()))
    expect(await read()).toMatchObject({
      hoarfrost_open_streams: 9,
      hoarfrost_store_readable: 1,
      hoarfrost_waiting_streams: 3,
      hoarfrost_speaking_threads: 2,
      hoarfrost_utilization: 0.4,
      hoarfrost_overload_refusals_total: 6,
      hoarfrost_cache_hits_total: 10,
      hoarfrost_cache_misses_total: 5,
      hoarfrost_cache_bytes: 1234,
      hoarfrost_cache_utterances: 4,
      hoarfrost_missing_engines: 1,
      process_resident_memory_bytes: expect.any(Number),
      nodejs_eventloop_lag_p99_seconds: expect.any(Number),
      hoarfrost_log_lines_dropped_total: 0,
    })
    cache.hits = 11
    dropped = 2
    pool.waitingStreams = 0
    expect(await read()).toMatchObject({
      hoarfrost_cache_hits_total: 11,
      hoarfrost_store_readable: 0,
      hoarfrost_waiting_streams: 0,
      hoarfrost_log_lines_dropped_total: 2,
    })
  })

  test('tells how late the event loop was since it was asked before', async () => {
    const cache = { hits: 0, misses: 0, bytes: 0, utterances: 0 }
    const pool = { openStreams: 0, waitingStreams: 0, speakingThreads: 0, utilization: 0, refusals: 0 }
    const registry = addMetrics(new Registry(), {
      pool,
      cache,
      missingEngines: () => [],
      packStates: () => [],
      droppedLogLines: () => 0,
      isStoreReadable: () => true,
    })
    const longest = async () =>
      readMetrics(await registry.metrics()).get('hoarfrost_event_loop_delay_seconds{quantile="1"}')
    const turns = async (count: number) => {
      for (let i = 0; i < count; i++) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(await longest()).toBe(0)
    await turns(3)
    const until = performance.now() + 500
    while (performance.now() < until);
    await turns(3)
    const delay = await longest()
    expect(delay).toBeGreaterThan(0.45)
    expect(delay).toBeLessThan(2)
    await turns(3)
    expect(await longest()).toBeLessThan(0.45)
  })
})
