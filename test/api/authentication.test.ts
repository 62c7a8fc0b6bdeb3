import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createKey, hashOfKey, idOfHash } from '../../src/app/manage-keys.ts'
import type { SpokenEvent } from '../../src/app/speak.ts'
import { startTestService, TEST_KEY, type TestService } from './test-service.ts'

const BODY = { text: 'Hello.', speaker: 'luna', modelId: 'coda' }
const TERMS = { name: 'test', roles: ['synthesis'], expiresAt: null, maxConcurrent: null } as const

async function withHeader(service: TestService, authorization: string | undefined, body: unknown = BODY) {
  const answer = await fetch(`${service.url}/v1/rime-tts`, {
    method: 'POST',
    headers: authorization === undefined ? {} : { authorization },
    body: JSON.stringify(body),
  })
  const text = answer.status === 200 ? '' : await answer.text()
  return { status: answer.status, text, headers: answer.headers }
}

describe('Authentication', () => {
  test.each([
    [undefined, 'Missing Authorization header'],
    ['', 'Missing Authorization header'],
    ['Bearer', 'empty apikey'],
    ['Bearer ', 'empty apikey'],
    ['bearer   ', 'empty apikey'],
    ['Bearer wrong', 'invalid api key'],
    [`Bearer ${TEST_KEY}x`, 'invalid api key'],
    [`Bearer${TEST_KEY}`, 'invalid api key'],
    [TEST_KEY, 'invalid api key'],
    [`Basic ${TEST_KEY}`, 'invalid api key'],
    [`Token Bearer ${TEST_KEY}`, 'invalid api key'],
  ])('refuses the header %j: %s', async (header, text) => {
    const answer = await withHeader(await startTestService(), header)
    expect([answer.status, answer.text]).toEqual([401, text])
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })

  test.each([`Bearer ${TEST_KEY}`, `bearer ${TEST_KEY}`, `BEARER   ${TEST_KEY} `])(
    'takes the header %j',
    async (header) => {
      expect((await withHeader(await startTestService(), header)).status).toBe(200)
    },
  )

  test('never takes a key from the URL', async () => {
    const { url } = await startTestService()
    for (const query of [`apikey=${TEST_KEY}`, `authorization=Bearer%20${TEST_KEY}`, `api_key=${TEST_KEY}`]) {
      const answer = await fetch(`${url}/v1/rime-tts?${query}`, { method: 'POST', body: JSON.stringify(BODY) })
      expect([answer.status, await answer.text()]).toEqual([401, 'Missing Authorization header'])
    }
  })

  test('is done before the body is looked at, and before it has come', async () => {
    const service = await startTestService()
    expect((await withHeader(service, 'Bearer wrong', 'no object')).status).toBe(401)
    const socket = connect(service.port, '127.0.0.1')
    socket.write('POST /v1/rime-tts HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n')
    const [answer] = await new Promise<Buffer[]>((resolve) => socket.once('data', (data) => resolve([data])))
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
    socket.destroy()
  })

  test('a client that sends a large body all the same sees the refusal', async () => {
    const service = await startTestService()
    expect((await withHeader(service, 'Bearer wrong', 'x'.repeat(5_000_000))).text).toBe('invalid api key')
  })

  test('refuses a key without the role', async () => {
    const service = await startTestService()
    const { key } = await createKey(service.keys, { ...TERMS, roles: ['admin'] }, new Date())
    const answer = await withHeader(service, `Bearer ${key}`)
    expect([answer.status, answer.text]).toEqual([403, 'access forbidden'])
  })

  test('refuses a key from the instant on at which it expires', async () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const service = await startTestService({ clock: () => now })
    const expiresAt = new Date('2026-01-01T00:00:00.100Z')
    const { key } = await createKey(service.keys, { ...TERMS, expiresAt }, now)
    expect((await withHeader(service, `Bearer ${key}`)).status).toBe(200)
    now = expiresAt
    expect((await withHeader(service, `Bearer ${key}`)).text).toBe('invalid api key')
  })

  test('refuses a revoked key within a second', async () => {
    let nowMs = Date.now()
    const service = await startTestService({ clock: () => new Date(nowMs) })
    const { key, record } = await createKey(service.keys, TERMS, new Date())
    expect((await withHeader(service, `Bearer ${key}`)).status).toBe(200)
    await service.keys.revoke(record.id, new Date())
    nowMs += 1000
    expect((await withHeader(service, `Bearer ${key}`)).text).toBe('invalid api key')
  })

  test('takes a new key at once, also one that has just been tried in vain', async () => {
    const service = await startTestService()
    expect((await withHeader(service, 'Bearer soon')).status).toBe(401)
    const hash = hashOfKey('soon')
    const record = { ...TERMS, id: idOfHash(hash), hash, createdAt: new Date(), revokedAt: null }
    await service.keys.add(record)
    expect((await withHeader(service, 'Bearer soon')).status).toBe(200)
  })

  test('compares the whole hash, not the id that is its beginning', async () => {
    const service = await startTestService()
    const hash = hashOfKey('mine')
    const other = `${hash.slice(0, 12)}${'0'.repeat(52)}`
    await service.keys.add({ ...TERMS, id: idOfHash(hash), hash: other, createdAt: new Date(), revokedAt: null })
    expect((await withHeader(service, 'Bearer mine')).text).toBe('invalid api key')
  })

  test('keeps keys and texts out of the log', async () => {
    const service = await startTestService()
    await withHeader(service, `Bearer ${TEST_KEY}`, { ...BODY, text: 'My secret sentence.' })
    await withHeader(service, 'Bearer hidden', { ...BODY, text: 'My secret sentence.' })
    await fetch(`${service.url}/v1/rime-tts?apikey=hidden`)
    expect(service.log.join('\n')).not.toMatch(/secret|test-key|hidden/)
    expect(service.log.join('\n')).toContain(idOfHash(hashOfKey(TEST_KEY)))
  })
})

test('Errors: a key that may run one request at a time is told to wait with its second', async () => {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const service = await startTestService({
    async *speak(): AsyncGenerator<SpokenEvent> {
      yield { kind: 'audio', samples: new Int16Array(10) }
      await finished
    },
  })
  const { key } = await createKey(service.keys, { ...TERMS, maxConcurrent: 1 }, new Date())
  const headers = { authorization: `Bearer ${key}` }
  const first = await service.speech(BODY, headers)
  const second = await service.speech(BODY, headers)
  expect([second.status, await second.text(), second.headers.get('retry-after')]).toEqual([
    429,
    'Too many requests',
    '1',
  ])
  expect((await service.speech(BODY)).status).toBe(200) // another key is not concerned
  finish()
  await first.arrayBuffer()
  const third = await service.speech(BODY, headers)
  expect(third.status).toBe(200)
  await third.arrayBuffer()
})
