import { once } from 'node:events'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createKey } from '../../src/app/keys/manage-keys.ts'
import { startTestService, TEST_KEY, type TestService } from './test-service.ts'

const BODY = { text: 'Hello.', speaker: 'luna', modelId: 'coda' }
const TERMS = { name: '', roles: ['synthesis'], expiresAt: null, maxConcurrent: null } as const
const PAGE = 'https://app.example'

const ask = ({ url }: TestService, body: unknown = {}, credential = TEST_KEY) =>
  fetch(`${url}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

async function tokenOf(service: TestService, body: unknown = {}, key = TEST_KEY): Promise<string> {
  const answer = await ask(service, body, key)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { token: string }).token
}

/** Status and text of a request for speech. */
async function speak(service: TestService, credential: string, body: object = {}, headers: object = {}) {
  const answer = await service.speech({ ...BODY, ...body }, { authorization: `Bearer ${credential}`, ...headers })
  return [answer.status, (await answer.text()).slice(0, 40)]
}

/** A socket as a browser opens it, or the status of its refusal. */
async function open({ url }: TestService, protocols: string[], headers: object = {}, speaker = 'luna') {
  const address = `${url.replace('http', 'ws')}/ws3?speaker=${speaker}&modelId=coda`
  const socket = new WebSocket(address, protocols, { headers: { ...headers } })
  onTestFinished(() => socket.terminate())
  const refused = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => resolve(0))
  })
  const status = await Promise.race([once(socket, 'open').then(() => 101), refused])
  return { socket, status }
}

describe('O: a token', () => {
  test('speaks like its key for ten minutes, and is not to be cached', async () => {
    let now = new Date('2026-03-01T12:00:00Z')
    const service = await startTestService({ clock: () => now })
    const answer = await ask(service, '')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store'])
    const { token, expiresAt } = (await answer.json()) as { token: string; expiresAt: string }
    expect(expiresAt).toBe('2026-03-01T12:10:00.000Z')
    expect((await speak(service, token))[0]).toBe(200)
    now = new Date('2026-03-01T12:09:59.999Z')
    expect((await speak(service, token))[0]).toBe(200)
    now = new Date('2026-03-01T12:10:00Z')
    expect(await speak(service, token)).toEqual([401, 'invalid api key'])
  })

  test.each([
    [{ expiresIn: 0 }, 'expiresIn must be between 1 and 3600'],
    [{ expiresIn: 3601 }, 'expiresIn must be between 1 and 3600'],
    [{ expiresIn: '60' }, 'expiresIn must be an integer'],
    [{ speaker: 'nobody' }, 'Speaker not found'],
    [{ origin: 'app.example' }, 'origin must be an origin such as https://app.example.com'],
    [{ origin: `${PAGE}/path` }, 'origin must be an origin such as https://app.example.com'],
    ['{', 'request body is not valid JSON'],
  ])('is not made from %j', async (body, text) => {
    const service = await startTestService()
    const answer = await ask(service, body)
    expect([answer.status, await answer.text()]).toEqual([400, text])
  })

  test('is made by a key with the role synthesis only, and not by a token', async () => {
    const service = await startTestService()
    const { key } = await createKey(service.keys, { ...TERMS, roles: ['admin'] }, new Date())
    expect((await ask(service, {}, key)).status).toBe(403)
    expect((await ask(service, {}, 'wrong')).status).toBe(401)
    expect((await ask(service, {}, await tokenOf(service))).status).toBe(403)
  })

  test('does not have the role admin, although its key does', async () => {
    const service = await startTestService()
    const answer = await fetch(`${service.url}/v1/dictionary/words/nginx`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${await tokenOf(service)}` },
      body: JSON.stringify({ pronunciation: 'engine x' }),
    })
    expect([answer.status, await answer.text()]).toEqual([403, 'access forbidden'])
  })

  test('is valid on every server that has its key, also after a restart', async () => {
    const [one, two] = [await startTestService(), await startTestService()]
    expect((await speak(two, await tokenOf(one)))[0]).toBe(200)
  })

  test('ends with its key: requests are refused and sockets closed', async () => {
    let nowMs = Date.now()
    const service = await startTestService({ clock: () => new Date(nowMs) })
    const { key, record } = await createKey(service.keys, TERMS, new Date())
    const token = await tokenOf(service, {}, key)
    const { socket } = await open(service, [token])
    const closed = once(socket, 'close')
    await service.keys.revoke(record.id, new Date())
    nowMs += 1000
    expect(await speak(service, token)).toEqual([401, 'invalid api key'])
    const [code, reason] = await closed
    expect([code, String(reason)]).toEqual([1008, 'invalid api key'])
  })

  test('counts towards the limit of its key', async () => {
    const service = await startTestService()
    const { key } = await createKey(service.keys, { ...TERMS, maxConcurrent: 1 }, new Date())
    const token = await tokenOf(service, {}, key)
    const { status } = await open(service, [token])
    expect(status).toBe(101)
    expect(await speak(service, key)).toEqual([429, 'Too many requests'])
  })

  test('sends no requests for words of the dictionary, which outlast it, and sees none', async () => {
    const service = await startTestService()
    const headers = { authorization: `Bearer ${await tokenOf(service)}` }
    const url = `${service.url}/v1/dictionary/requests`
    const body = JSON.stringify({ word: 'blorf', pronunciation: 'b l ao r f' })
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(403)
    expect((await fetch(url, { headers })).status).toBe(403)
  })

  test.each(['/v1/speak', '/v1/text-to-speech/luna/stream-input', '/coda/ws'])(
    'opens the socket %s as a subprotocol',
    async (path) => {
      const service = await startTestService()
      const socket = new WebSocket(service.url.replace('http', 'ws') + path, [await tokenOf(service)])
      onTestFinished(() => socket.terminate())
      await once(socket, 'open')
    },
  )

  test('for one speaker is refused another one, in any protocol', async () => {
    const service = await startTestService()
    const token = await tokenOf(service, { speaker: 'Luna' })
    expect((await speak(service, token))[0]).toBe(200)
    expect(await speak(service, token, { speaker: 'orion' })).toEqual([403, 'access forbidden'])
    expect(await speak(service, token, { lang: 'jpn' })).toEqual([403, 'access forbidden']) // a stand-in would speak
    expect((await open(service, [token])).status).toBe(101)
    expect((await open(service, [token], {}, 'orion')).status).toBe(403)
    const openai = (voice: string) =>
      fetch(`${service.url}/v1/audio/speech`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ model: 'tts-1', input: 'Hello.', voice }),
      })
    expect((await openai('marin')).status).toBe(200) // luna's name there
    expect((await openai('onyx')).status).toBe(403)
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).status
    }
    expect(await post('/v1/speak?model=orion', { text: 'Hello.' })).toBe(403)
    const message = { type: 'voice-request', text: 'Hello.', sampleRate: 24_000 }
    expect(await post('/vapi/synthesize?speaker=orion', { message })).toBe(403)
    expect(await post('/jambonz/synthesize', { type: 'text', text: 'Hello.', voice: 'orion', language: 'en' })).toBe(
      403,
    )
    expect(service.spoken.map(({ voice }) => voice.speaker)).toEqual(['luna', 'luna'])
  })

  test('for one origin is refused on other pages and outside of browsers', async () => {
    const service = await startTestService()
    const token = await tokenOf(service, { origin: 'HTTPS://App.example:443/' })
    expect((await speak(service, token, {}, { origin: PAGE }))[0]).toBe(200)
    expect((await open(service, [token], { origin: PAGE })).status).toBe(101)
    for (const headers of [{}, { origin: 'https://other.example' }]) {
      expect(await speak(service, token, {}, headers)).toEqual([403, 'access forbidden'])
      expect((await open(service, [token], headers)).status).toBe(403)
    }
  })

  test('is selected as the subprotocol, so that browsers open the socket', async () => {
    const service = await startTestService()
    const token = await tokenOf(service)
    const { socket, status } = await open(service, ['chat', token])
    expect([status, socket.protocol]).toEqual([101, token])
  })

  test('is not read from a URL, and a key is not read from a subprotocol', async () => {
    const service = await startTestService()
    const token = await tokenOf(service)
    expect((await open(service, [TEST_KEY])).status).toBe(401)
    const { url } = service
    for (const name of ['token', 'apikey', 'authorization']) {
      expect((await fetch(`${url}/ws3?speaker=luna&${name}=${token}`)).status).toBe(401)
    }
  })

  test('reaches no log', async () => {
    const service = await startTestService()
    const token = await tokenOf(service)
    await speak(service, token)
    const { socket } = await open(service, [token])
    const closed = once(socket, 'close')
    socket.close()
    await closed
    await expect.poll(() => service.log).toHaveLength(3)
    expect(service.log.join('\n')).not.toContain(token.slice(0, 12))
  })

  test('is refused with U+0000 in the id of its key', async () => {
    const claims = Buffer.from(JSON.stringify({ key: 'a\0', expires: Date.now() + 60_000 })).toString('base64url')
    const forged = `hft_${claims}.${'A'.repeat(43)}`
    expect(await speak(await startTestService(), forged)).toEqual([401, 'invalid api key'])
  })

  test('is refused after any change', async () => {
    const service = await startTestService()
    const token = await tokenOf(service, { speaker: 'luna' })
    const changed = fc.oneof(
      fc
        .tuple(fc.nat(token.length - 1), fc.constantFrom(...'abcXYZ019-_.'))
        .map(([at, character]) => token.slice(0, at) + character + token.slice(at + 1)),
      fc.nat(token.length - 1).map((length) => token.slice(0, length)),
      fc.string({ maxLength: 3 }).map((more) => token + more),
      fc.string().map((rest) => `hft_${Buffer.from(rest).toString('base64url')}.${'A'.repeat(43)}`),
    )
    // The last character of a signature holds two bits that mean nothing.
    const bytesOf = (text: string) => Buffer.from(text.split('.')[1] ?? '', 'base64url').toString('hex')
    await fc.assert(
      fc.asyncProperty(changed, async (other) => {
        fc.pre(other.trim() !== token)
        fc.pre(other.split('.')[0] !== token.split('.')[0] || bytesOf(other) !== bytesOf(token))
        fc.pre(/^[!-~]+$/.test(other))
        expect((await speak(service, other))[0]).toBe(401)
      }),
      { numRuns: 100 },
    )
  })
})

test('O: a token lists what is public, like its key', async () => {
  const service = await startTestService({})
  const headers = { authorization: `Bearer ${await tokenOf(service)}` }
  expect((await fetch(`${service.url}/v1/models`, { headers })).status).toBe(200)
})
