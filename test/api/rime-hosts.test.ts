import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { TextToSpeech } from '../../src/protocols/rime-messages/text-to-speech_pb.ts'
import { failure, openGrpc } from './grpc-client.ts'
import { shareTestService, TEST_KEY, type TestService } from './test-service.ts'
import { openV1 } from './v1-client.ts'

const start = shareTestService()
const AUTHORIZATION = `Bearer ${TEST_KEY}`

/** A request with any `Host`, which `fetch` would replace. */
async function post(
  { port }: TestService,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = { authorization: AUTHORIZATION },
) {
  const request = requestHttp({ port, path, method: 'POST', headers })
  request.end(JSON.stringify(body))
  const [response] = await once(request, 'response')
  const bytes = await buffer(response)
  return { status: response.statusCode, headers: response.headers, text: bytes.toString('latin1') }
}

describe('T-2: POST / is POST /v1/rime-tts with the model of the host', () => {
  const BODY = { text: 'Hi.', speaker: 'astra' }

  test.each([
    ['localhost:8000', {}, 'coda'],
    ['coda.example.com', {}, 'coda'],
    ['mist.example.com:443', {}, 'mistv3'],
    ['MISTV2.example.com', {}, 'mistv2'],
    ['mistral.example.com', {}, 'coda'],
    ['127.0.0.1:8000', {}, 'coda'],
    ['mist.example.com', { modelId: 'coda' }, 'coda'],
    ['mist.example.com', { modelId: '' }, 'mistv3'],
    ['coda.example.com', { modelId: 'nothing known' }, 'mistv3'],
    ['coda.example.com', { modelId: null }, 'coda'],
  ])('at %s with %j: %s', async (host, fields, model) => {
    const service = await start()
    const headers = { authorization: AUTHORIZATION, host, accept: 'audio/wav' }
    const answer = await post(service, '/', { ...BODY, ...fields }, headers)
    expect([answer.status, answer.headers['content-type'], answer.text.slice(0, 4)]).toEqual([200, 'audio/wav', 'RIFF'])
    expect(answer.headers['x-request-id']).toBeUndefined() // S-model-4
    expect(service.spoken.map((each) => each.model)).toEqual([model])
  })

  test('checks keys and bodies as that does, and GET / stays the index', async () => {
    const service = await start()
    expect(await post(service, '/', BODY, {})).toMatchObject({ status: 401, text: 'Missing Authorization header' })
    expect(await post(service, '/', { text: 'Hi.' })).toMatchObject({ status: 400, text: 'speaker is required' })
    const refused = await post(service, '/', { ...BODY, speaker: 'nobody-at-all' })
    expect([refused.status, refused.text, refused.headers['x-request-id']]).toEqual([
      400,
      'Speaker not found',
      undefined,
    ])
    const index = await fetch(`${service.url}/`)
    expect([((await index.json()) as { name: string }).name, index.headers.has('x-request-id')]).toEqual([
      'hoarfrost',
      true,
    ])
    const put = await fetch(`${service.url}/`, { method: 'PUT' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD'])
    await post(service, '/v1/rime-tts', BODY, { authorization: AUTHORIZATION, host: 'coda.example.com' })
    expect(service.spoken.map(({ model }) => model)).toEqual(['mistv3']) // S-model-1
  })
})

describe('T-3: the host has the model of /ws with v1', () => {
  test.each([
    ['/ws', 'coda.example.com', 'coda'],
    ['/ws', 'mistv2.example.com', 'mistv2'],
    ['/ws', 'tts.example.com', 'mistv3'],
    ['/ws?modelId=mistv2', 'coda.example.com', 'mistv2'],
    ['/ws?modelId=', 'coda.example.com', 'coda'],
    ['/mist/ws', 'coda.example.com', 'mistv3'],
  ])('%s at %s: %s', async (path, host, model) => {
    const service = await start()
    const client = await openV1(service, { path, headers: { authorization: AUTHORIZATION, host } })
    client.send({ contextId: 'a', start: { text: 'Hi.', speaker: 'astra' } })
    await client.finished('a')
    expect(service.spoken.map((each) => each.model)).toEqual([model])
  })
})

describe('O: HOARFROST_API_KEY_HEADER', () => {
  const withHeader = shareTestService({ apiKeyHeader: 'x-my-key' })
  const BODY = { text: 'Hi.', speaker: 'luna' }
  const PLATFORM = { authorization: 'Bearer of-the-platform' }

  test.each([
    [{ 'x-my-key': TEST_KEY }, 200],
    [{ 'X-My-Key': ` ${AUTHORIZATION} ` }, 200],
    [{ 'x-my-key': TEST_KEY, ...PLATFORM }, 200],
    [{ authorization: AUTHORIZATION }, 200],
    [{ 'x-my-key': '', authorization: AUTHORIZATION }, 200],
    [{ 'x-my-key': 'wrong', authorization: AUTHORIZATION }, 401],
    [PLATFORM, 401],
    [{}, 401],
  ])('%j is answered with %i over HTTP', async (headers, status) => {
    const service = await withHeader()
    expect((await post(service, '/v1/rime-tts', BODY, headers as Record<string, string>)).status).toBe(status)
    expect(service.log.join('')).not.toContain(TEST_KEY)
  })

  test('counts for upgrades, gRPC and every protocol, and not where it is not set', async () => {
    const service = await withHeader()
    const headers = { 'x-my-key': TEST_KEY, ...PLATFORM }
    const openWith = async ({ url }: TestService) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws3?speaker=luna`, { headers })
      const [event] = await Promise.race([
        once(socket, 'open').then(() => ['open']),
        once(socket, 'unexpected-response').then(([, { statusCode }]) => [statusCode]),
      ])
      socket.on('error', () => {}).terminate()
      return event
    }
    const languages = (at: TestService) =>
      openGrpc(`127.0.0.1:${at.port}`, { headers }).unary(TextToSpeech.method.getSupportedLanguages, {})
    expect(await openWith(service)).toBe('open')
    expect((await languages(service)).languages).toContain('en')
    for (const path of ['/v1/speak?model=luna', '/v1/text-to-speech/luna']) {
      expect((await post(service, path, { text: 'Hi.' }, headers)).status, path).toBe(200)
    }
    const other = await start()
    expect(await openWith(other)).toBe(401)
    expect(await failure(languages(other))).toEqual([16, 'invalid api key'])
  })
})

test('§1: X-Rime-Api-Key is a key on /mcp, and /health says that the license is valid', async () => {
  const service = await start()
  const call = (headers: Readonly<Record<string, string>>) =>
    post(
      service,
      '/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'normalize_text', arguments: { text: '2 cats' } },
      },
      { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    )
  const good = await call({ 'x-rime-api-key': TEST_KEY })
  expect([good.status, good.text]).toEqual([200, expect.stringContaining('two cats')])
  expect((await call({ 'x-rime-api-key': 'wrong' })).status).toBe(401)
  expect((await call({ 'x-rime-api-key': 'wrong', authorization: AUTHORIZATION })).text).toContain('two cats')
  expect((await call({})).text).not.toContain('two cats')
  expect(await (await fetch(`${service.url}/health`)).json()).toMatchObject({ licenseStatus: 'valid' })
})
