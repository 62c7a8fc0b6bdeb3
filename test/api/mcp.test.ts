import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createKey } from '../../src/app/keys/manage-keys.ts'
import { SpeechError } from '../../src/core/errors.ts'
import { Samples } from '../../src/core/samples.ts'
import {
  shareTestService,
  startTestService,
  TEST_KEY,
  type TestService,
  type TestServiceOptions,
} from './test-service.ts'

const TOOLS = [
  'check_dictionary',
  'generate_integration',
  'get_voice_details',
  'list_voices',
  'normalize_text',
  'synthesize_speech',
]
const NEED_KEYS = ['check_dictionary', 'normalize_text', 'synthesize_speech']
const PAGE = 'https://app.example'

/** The official client, connected. */
async function connect(service: TestService, headers: Record<string, string> = AUTHORIZED) {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return async (name: string, args: Record<string, unknown> = {}) => {
    const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args })
    return { isError, content: content as Content[], structured: structuredContent as Record<string, unknown>, client }
  }
}

interface Content {
  readonly type: string
  readonly text?: string
  readonly data?: string
  readonly mimeType?: string
}

const AUTHORIZED = { authorization: `Bearer ${TEST_KEY}` }

const sharedService = shareTestService()

async function start(options: TestServiceOptions = {}) {
  const service = await startTestService(options)
  return { service, call: await connect(service) }
}

async function startShared() {
  const service = await sharedService()
  return { service, call: await connect(service) }
}

/** A request as a client of an older revision writes it; the answer's only message. */
async function post(service: TestService, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      ...AUTHORIZED,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text
  return { status: answer.status, body: json === '' ? undefined : JSON.parse(json), headers: answer.headers }
}

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })

describe('MCP over HTTP', () => {
  test('offers its tools, each with schemas', async () => {
    const service = await sharedService()
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers: AUTHORIZED } }),
    )
    onTestFinished(() => client.close())
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(TOOLS)
    for (const tool of tools) {
      expect(tool).toMatchObject({ inputSchema: { type: 'object' }, outputSchema: { type: 'object' } })
      expect(tool.description).toMatch(/\.$/)
    }
    expect(client.getServerVersion()).toMatchObject({ name: 'hoarfrost', version: expect.stringMatching(/^\d+\.\d+/) })
  })

  test('serves clients of older revisions, without a session', async () => {
    const service = await sharedService()
    const initialize = rpc('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    })
    const { body, headers } = await post(service, initialize)
    expect(body.result).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'hoarfrost' } })
    expect(headers.get('mcp-session-id')).toBeNull()
    const list = await post(service, rpc('tools/list'), { 'mcp-protocol-version': '2025-06-18' })
    expect(list.body.result.tools.map(({ name }: { name: string }) => name).sort()).toEqual(TOOLS)
  })

  test.each([
    ['mp3', 'audio/mpeg', /^(?:fff|494433)/],
    ['wav', 'audio/wav', /^52494646/],
  ])('speaks a text as %s behind a URL that needs no key', async (format, type, begin) => {
    const { service, call } = await start()
    const text = 'One two three.'
    const { content, structured } = await call('synthesize_speech', { text, format })
    const { audioUrl, seconds, ...others } = structured as { audioUrl: string; seconds: number }
    expect(others).toEqual({ speaker: 'luna', modelId: 'coda', format })
    expect(seconds).toBeCloseTo(0.3, 1)
    expect(content).toEqual([{ type: 'text', text: `Spoken 0.3 s by luna: ${audioUrl}` }])
    expect(audioUrl).toMatch(new RegExp(`^${service.url}/mcp/audio/[\\w-]{22}\\.${format}$`))
    const answer = await fetch(audioUrl)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect(Buffer.from(await answer.arrayBuffer()).toString('hex')).toMatch(begin)
    expect(service.log.join()).not.toContain(text)
    const line = service.log.map((each) => JSON.parse(each)).find(({ route, model }) => route === '/mcp' && model)
    expect(line).toMatchObject({ characters: text.length, audioSeconds: 0.3 })
  })

  test('a WAV file has its length in its header', async () => {
    const { call } = await startShared()
    const { structured } = await call('synthesize_speech', { text: 'One.', format: 'wav' })
    const bytes = Buffer.from(await (await fetch(structured.audioUrl as string)).arrayBuffer())
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
    expect(bytes.readUInt32LE(40)).toBe(0.1 * 48_000)
  })

  test('tells that audio which is too large for a link is, instead of a URL that leads nowhere', async () => {
    const { call } = await start({
      async *speak() {
        for (let i = 0; i < 30; i++) yield { kind: 'audio', samples: new Samples(new Int16Array(2 ** 20)) }
      },
    })
    expect((await call('synthesize_speech', { text: 'One.', format: 'wav' })).isError).toBe(false)
    const large = await start({
      async *speak() {
        for (let i = 0; i < 33; i++) yield { kind: 'audio', samples: new Samples(new Int16Array(2 ** 20)) }
      },
    })
    const { isError, content } = await large.call('synthesize_speech', { text: 'One.', format: 'wav' })
    expect([isError, content[0]?.text]).toEqual([
      true,
      'the audio takes more than 64 MiB; speak a shorter text, or choose the format mp3',
    ])
  })

  test('what a client sends reaches no line of the log, also if it is invalid', async () => {
    const { service } = await start()
    for (const message of [
      rpc('tools/call', { name: 'synthesize_speech', arguments: 'Secretword' }),
      rpc('tools/call', { name: 'synthesize_speech', arguments: { text: 'Secretword', speed: 'Secretword' } }),
      rpc('tools/call', { name: ['Secretword'], arguments: { text: 'Secretword' } }),
      { jsonrpc: '1.0', id: 1, method: 'Secretword' },
      { jsonrpc: '2.0', id: { Secretword: 1 }, method: 'Secretword' },
    ]) {
      await post(service, message)
    }
    expect(service.log.join()).not.toContain('Secretword')
  })

  test('returns the audio itself only where it is asked for', async () => {
    const { call } = await startShared()
    const { content, structured } = await call('synthesize_speech', { text: 'One.', include_audio: true })
    expect(content.map(({ type }) => type)).toEqual(['text', 'audio'])
    expect(content[1]?.mimeType).toBe('audio/mpeg')
    const fetched = Buffer.from(await (await fetch(structured.audioUrl as string)).arrayBuffer())
    expect(Buffer.from(content[1]?.data ?? '', 'base64')).toEqual(fetched)
  })

  test('speaks with the speaker, model, language and speed that are asked for', async () => {
    const { service, call } = await startShared()
    await call('synthesize_speech', { text: 'Uno.', speaker: 'orion', modelId: 'mistv2', lang: 'eng', speed: 2 })
    expect(service.spoken[0]).toMatchObject({ model: 'mistv2', language: 'eng', rate: 2 })
  })

  const NOTHING = [null, '', ' ']

  test.each(NOTHING)('takes %j for nothing in every field that may be left out', async (nothing) => {
    const { service, call } = await startShared()
    const empty = { speaker: nothing, modelId: nothing, lang: nothing, speed: nothing, format: nothing }
    const { isError, structured } = await call('synthesize_speech', { text: 'One.', ...empty, include_audio: nothing })
    expect([isError, structured]).toEqual([
      false,
      expect.objectContaining({ speaker: 'luna', modelId: 'coda', format: 'mp3' }),
    ])
    expect(service.spoken).toMatchObject([{ model: 'coda', language: 'eng', rate: 1 }])
    const all = (await call('list_voices', {})).structured
    expect((await call('list_voices', { language: nothing, model: nothing, gender: nothing })).structured).toEqual(all)
    const { structured: read } = await call('normalize_text', { text: '5 €', lang: nothing })
    expect(read).toEqual({ normalized: 'five euros' })
    const code = await call('generate_integration', { client: 'livekit', speaker: nothing })
    expect(code.isError).toBe(false)
  })

  test.each(NOTHING)('misses what is required where it is %j', async (nothing) => {
    const { service, call } = await startShared()
    for (const [tool, field] of [
      ['synthesize_speech', 'text'],
      ['normalize_text', 'text'],
      ['get_voice_details', 'speaker'],
      ['generate_integration', 'client'],
    ] as const) {
      if (nothing === ' ' && field === 'text') continue // a text of blanks is one
      const { isError, content } = await call(tool, { [field]: nothing })
      expect([tool, isError, content[0]?.text]).toEqual([tool, true, expect.stringContaining(field)])
    }
    expect(service.spoken).toEqual([])
  })

  test.each([
    [{ text: 'x'.repeat(2001) }, /2000/],
    [{ text: '' }, /text/],
    [{}, /text/],
    [{ text: 'a', speed: 9 }, /speed/],
    [{ text: 'a', format: 'aac' }, /format/],
    [{ text: 'a', speaker: 'nobody' }, /^Speaker not found$/],
    [{ text: 'a', lang: 'tlh' }, /^Language tlh is not supported/],
  ])('refuses %j in words, and speaks nothing', async (args, words) => {
    const { service, call } = await startShared()
    const { isError, content } = await call('synthesize_speech', args)
    expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(words)])
    expect(service.spoken).toHaveLength(0)
  })

  test('tells that the service is full, and keeps internal errors to itself', async () => {
    const failing = (error: Error) => ({
      speak: () => {
        throw error
      },
    })
    const full = await start(failing(new SpeechError('pool.overloaded', 'secret')))
    expect((await full.call('synthesize_speech', { text: 'a' })).content[0]?.text).toBe('service unavailable')
    const broken = await start(failing(new Error('secret')))
    const { isError, content } = await broken.call('synthesize_speech', { text: 'a' })
    expect([isError, content[0]?.text]).toEqual([true, 'internal error'])
    expect(broken.service.log.join()).toContain('secret')
  })

  test('lists voices by language, model and gender', async () => {
    const { call } = await startShared()
    const { content, structured } = await call('list_voices', { language: 'es-MX', model: 'coda', gender: 'FEMALE' })
    const voices = structured.voices as { speaker: string; lang: string; modelId: string; gender: string }[]
    expect(voices.length).toBeGreaterThan(5)
    expect(voices.every((voice) => voice.lang === 'spa' && voice.modelId === 'coda' && voice.gender === 'Female')).toBe(
      true,
    )
    expect(content[0]?.text).toBe(`coda, spa, Female: ${voices.map(({ speaker }) => speaker).join(' ')}`)
    expect((await call('list_voices', { gender: 'robot' })).content[0]?.text).toBe('No voice matches.')
    expect((await call('list_voices', { language: 'tlh' })).isError).toBe(true)
    expect(((await call('list_voices')).structured.voices as unknown[]).length).toBe(689)
  })

  test('describes a voice, normalizes, checks words and writes integrations', async () => {
    const { service, call } = await startShared()
    const { structured } = await call('get_voice_details', { speaker: 'Luna' })
    expect(structured.voices).toContainEqual(expect.objectContaining({ speaker: 'luna', modelId: 'coda', lang: 'eng' }))
    expect((await call('get_voice_details', { speaker: 'nobody' })).isError).toBe(true)
    expect((await call('normalize_text', { text: 'It is 5 pm.' })).structured.normalized).toMatch(/^It is five p ?m/i)
    const spanish = await call('normalize_text', { text: 'Son 1.500 €.', lang: 'es' })
    expect(spanish.structured.normalized).toBe('Son mil quinientos euros.')
    expect((await call('normalize_text', { text: 'qa', lang: 'tlh' })).isError).toBe(true)
    expect((await call('check_dictionary', { text: 'hello blorbify' })).structured).toEqual({ missing: ['blorbify'] })
    for (const client of ['livekit', 'pipecat', 'openai', 'curl']) {
      const { code } = (await call('generate_integration', { client, speaker: 'orion' })).structured
      expect(code).toContain(service.url.replace('http', ''))
      expect(code).toContain('orion')
    }
  })

  test('without a key lists voices, and says of other tools how a key is sent', async () => {
    const service = await sharedService()
    const call = await connect(service, {})
    expect((await call('list_voices', { model: 'coda' })).isError).toBe(false)
    expect((await call('generate_integration', { client: 'curl' })).isError).toBe(false)
    for (const name of NEED_KEYS) {
      const { isError, content } = await call(name, { text: 'hello' })
      expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining('Authorization: Bearer YOUR_KEY')])
    }
    expect(service.spoken).toHaveLength(0)
  })

  test.each(['Bearer wrong', 'Basic abc', 'Bearer '])('refuses %j with 401', async (authorization) => {
    const service = await sharedService()
    const { status, body } = await post(service, rpc('tools/list'), { authorization })
    expect([status, body]).toEqual([
      401,
      { jsonrpc: '2.0', error: { code: -32000, message: expect.any(String) }, id: null },
    ])
  })

  test('refuses a key without the role, and another speaker than that of a token', async () => {
    const service = await startTestService()
    const terms = { name: '', roles: ['admin'], expiresAt: null, maxConcurrent: null } as const
    const { key } = await createKey(service.keys, terms, new Date())
    expect((await post(service, rpc('tools/list'), { authorization: `Bearer ${key}` })).status).toBe(403)
    const made = await fetch(`${service.url}/v1/tokens`, {
      method: 'POST',
      headers: AUTHORIZED,
      body: JSON.stringify({ speaker: 'luna' }),
    })
    const { token } = (await made.json()) as { token: string }
    const call = await connect(service, { authorization: `Bearer ${token}` })
    expect((await call('synthesize_speech', { text: 'a' })).isError).toBe(false)
    const { isError, content } = await call('synthesize_speech', { text: 'a', speaker: 'orion' })
    expect([isError, content[0]?.text]).toEqual([true, 'access forbidden'])
  })

  test.each([
    [PAGE, 200],
    ['http://localhost:6274', 200],
    ['http://127.0.0.1', 200],
    ['https://stranger.example', 403],
    ['https://localhost.stranger.example', 403],
    ['null', 403],
  ])('a page of %s gets %i, because its host name may have been rebound', async (origin, status) => {
    const service = await startTestService({ corsOrigins: [PAGE] })
    expect((await post(service, rpc('tools/list'), { origin })).status).toBe(status)
  })

  test.each([
    ['{', 400],
    ['', 400],
    ['7', 400],
    ['[]', 400],
    [JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }]), 400],
    [JSON.stringify(rpc('nonsense')), 200],
    [`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${'x'.repeat(2 ** 20)}"}}`, 413],
  ])('answers %#: a body that is no request with an error of JSON-RPC', async (sent, status) => {
    const service = await sharedService()
    const { status: got, body } = await post(service, sent)
    expect([got, body]).toMatchObject([status, { jsonrpc: '2.0', error: { code: expect.any(Number) } }])
  })

  test('refuses a text that the model does not speak over HTTP either', async () => {
    const { call } = await startShared()
    const { isError, content } = await call('synthesize_speech', { text: 'Hm. '.repeat(200), modelId: 'mistv3' })
    expect([isError, content[0]?.text]).toEqual([true, 'text is too long'])
  })

  test('has neither sessions nor streams of events', async () => {
    const service = await sharedService()
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(`${service.url}/mcp`, { method, headers: AUTHORIZED })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    }
    expect((await fetch(`${service.url}/mcp/audio/nothing.mp3`)).status).toBe(404)
  })

  test('a Host header that is none is refused', async () => {
    const { url } = await sharedService()
    const { request } = await import('node:http')
    const status = await new Promise((resolve) => {
      const headers = { host: 'a b', 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const sent = request(`${url}/mcp`, { method: 'POST', headers }, (answer) => resolve(answer.statusCode))
      sent.end(JSON.stringify(rpc('tools/list')))
    })
    expect(status).toBe(400)
  })
})
