import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createKey } from '../../src/app/keys/manage-keys.ts'
import { startTestService, TEST_KEY, type TestService } from './test-service.ts'

async function ask({ url }: TestService, method: string, path = '', body?: unknown, key = TEST_KEY) {
  const answer = await fetch(`${url}/v1/keys${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? '' : JSON.parse(text) }
}
const speaks = async (service: TestService, key: string) =>
  (await service.speech({ text: 'Hi.', speaker: 'luna' }, { authorization: `Bearer ${key}` })).status

describe('O: /v1/keys', () => {
  test('creates a key that is shown once and works at once', async () => {
    const service = await startTestService()
    const terms = { name: ' phone ', expiresAt: '2999-01-01T00:00:00+01:00', maxConcurrent: 2, limits: { sockets: 3 } }
    const { status, body } = await ask(service, 'POST', '', terms)
    expect([status, body]).toEqual([
      201,
      {
        key: expect.stringMatching(/^hf_/),
        id: expect.stringMatching(/^[\da-f]{12}$/),
        name: 'phone',
        roles: ['synthesis'],
        createdAt: expect.any(String),
        expiresAt: '2998-12-31T23:00:00.000Z',
        revokedAt: null,
        maxConcurrent: 2,
        limits: { sockets: 3 },
        lastUsedAt: null,
        state: 'active',
        isConfigured: false,
      },
    ])
    expect(await speaks(service, body.key)).toBe(200)
    const { key, ...record } = body
    const listed = JSON.stringify((await ask(service, 'GET')).body)
    expect(JSON.parse(listed).keys).toContainEqual({ ...record, lastUsedAt: expect.any(String) })
    expect(listed).not.toContain(key)
    expect(service.log.join('')).not.toContain(key)
  })

  test('rotates a key: another with the same terms, beside the old one for a while or in its place', async () => {
    const service = await startTestService()
    const rotate = (id: string, body: unknown = {}) => ask(service, 'POST', `/${id}/rotate`, body)
    const listed = async (id: string) =>
      (await ask(service, 'GET')).body.keys.find((key: { id: string }) => key.id === id)
    const terms = { name: 'phone', roles: ['synthesis'], expiresAt: '2999-01-01T00:00:00.000Z' }
    const limits = { maxConcurrent: 2, limits: { sockets: 3 } }
    const { body: first } = await ask(service, 'POST', '', { ...terms, ...limits })
    const { status, body: second } = await rotate(first.id, { overlapSeconds: 60 })
    expect([status, second]).toEqual([201, expect.objectContaining({ ...terms, ...limits, state: 'active' })])
    expect(second.id).not.toBe(first.id)
    expect([await speaks(service, first.key), await speaks(service, second.key)]).toEqual([200, 200])
    expect(Date.parse((await listed(first.id)).expiresAt)).toBeLessThanOrEqual(Date.now() + 60_000)
    const { body: third } = await rotate(second.id)
    expect([await speaks(service, second.key), await speaks(service, third.key)]).toEqual([401, 200])
    expect((await listed(second.id)).state).toBe('revoked')
    expect(await rotate(second.id)).toMatchObject({ status: 409, body: { error: { message: 'the key is revoked' } } })
    expect((await rotate('none')).status).toBe(404)
    expect((await rotate(third.id, { overlapSeconds: -1 })).status).toBe(400)
    // An overlap never makes the old key last longer than it did.
    const { body: brief } = await ask(service, 'POST', '', { name: 'brief', expiresAt: new Date(Date.now() + 50_000) })
    await rotate(brief.id, { overlapSeconds: 86_400 })
    expect((await listed(brief.id)).expiresAt).toBe(brief.expiresAt)
    expect(service.log.join('')).not.toContain(second.key)
  })

  test('changes what is named, removes what is null, and refuses the rest as a new key would be', async () => {
    const service = await startTestService()
    const terms = {
      name: 'phone',
      expiresAt: '2999-01-01T00:00:00Z',
      maxConcurrent: 2,
      limits: { sockets: 3, weight: 2 },
    }
    const { body: made } = await ask(service, 'POST', '', terms)
    const { key, ...record } = made
    const patch = (changes: unknown, id = record.id) => ask(service, 'PATCH', `/${id}`, changes)
    const changes = { name: ' desk ', maxConcurrent: null, limits: { sockets: null, requestsPerSecond: 9 } }
    const { lastUsedAt: _, ...changed } = (await patch(changes)).body
    expect(changed).toMatchObject({
      ...{ id: record.id, name: 'desk', roles: ['synthesis'], expiresAt: '2999-01-01T00:00:00.000Z' },
      ...{ maxConcurrent: null, limits: { weight: 2, requestsPerSecond: 9 } },
    })
    expect((await patch({ expiresAt: null, roles: ['admin', 'admin'] })).body).toMatchObject({
      expiresAt: null,
      roles: ['admin'],
    })
    expect((await patch({})).body).toMatchObject({ name: 'desk' })
    expect((await ask(service, 'GET')).body.keys).toContainEqual((await patch({})).body)
    for (const [body, message] of [
      [{ name: '' }, 'name must not be empty'],
      [{ name: null }, 'name must be a string'],
      [{ name: 'a\nb' }, 'name must not contain control characters'],
      [{ roles: [] }, 'roles must be a list of synthesis, admin'],
      [{ expiresAt: '2000-01-01T00:00:00Z' }, 'expiresAt must be in the future'],
      [{ maxConcurrent: 0 }, 'maxConcurrent must be between 1 and 1000000'],
      [{ limits: { sockets: 0 } }, 'sockets must be between 1 and 1000000000'],
      [{ limits: null }, expect.stringMatching(/^limits must be an object with /)],
    ]) {
      const { status, body: refusal } = await patch(body)
      expect([body, status, refusal.error.message]).toEqual([body, 400, message])
    }
    expect((await patch({ name: 'x' }, 'ffffffffffff')).status).toBe(404)
    expect((await ask(service, 'PATCH', `/${record.id}`, {}, key)).status).toBe(200) // it has the role admin now
    await ask(service, 'DELETE', `/${record.id}`)
    expect(await patch({ name: 'x' })).toMatchObject({
      status: 409,
      body: { error: { message: 'the key is revoked' } },
    })
  })

  test('tells when a key was used last, in the minute of its use', async () => {
    const service = await startTestService()
    const { key, id } = (await ask(service, 'POST', '', { name: 'phone' })).body
    const lastUse = async () =>
      (await ask(service, 'GET')).body.keys.find((each: { id: string }) => each.id === id).lastUsedAt
    expect(await lastUse()).toBeNull()
    expect(await speaks(service, key)).toBe(200)
    expect(await lastUse()).toMatch(/:00\.000Z$/)
  })

  test.each([
    ['requestsPerSecond', { text: 'Hi.', speaker: 'luna' }],
    ['charactersPerMinute', { text: 'H', speaker: 'luna' }],
  ])('holds a key to %s: 429 with Retry-After', async (limit, body) => {
    const service = await startTestService()
    const { key } = (await ask(service, 'POST', '', { name: 'trial', limits: { [limit]: 1 } })).body
    expect(await speaks(service, key)).toBe(200)
    const refused = await service.speech(body, { authorization: `Bearer ${key}` })
    expect([refused.status, await refused.text()]).toEqual([429, 'Too many requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  })

  test('refuses a further socket of a key in the words of its protocol, and a text beyond its characters', async () => {
    const service = await startTestService({ keyLimits: { charactersPerMinute: 10 } })
    const { key } = (await ask(service, 'POST', '', { name: 'trial', limits: { sockets: 1 } })).body
    const open = () =>
      new WebSocket(`${service.url.replace('http', 'ws')}/ws3?speaker=luna`, {
        headers: { authorization: `Bearer ${key}` },
      })
    const socket = open()
    await once(socket, 'open')
    const [, response] = await once(open(), 'unexpected-response')
    expect(response.statusCode).toBe(429)
    response.destroy()
    for (const text of ['Ten letters. ', 'And more. ']) socket.send(JSON.stringify({ text }))
    socket.send('{"operation":"flush"}')
    const [code, reason] = await once(socket, 'close')
    expect([code, String(reason)]).toEqual([1011, '429: Too many requests'])
  })

  test('revokes a key, which is refused at once with its sessions and tokens, and stays in the list', async () => {
    const now = new Date()
    const service = await startTestService({ clock: () => now })
    const { key, id } = (await ask(service, 'POST', '', { name: 'phone' })).body
    const signedIn = await fetch(`${service.url}/dashboard/session`, { method: 'POST', body: JSON.stringify({ key }) })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] as string
    const asSession = async () => (await fetch(`${service.url}/dashboard/session`, { headers: { cookie } })).status
    const made = await fetch(`${service.url}/v1/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    })
    const { token } = (await made.json()) as { readonly token: string }
    const statuses = async () => [await speaks(service, key), await speaks(service, token), await asSession()]
    expect(await statuses()).toEqual([200, 200, 200])
    expect((await ask(service, 'DELETE', `/${id}`)).status).toBe(204)
    expect(await statuses()).toEqual([401, 401, 401])
    const { keys } = (await ask(service, 'GET')).body
    expect(keys.find((each: { id: string }) => each.id === id).revokedAt).not.toBeNull()
    expect(await ask(service, 'DELETE', '/nobody')).toEqual({
      status: 404,
      body: { error: { message: 'no key has this id' } },
    })
  })

  test.each([
    [{}, 'name is required'],
    [{ name: ' ' }, 'name must not be empty'],
    [{ name: 'a\u0000b' }, 'name must not contain control characters'],
    [{ name: 'a\ud800' }, 'name must not contain U+0000 or half of a surrogate pair'],
    [{ name: 'x'.repeat(101) }, 'name is too long'],
    [{ name: 'x', roles: [] }, 'roles must be a list of synthesis, admin'],
    [{ name: 'x', roles: ['root'] }, 'roles must be a list of synthesis, admin'],
    [{ name: 'x', expiresAt: 'tomorrow' }, 'expiresAt must be a date and time in ISO 8601 with a time zone'],
    [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt must be in the future'],
    [{ name: 'x', maxConcurrent: 0 }, 'maxConcurrent must be between 1 and 1000000'],
  ])('refuses %j: %s', async (body, message) => {
    const service = await startTestService()
    expect(await ask(service, 'POST', '', body)).toEqual({ status: 400, body: { error: { message } } })
  })

  test('is for the role admin alone', async () => {
    const service = await startTestService()
    const terms = { name: '', roles: ['synthesis'], expiresAt: null, maxConcurrent: null } as const
    const { key, record } = await createKey(service.keys, terms, new Date())
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', `/${record.id}`],
    ] as const) {
      expect((await ask(service, method, path, undefined, key)).status).toBe(403)
    }
    expect(await speaks(service, key)).toBe(200)
  })
})
