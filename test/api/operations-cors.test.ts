import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { failWith } from './failing-speech.ts'
import { shareTestService, startTestService, TEST_KEY } from './test-service.ts'

const BODY = { text: 'Hello.', speaker: 'luna', modelId: 'coda' }
const [APP, OTHER, STRANGER] = ['https://app.example', 'http://localhost:5173', 'https://stranger.example']
const corsOrigins = [APP, OTHER]
const sharedWithOrigins = shareTestService({ corsOrigins })
const EXPOSED =
  'Accept-Encoding, Accept-Ranges, Allow, Content-Disposition, Content-Range, DG-Error, DG-Request-Id, ETag, Link, Location, Retry-After, WWW-Authenticate, X-Request-Id, X-Total-Count'

const corsOf = ({ headers }: Response) => ({
  origin: headers.get('access-control-allow-origin'),
  vary: headers.get('vary'),
  exposed: headers.get('access-control-expose-headers'),
})

describe('Keys and limits: CORS', () => {
  test('is for nobody where no origin is configured', async () => {
    const service = await startTestService()
    const preflight = await fetch(`${service.url}/v1/rime-tts`, {
      method: 'OPTIONS',
      headers: { origin: APP, 'access-control-request-method': 'POST' },
    })
    const answers = [
      preflight,
      await service.speech(BODY, { origin: APP }),
      await fetch(`${service.url}/data/voices/all-v2.json`, { headers: { origin: APP } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([405, 200, 200])
    for (const answer of answers) {
      await answer.arrayBuffer()
      expect(corsOf(answer)).toEqual({ origin: null, vary: null, exposed: null })
    }
  })

  test.each([
    '/v1/rime-tts',
    '/textnorm',
    '/v1/dictionary/words/kubectl',
    '/data/voices/all-v2.json',
    '/livez',
    '/nowhere',
  ])('answers the preflight of %s without a key', async (path) => {
    const { url } = await startTestService({ corsOrigins })
    for (const origin of corsOrigins) {
      const headers = {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization, content-type',
      }
      const answer = await fetch(url + path, { method: 'OPTIONS', headers })
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect(corsOf(answer)).toMatchObject({ origin, vary: 'Origin, Access-Control-Request-Headers' })
      expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE')
      expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, content-type')
      expect(answer.headers.get('access-control-max-age')).toBe('7200')
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  test('names no other origin, in a preflight or an answer', async () => {
    const service = await startTestService({ corsOrigins })
    const preflight = await fetch(`${service.url}/v1/rime-tts`, {
      method: 'OPTIONS',
      headers: { origin: STRANGER, 'access-control-request-method': 'POST' },
    })
    expect(corsOf(preflight)).toMatchObject({ origin: null, vary: expect.stringContaining('Origin') })
    for (const origin of [STRANGER, 'null', `${APP}.evil.example`, 'https://app.example:8443']) {
      const answer = await service.speech(BODY, { origin })
      await answer.arrayBuffer()
      expect(corsOf(answer)).toMatchObject({ origin: null, vary: 'Origin' })
    }
  })

  test.each([
    ['streamed audio', 200, BODY, {}],
    ['JSON', 200, BODY, { accept: 'application/json' }],
    ['a wrong body', 400, { text: 5 }, {}],
    ['a wrong key', 401, BODY, { authorization: 'Bearer wrong' }],
    ['a wrong Accept', 406, BODY, { accept: 'audio/amr' }],
    ['a body too large', 413, { ...BODY, text: 'x'.repeat(20_000) }, {}],
  ])('is told in the answer to %s (%i)', async (_what, status, body, headers) => {
    const service = await startTestService({ corsOrigins, limits: { maxBodyBytes: 10_000 } })
    const answer = await service.speech(body, { origin: APP, ...headers })
    await answer.arrayBuffer()
    expect([answer.status, corsOf(answer)]).toEqual([status, { origin: APP, vary: 'Origin', exposed: EXPOSED }])
  })

  test.each([
    ['GET', '/nowhere', 404],
    ['GET', '/%zz', 404],
    ['GET', '/v1/rime-tts', 405],
    ['GET', '/data/voices/all-v2.json', 200],
    ['GET', '/health', 200],
    ['POST', '/textnorm', 401],
  ])('is told by %s %s (%i)', async (method, path, status) => {
    const { url } = await startTestService({ corsOrigins })
    const answer = await fetch(url + path, { method, headers: { origin: OTHER } })
    await answer.arrayBuffer()
    expect([answer.status, corsOf(answer)]).toEqual([status, { origin: OTHER, vary: 'Origin', exposed: EXPOSED }])
  })

  test('is told by an answer that fails before its audio, and by a server that drains', async () => {
    const service = await startTestService({
      corsOrigins,
      speak: failWith(new Error('no luck')),
    })
    const failed = await service.speech(BODY, { origin: APP })
    expect([failed.status, corsOf(failed).origin]).toEqual([500, APP])
    const socket = connect(service.port, '127.0.0.1')
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\nPOST /textnorm HTTP/1.1\r\nHost: x\r\n')
    await vi.waitFor(() => expect(service.log).toHaveLength(3))
    void service.close()
    socket.write(`Origin: ${APP}\r\nAuthorization: Bearer ${TEST_KEY}\r\nConnection: close\r\n\r\n`)
    expect(await readText(socket)).toMatch(
      /^HTTP\/1\.1 200 .*HTTP\/1\.1 503 .*\r\naccess-control-allow-origin: https:\/\/app\.example\r\n/s,
    )
  })

  test.each(['/v1/rime-tts', '/v1/audio/speech', '/v1/speak', '/v1/jobs', '/mcp', '/ws3', '/nowhere'])(
    'lets pages of the listed origins alone reach %s in a private network',
    async (path) => {
      const { url } = await sharedWithOrigins()
      const ask = async (origin: string, asked: Record<string, string>) => {
        const headers = { origin, 'access-control-request-method': 'POST', ...asked }
        const answer = await fetch(url + path, { method: 'OPTIONS', headers })
        return answer.headers.get('access-control-allow-private-network')
      }
      const asked = { 'access-control-request-private-network': 'true' }
      expect(await ask(APP, asked)).toBe('true')
      expect(await ask(OTHER, asked)).toBe('true')
      expect(await ask(APP, {})).toBeNull()
      expect(await ask(APP, { 'access-control-request-private-network': 'false' })).toBeNull()
      expect(await ask(STRANGER, asked)).toBeNull()
      expect(await ask('null', asked)).toBeNull()
    },
  )

  test.each(['/v1/dictionary/words', '/v1/usage'])('is named beside accept by Vary of %s', async (path) => {
    const { url } = await sharedWithOrigins()
    const answer = await fetch(url + path, { headers: { origin: APP, authorization: `Bearer ${TEST_KEY}` } })
    await answer.arrayBuffer()
    expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Origin, accept'])
  })

  test('is not what decides over WebSockets: an upgrade is judged by its key alone', async () => {
    const { url } = await startTestService({ corsOrigins })
    const answer = await fetch(`${url}/ws3?speaker=luna`, { headers: { origin: STRANGER } })
    expect([answer.status, await answer.text()]).toEqual([401, 'Missing Authorization header'])
  })
})
