import { request } from 'node:http'
import { BlockList } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createKey } from '../../src/app/keys/manage-keys.ts'
import { createSignInLink } from '../../src/app/keys/sign-in-links.ts'
import { openSocket, refusalOf } from './socket-client.ts'
import { startTestService, TEST_KEY, type TestService } from './test-service.ts'

const TERMS = { name: 'test', roles: ['synthesis'], expiresAt: null, maxConcurrent: null } as const
const HOUR_MS = 3_600_000

const signIn = ({ url }: TestService, key: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${url}/dashboard/session`, { method: 'POST', headers, body: JSON.stringify({ key }) })

/** The cookie of a session, as a browser sends it. */
async function cookieOf(service: TestService, key = TEST_KEY): Promise<string> {
  const answer = await signIn(service, key, { origin: service.url })
  expect(answer.status).toBe(204)
  return (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] as string
}

const speak = ({ url }: TestService, headers: Readonly<Record<string, string>>) =>
  fetch(`${url}/v1/rime-tts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ text: 'Hello.', speaker: 'luna', modelId: 'coda' }),
  })
const statusOfSpeech = async (service: TestService, headers: Readonly<Record<string, string>>) => {
  const answer = await speak(service, headers)
  await answer.arrayBuffer()
  return answer.status
}
const readSession = ({ url }: TestService, cookie: string) => fetch(`${url}/dashboard/session`, { headers: { cookie } })

describe('O: a session of the dashboard', () => {
  test('starts with a key, in a cookie that no script and no other site can use', async () => {
    const service = await startTestService()
    const answer = await signIn(service, TEST_KEY)
    expect(answer.status).toBe(204)
    const [cookie, ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ')
    expect(cookie).toMatch(/^hoarfrost=hfs_[\w-]{43}$/)
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict'])
    const session = await readSession(service, cookie as string)
    expect(await session.json()).toEqual({
      keyId: expect.stringMatching(/^[\da-f]{12}$/),
      name: 'HOARFROST_API_KEY',
      roles: ['synthesis', 'admin'],
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      software: expect.stringMatching(/^Hoarfrost \d/),
    })
  })

  test('has a cookie of its host alone where the page is served over https', async () => {
    const answer = await signIn(await startTestService(), TEST_KEY, { 'x-forwarded-proto': 'https' })
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-hoarfrost=hfs_.*; Secure$/)
  })

  test.each([
    ['https', '__Host-hoarfrost', 'hoarfrost'],
    ['http', 'hoarfrost', '__Host-hoarfrost'],
  ])('is accepted over %s in the cookie %s only', async (scheme, name, other) => {
    const service = await startTestService()
    const session = (await cookieOf(service)).split('=')[1]
    const headers = { 'x-forwarded-proto': scheme }
    const statusOf = async (cookie: string) =>
      (await fetch(`${service.url}/dashboard/session`, { headers: { ...headers, cookie } })).status
    expect(await statusOf(`${name}=${session}`)).toBe(200)
    expect(await statusOf(`${other}=${session}`)).toBe(401)
    expect(await statusOf(`${other}=hfs_planted; ${name}=${session}`)).toBe(200)
  })

  test.each([
    // X-Forwarded-Proto, Host, Origin, status
    ['https', 'speech.example', 'https://speech.example', 200],
    ['https', 'speech.example:443', 'https://speech.example', 200],
    ['https', 'Speech.example', 'https://speech.example', 200],
    ['https, http', 'speech.example', 'https://speech.example', 200],
    ['wss', 'speech.example', 'https://speech.example', 200],
    ['http', 'speech.example:8080', 'http://speech.example:8080', 200],
    ['https', 'speech.example', 'http://speech.example', 403],
    ['http, https', 'speech.example', 'https://speech.example', 403],
    ['https', 'speech.example', 'https://speech.example:8443', 403],
    ['https', 'speech.example:8443', 'https://speech.example', 403],
    ['https', 'speech.example', 'https://speech.example.evil.example', 403],
    ['https', 'x/y', 'http://localhost', 400],
  ])('behind a proxy with X-Forwarded-Proto "%s" and Host "%s", gets %s → %i', async (scheme, host, origin, status) => {
    const service = await startTestService()
    const session = (await cookieOf(service)).split('=')[1]
    const name = scheme.startsWith('http,') || scheme === 'http' ? 'hoarfrost' : '__Host-hoarfrost'
    const cookies = host === 'x/y' ? `hoarfrost=${session}` : `${name}=${session}`
    // fetch() would not send this Host.
    const answered = await new Promise((resolve, reject) =>
      request(
        `${service.url}/v1/rime-tts`,
        { method: 'POST', headers: { host, origin, 'x-forwarded-proto': scheme, cookie: cookies } },
        (answer) => resolve(answer.resume().statusCode),
      )
        .on('error', reject)
        .end(JSON.stringify({ text: 'Hello.', speaker: 'luna', modelId: 'coda' })),
    )
    expect(answered).toBe(status)
  })

  test('is refused with the same bytes for a wrong, an unknown and a revoked key', async () => {
    const service = await startTestService()
    const { key, record } = await createKey(service.keys, TERMS, new Date())
    await service.keys.revoke(record.id, new Date())
    for (const wrong of [`${TEST_KEY}x`, 'hf_unknown', key, '']) {
      const answer = await signIn(service, wrong)
      expect([answer.status, await answer.text(), answer.headers.get('set-cookie')]).toEqual([
        401,
        '{"error":{"message":"Wrong key"}}',
        null,
      ])
    }
  })

  test('can be tried ten times a minute with wrong keys, and any number of times with the right one', async () => {
    let now = new Date()
    const service = await startTestService({ clock: () => now })
    for (let i = 0; i < 12; i++) expect((await signIn(service, TEST_KEY)).status).toBe(204)
    const tries = await Promise.all(Array.from({ length: 12 }, () => signIn(service, 'wrong')))
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429])
    const refused = await signIn(service, TEST_KEY)
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.closeTo(60, -1)])
    now = new Date(now.getTime() + 60_000)
    expect((await signIn(service, TEST_KEY)).status).toBe(204)
  })

  test.each([
    ['no trusted proxy', [], true],
    ['trusted proxies', ['127.0.0.1', '10.0.0.0/8'], false],
  ] as const)('with %s, wrong keys of one client behind a proxy lock out others: %s', async (_, proxies, isShared) => {
    const trustedProxies = new BlockList()
    for (const entry of proxies) {
      const [address = '', bits = '32'] = entry.split('/')
      trustedProxies.addSubnet(address, Number(bits), 'ipv4')
    }
    const service = await startTestService({ trustedProxies: proxies.length === 0 ? null : trustedProxies })
    // What a client sends itself stands before what the proxies add.
    const from = (client: string, i = 0) => ({ 'x-forwarded-for': `192.0.2.${i}, ${client}, 10.1.2.3` })
    for (let i = 0; i < 10; i++) await signIn(service, 'wrong', from('198.51.100.7:4711', i))
    expect((await signIn(service, TEST_KEY, from('198.51.100.7', 11))).status).toBe(429)
    expect((await signIn(service, TEST_KEY, from('198.51.100.8'))).status).toBe(isShared ? 429 : 204)
    expect((await signIn(service, TEST_KEY, from('[2001:db8::1]:80'))).status).toBe(isShared ? 429 : 204)
    // Without an address it is the proxy.
    for (const none of ['', 'unknown', '10.9.9.9, unknown'])
      expect((await signIn(service, TEST_KEY, { 'x-forwarded-for': none })).status).toBe(isShared ? 429 : 204)
  })

  test('is accepted instead of a key, over HTTP and by sockets', async () => {
    const service = await startTestService()
    const headers = { cookie: await cookieOf(service), origin: service.url }
    expect(await statusOfSpeech(service, headers)).toBe(200)
    for (const path of ['/v1/speak?model=luna', '/v1/audio/speech', '/v1/text-to-speech/luna', '/vapi/synthesize']) {
      const answer = await fetch(service.url + path, { method: 'POST', headers, body: '{}' })
      expect(answer.status, path).toBe(400)
    }
    const socket = await openSocket(service, {}, '/ws3', { headers })
    socket.send({ text: 'Hello.' })
    socket.send({ operation: 'eos' })
    expect((await socket.closed).code).toBe(1000)
    await openSocket(service, '', '/coda/ws', { headers })
  })

  test('does not replace the key of a header, nor is it accepted in one', async () => {
    const service = await startTestService()
    const cookie = await cookieOf(service)
    expect(await statusOfSpeech(service, { cookie, origin: service.url, authorization: 'Bearer wrong' })).toBe(401)
    expect(await statusOfSpeech(service, { authorization: `Bearer ${cookie.split('=')[1]}` })).toBe(401)
  })

  test.each(['http://evil.example', 'null', 'http://127.0.0.1:1', undefined])(
    'changes nothing and opens no socket for the origin %s',
    async (origin) => {
      const service = await startTestService()
      const headers = { cookie: await cookieOf(service), ...(origin !== undefined && { origin }) }
      expect(await statusOfSpeech(service, headers)).toBe(403)
      const signOut = await fetch(`${service.url}/dashboard/session`, { method: 'DELETE', headers })
      expect(signOut.status).toBe(403)
      expect(await refusalOf(service, undefined, { headers })).toMatchObject({ status: 403, body: 'access forbidden' })
      expect(service.spoken).toEqual([])
      expect((await readSession(service, headers.cookie)).status).toBe(200)
    },
  )

  test('cannot be started by a page of another origin', async () => {
    const answer = await signIn(await startTestService(), TEST_KEY, { origin: 'http://evil.example' })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
  })

  test('has the roles of its key', async () => {
    const service = await startTestService()
    const { key } = await createKey(service.keys, TERMS, new Date())
    const headers = { cookie: await cookieOf(service, key), origin: service.url }
    expect((await fetch(`${service.url}/v1/dictionary/words`, { headers })).status).toBe(403)
    expect(await statusOfSpeech(service, headers)).toBe(200)
  })

  test('ends when its key is revoked', async () => {
    let now = new Date()
    const service = await startTestService({ clock: () => now })
    const { key, record } = await createKey(service.keys, TERMS, now)
    const cookie = await cookieOf(service, key)
    expect((await readSession(service, cookie)).status).toBe(200)
    await service.keys.revoke(record.id, now)
    now = new Date(now.getTime() + 2000)
    expect((await readSession(service, cookie)).status).toBe(401)
  })

  test('ends after 12 hours without a request', async () => {
    let now = new Date()
    const service = await startTestService({ clock: () => now })
    const [used, unused] = [await cookieOf(service), await cookieOf(service)]
    now = new Date(now.getTime() + 11 * HOUR_MS)
    expect((await readSession(service, used)).status).toBe(200)
    now = new Date(now.getTime() + HOUR_MS)
    expect((await readSession(service, used)).status).toBe(200)
    expect((await readSession(service, unused)).status).toBe(401)
  })

  test('ends when its browser signs out, and others go on', async () => {
    const service = await startTestService()
    const [cookie, other] = [await cookieOf(service), await cookieOf(service)]
    const answer = await fetch(`${service.url}/dashboard/session`, {
      method: 'DELETE',
      headers: { cookie, origin: service.url },
    })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      204,
      'hoarfrost=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ])
    expect((await readSession(service, cookie)).status).toBe(401)
    expect((await readSession(service, other)).status).toBe(200)
  })

  test('is neither logged nor stored as it is', async () => {
    const service = await startTestService()
    const cookie = await cookieOf(service)
    await readSession(service, cookie)
    expect(service.log.join('')).not.toContain(cookie.slice(-20))
    expect(await service.sessions.find(cookie.split('=')[1] as string)).toBeUndefined()
  })
})

describe('O: a sign-in link', () => {
  /** A link for a new key of a service whose clock is `now`. */
  async function serviceWithLink() {
    const clock = { now: new Date() }
    const service = await startTestService({ clock: () => clock.now })
    const { record } = await createKey(service.keys, TERMS, clock.now)
    const link = await createSignInLink(service.sessions, record.id, { url: service.url, now: clock.now })
    return { clock, service, record, link, token: new URL(link).hash.slice(1) }
  }
  const follow = ({ url }: TestService, link: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}/dashboard/session`, { method: 'POST', headers, body: JSON.stringify({ link }) })
  const ENDED = [401, '{"error":{"message":"This sign-in link was used before, or has expired"}}', null]
  const refusal = async (answer: Response) => [answer.status, await answer.text(), answer.headers.get('set-cookie')]

  test('has its token in the fragment, and starts a session of its key, once', async () => {
    const { service, record, link, token } = await serviceWithLink()
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/dashboard#hfl_[\w-]{43}$/)
    const answer = await follow(service, token, { origin: service.url })
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] as string
    expect([answer.status, await (await readSession(service, cookie)).json()]).toMatchObject([
      204,
      { keyId: record.id },
    ])
    expect(await refusal(await follow(service, token))).toEqual(ENDED)
    expect((await readSession(service, cookie)).status).toBe(200)
  })

  test('starts one session if it is followed several times at once', async () => {
    const { service, token } = await serviceWithLink()
    const answers = await Promise.all(Array.from({ length: 5 }, () => follow(service, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401, 401, 401])
  })

  test('works for ten minutes', async () => {
    const { clock, service, record, token } = await serviceWithLink()
    const other = await createSignInLink(service.sessions, record.id, { url: service.url, now: clock.now })
    clock.now = new Date(clock.now.getTime() + 599_000)
    expect((await follow(service, token)).status).toBe(204)
    clock.now = new Date(clock.now.getTime() + 1000)
    expect(await refusal(await follow(service, new URL(other).hash.slice(1)))).toEqual(ENDED)
  })

  test('ends with its key', async () => {
    const { clock, service, record, token } = await serviceWithLink()
    await service.keys.revoke(record.id, clock.now)
    expect(await refusal(await follow(service, token))).toEqual(ENDED)
  })

  test('is no key and no session, and neither of them is a link', async () => {
    const { service, token } = await serviceWithLink()
    const cookie = await cookieOf(service)
    expect((await signIn(service, token)).status).toBe(401)
    expect(await statusOfSpeech(service, { authorization: `Bearer ${token}` })).toBe(401)
    expect((await readSession(service, `hoarfrost=${token}`)).status).toBe(401)
    for (const link of [TEST_KEY, cookie.split('=')[1], '']) expect((await follow(service, link)).status).not.toBe(204)
    expect((await readSession(service, cookie)).status).toBe(200)
    expect((await follow(service, token)).status).toBe(204)
  })

  test('that is wrong counts among the ten tries of a minute', async () => {
    const { service, token } = await serviceWithLink()
    for (let i = 0; i < 10; i++) expect(await refusal(await follow(service, `hfl_${i}`))).toEqual(ENDED)
    expect((await follow(service, token)).status).toBe(429)
    expect((await signIn(service, TEST_KEY)).status).toBe(429)
  })

  test('cannot be followed by a page of another origin, and is good afterwards', async () => {
    const { service, token } = await serviceWithLink()
    expect((await follow(service, token, { origin: 'http://evil.example' })).status).toBe(403)
    expect((await follow(service, token)).status).toBe(204)
  })

  test.each([
    [{}, 'key is required'],
    [{ link: 7 }, 'link must be a string'],
    [{ key: TEST_KEY, link: 'hfl_x' }, 'give key or link, not both'],
  ])('in the body %j is refused: %s', async (body, message) => {
    const { url } = await startTestService()
    const answer = await fetch(`${url}/dashboard/session`, { method: 'POST', body: JSON.stringify(body) })
    const { error } = (await answer.json()) as { error: { message: string } }
    expect([answer.status, error.message]).toEqual([400, message])
  })

  test('is neither logged nor stored as it is', async () => {
    const { service, token } = await serviceWithLink()
    await follow(service, token)
    await follow(service, token)
    expect(service.log).toHaveLength(2)
    expect(service.log.join('')).not.toContain(token.slice(-20))
    expect(await service.sessions.find(token)).toBeUndefined()
  })
})
