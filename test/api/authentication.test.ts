import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createKey, hashOfKey, idOfHash } from '../../src/app/keys/manage-keys.ts'
import type { SpokenEvent } from '../../src/app/speech/narrator.ts'
import { Samples } from '../../src/core/samples.ts'
import { openSocket } from './socket-client.ts'
import { startTestService, TEST_KEY, type TestService } from './test-service.ts'

const BODY = { text: 'Hello.', speaker: 'luna', modelId: 'coda' }
const TERMS = { name: 'test', roles: ['synthesis'], expiresAt: null, maxConcurrent: null } as const
const RECORD = { ...TERMS, createdAt: new Date(), revokedAt: null, lastUsedAt: null, limits: {} }

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
    await service.keys.add({ ...RECORD, id: idOfHash(hash), hash })
    expect((await withHeader(service, 'Bearer soon')).status).toBe(200)
  })

  test('compares the whole hash, not the id that is its beginning', async () => {
    const service = await startTestService()
    const hash = hashOfKey('mine')
    const other = `${hash.slice(0, 12)}${'0'.repeat(52)}`
    await service.keys.add({ ...RECORD, id: idOfHash(hash), hash: other })
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
      yield { kind: 'audio', samples: new Samples(new Int16Array(10)) }
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

describe('Keys and limits: when a key is revoked or expires', () => {
  /** Speaks until the reader leaves. */
  async function* speakOn(_: unknown, signal: AbortSignal): AsyncGenerator<SpokenEvent> {
    // Some wait for the second chunk before they send the first.
    for (let i = 0; i < 3; i++) yield { kind: 'audio', samples: new Samples(new Int16Array(1000)) }
    await once(signal, 'abort')
  }

  /** A service that speaks without end, and a key that ends in one of two ways. */
  async function startWithKey() {
    let now = new Date()
    const service = await startTestService({ speak: speakOn, clock: () => now })
    const expiresAt = new Date(now.getTime() + 3_600_000)
    const { key, record } = await createKey(service.keys, { ...TERMS, expiresAt }, now)
    const endings = {
      revoked: () => service.keys.revoke(record.id, now),
      expired: () => {
        now = expiresAt
      },
    }
    return { service, key, endings }
  }

  /** Sends a raw request; returns the bytes received until the connection closed, and how it closed. */
  async function send(service: TestService, head: string) {
    const socket = connect(service.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let text = ''
    const begun = new Promise<void>((resolve) => {
      socket.setEncoding('latin1').on('data', (more) => {
        text += more
        resolve()
      })
    })
    const gone = new Promise<string>((resolve) => {
      socket.once('end', () => resolve('end'))
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    })
    socket.write(head)
    return { gone, begun, text: () => text }
  }
  const request = (key: string, ...headers: string[]) => {
    const body = JSON.stringify(BODY)
    const lines = ['POST /v1/rime-tts HTTP/1.0', `Authorization: Bearer ${key}`, `Content-Length: ${body.length}`]
    return `${[...lines, ...headers].join('\r\n')}\r\n\r\n${body}`
  }

  const ENDINGS = ['revoked', 'expired'] as const

  test.each(ENDINGS)('%s, an answer under way is broken off with a reset', async (ending) => {
    const { service, key, endings } = await startWithKey()
    const answer = await send(service, request(key, 'Accept: audio/wav'))
    const other = await send(service, request(TEST_KEY, 'Accept: audio/wav'))
    await Promise.all([answer.begun, other.begun])
    expect(answer.text()).toMatch(/^HTTP\/1\.1 200 /)
    const endedAtMs = performance.now()
    await endings[ending]()
    expect(await answer.gone).toBe('ECONNRESET')
    expect(performance.now() - endedAtMs).toBeLessThan(2000)
    await expect.poll(() => service.log.at(-1)).toContain('"reason":"the key was revoked or has expired"')
    expect(await Promise.race([other.gone, 'goes on'])).toBe('goes on')
  })

  test('an answer that has not begun is broken off', async () => {
    const { service, key, endings } = await startWithKey()
    const answer = await send(service, request(key, 'Accept: application/json'))
    await expect.poll(() => service.spoken).toHaveLength(1)
    await endings.revoked()
    expect([await answer.gone, answer.text()]).toEqual(['ECONNRESET', ''])
    await expect.poll(() => service.log.at(-1)).toContain('"status":499') // none was sent
  })

  test.each(ENDINGS.flatMap((ending) => ['/ws3', '/ws'].map((path) => [ending, path] as const)))(
    '%s, a socket of %s is closed with 1008, whether it speaks or not',
    async (ending, path) => {
      const { service, key, endings } = await startWithKey()
      const idle = await openSocket(service, {}, path, { headers: { authorization: `Bearer ${key}` } })
      const speaking = await openSocket(service, {}, path, { headers: { authorization: `Bearer ${key}` } })
      const other = await openSocket(service, {}, path)
      speaking.send(path === '/ws' ? 'One sentence.<FLUSH>' : { text: 'One sentence.' })
      if (path === '/ws') speaking.send('<FLUSH>')
      else speaking.send({ operation: 'flush' })
      await speaking.until((frames) => frames.length > 0)
      const endedAtMs = performance.now()
      await endings[ending]()
      const reason = { code: 1008, reason: 'invalid api key' }
      expect(await Promise.all([idle.closed, speaking.closed])).toEqual([reason, reason])
      expect(performance.now() - endedAtMs).toBeLessThan(2000)
      expect(other.socket.readyState).toBe(other.socket.OPEN)
    },
  )

  test('a socket whose client does not answer the closing is gone a second later', async () => {
    const { service, key, endings } = await startWithKey()
    const lines = [
      'GET /ws3?speaker=luna HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${key}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ]
    const socket = await send(service, `${lines.join('\r\n')}\r\n\r\n`)
    await socket.begun
    await endings.revoked()
    await socket.gone
    expect(socket.text()).toContain('invalid api key')
  })
})
