import { expect, test, vi } from 'vitest'
import { createKey } from '../../src/app/keys/manage-keys.ts'
import { openSocket } from './socket-client.ts'
import { startTestService, TEST_KEY, type TestService } from './test-service.ts'

const read = async ({ url }: TestService, key = TEST_KEY) =>
  fetch(`${url}/v1/live`, { headers: { authorization: `Bearer ${key}` } })
const figures = async (service: TestService) => (await (await read(service)).json()) as Record<string, unknown>

test('O: /v1/live tells what the service does now', async () => {
  const service = await startTestService()
  await openSocket(service)
  expect(await figures(service)).toEqual({
    streams: 0,
    sockets: 1,
    queue: 0,
    threads: [{ name: 'speech 1', busy: false }],
    encoders: 0,
    cache: { bytes: 0, hits: 0, misses: 0 },
    memoryBytes: expect.any(Number),
    eventLoopDelayMs: { p50: expect.any(Number), p99: expect.any(Number) },
    engines: expect.arrayContaining([{ name: 'flite', voices: expect.any(Number), streams: 0 }]),
    packs: [],
    missing: [],
    uptimeSeconds: expect.any(Number),
    refusals: [],
  })
})

test('O: /v1/live lists the last 200 refusals by their reasons, and nothing of the client', async () => {
  const service = await startTestService()
  await service.speech({ text: 'secret words', speaker: 'secret-name' })
  await service.speech({ text: 'secret' }, { authorization: 'Bearer secret-key' })
  await fetch(`${service.url}/secret/path?key=secret`)
  await vi.waitFor(async () => expect((await figures(service)).refusals).toHaveLength(3))
  const live = await (await read(service)).text()
  expect(live).not.toContain('secret')
  expect(JSON.parse(live).refusals.toReversed()).toMatchObject([
    { protocol: 'Speech', route: '/v1/rime-tts', status: 400, reason: 'speaker.unknown' },
    { protocol: 'Speech', route: '/v1/rime-tts', status: 401, reason: 'key.invalid' },
    { protocol: 'none', route: 'none', status: 404, reason: 'not found' },
  ])
  await Promise.all(Array.from({ length: 210 }, () => fetch(`${service.url}/nothing`)))
  await vi.waitFor(async () => expect((await figures(service)).refusals).toHaveLength(200))
})

test('O: /v1/live is for the role admin', async () => {
  const service = await startTestService()
  const terms = { name: '', roles: ['synthesis'], expiresAt: null, maxConcurrent: null } as const
  const { key } = await createKey(service.keys, terms, new Date())
  expect((await read(service, key)).status).toBe(403)
})
