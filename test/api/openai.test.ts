import OpenAI, { AuthenticationError, BadRequestError, NotFoundError } from 'openai'
import { expect, test } from 'vitest'
import { SpeechError } from '../../src/core/errors.ts'
import { OPENAI_VOICES } from '../../src/protocols/openai/voice-names.ts'
import { withoutTag } from '../without-tag.ts'
import { shareTestService, TEST_KEY, type TestServiceOptions } from './test-service.ts'

const SPOKEN = { model: 'tts-1', input: 'Hello.', voice: 'alloy' } as const

const startService = shareTestService()

async function connect(options?: TestServiceOptions) {
  const service = await startService(options)
  const client = (settings: { apiKey?: string } = {}) =>
    new OpenAI({ baseURL: `${service.url}/v1`, apiKey: TEST_KEY, maxRetries: 0, ...settings })
  const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${service.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { ...service, client, post }
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test.each([
  ['mp3', 'audio/mpeg', /^fff/],
  ['opus', 'audio/opus', /^4f676753/],
  ['flac', 'audio/flac', /^664c6143/],
  ['wav', 'audio/wav', /^52494646/],
  ['pcm', 'audio/pcm', /^/],
] as const)('the SDK receives %s', async (format, type, start) => {
  const { client } = await connect()
  const answer = await client().audio.speech.create({ ...SPOKEN, response_format: format })
  expect(answer.headers.get('content-type')).toBe(type)
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const bytes = withoutTag(await bytesOf(answer))
  expect(bytes.length).toBeGreaterThan(100)
  expect(bytes.toString('hex', 0, 8)).toMatch(start)
})

test('MP3 is the default, PCM has 24,000 samples per second whatever the model, and a rate may be chosen', async () => {
  const { post, spoken } = await connect()
  expect((await post(SPOKEN)).headers.get('content-type')).toBe('audio/mpeg')
  await (await post({ ...SPOKEN, model: 'mistv2', response_format: 'pcm' })).arrayBuffer()
  await (await post({ ...SPOKEN, response_format: 'pcm', sample_rate: 8000 })).arrayBuffer()
  expect(spoken.map(({ sampleRateHz }) => sampleRateHz)).toEqual([24_000, 24_000, 8000])
})

test('every voice of OpenAI, and every voice of the catalogue, is spoken by a voice that exists', async () => {
  const { client, post, spoken, url } = await connect()
  for (const voice of Object.keys(OPENAI_VOICES)) await client().audio.speech.create({ ...SPOKEN, voice })
  expect(spoken.map(({ voice }) => voice.speaker)).toEqual(Object.values(OPENAI_VOICES))
  const { voices } = (await (await fetch(`${url}/v1/audio/voices`)).json()) as { voices: { id: string }[] }
  expect(voices.length).toBeGreaterThan(400)
  for (const { id } of [...voices.slice(0, 3), ...voices.slice(-3)]) {
    expect((await post({ ...SPOKEN, voice: { id } })).status).toBe(200)
  }
})

test('speed above 1 is faster on every model, also where a model inverts it', async () => {
  const { client, spoken } = await connect()
  for (const model of ['tts-1-hd', 'mistv2']) await client().audio.speech.create({ ...SPOKEN, model, speed: 2 })
  expect(spoken.map(({ rate }) => rate)).toEqual([2, 2])
})

test('events hold the same bytes as the audio, and a usage of three numbers', async () => {
  const { post } = await connect()
  const body = { ...SPOKEN, model: 'gpt-4o-mini-tts', response_format: 'pcm', instructions: 'Be kind.' }
  const audio = await bytesOf(await post(body))
  const answer = await post({ ...body, stream_format: 'sse' })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const text = await answer.text()
  const events = text.split('\n\n').filter((event) => event !== '')
  expect(events.every((event) => event.startsWith('data: {'))).toBe(true)
  const data = events.map((event) => JSON.parse(event.slice('data: '.length)))
  const deltas = data.filter(({ type }) => type === 'speech.audio.delta')
  expect(Buffer.concat(deltas.map(({ audio: delta }) => Buffer.from(delta, 'base64')))).toEqual(audio)
  const { type, usage } = data.at(-1)
  expect(type).toBe('speech.audio.done')
  expect(usage.total_tokens).toBe(usage.input_tokens + usage.output_tokens)
})

test.each([
  [{ ...SPOKEN, voice: 'nope' }, 400, 'voice', null],
  [{ ...SPOKEN, voice: 7 }, 400, 'voice', null],
  [{ ...SPOKEN, speed: 5 }, 400, 'speed', null],
  [{ ...SPOKEN, input: ' ' }, 400, 'input', null],
  [{ ...SPOKEN, input: undefined }, 400, 'input', null],
  [{ ...SPOKEN, response_format: 'amr' }, 400, 'response_format', null],
  [{ ...SPOKEN, stream_format: 'x' }, 400, 'stream_format', null],
  [{ ...SPOKEN, sample_rate: 1 }, 400, 'sample_rate', null],
  [{ ...SPOKEN, model: 'nope' }, 404, 'model', 'model_not_found'],
  ['{', 400, null, null],
  ['[]', 400, null, null],
])('%j is refused in the words of the protocol', async (body, status, param, code) => {
  const { post, spoken } = await connect()
  const answer = await post(body)
  const { error } = (await answer.json()) as { error: Record<string, unknown> }
  expect([answer.status, error]).toEqual([
    status,
    { message: expect.any(String), type: 'invalid_request_error', param, code },
  ])
  expect(spoken).toHaveLength(0)
})

test('a voice that does not speak the model is refused in the strict configuration, and named as such', async () => {
  const { post } = await connect({ isStrict: true })
  const answer = await post({ ...SPOKEN, model: 'mistv2', voice: 'argon' })
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { param: 'voice' } }])
})

test('the refusal of a format lists those there are, and a text beyond the limit is too long', async () => {
  const { post } = await connect({ limits: { maxTextLength: 10 } })
  expect(await (await post({ ...SPOKEN, response_format: 'amr' })).text()).toContain('mp3, opus, flac, wav, pcm, aac')
  expect(await (await post({ ...SPOKEN, input: 'Hello there.' })).text()).toContain('input is too long')
})

test('the SDK throws its own errors for a wrong key, a wrong voice and a wrong model', async () => {
  const { client } = await connect()
  const wrong = client({ apiKey: 'wrong' }).audio.speech.create(SPOKEN)
  await expect(wrong).rejects.toThrow(AuthenticationError)
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_api_key', requestID: expect.any(String) })
  const voice = client().audio.speech.create({ ...SPOKEN, voice: 'nope' })
  await expect(voice).rejects.toThrow(BadRequestError)
  await expect(voice).rejects.toMatchObject({ param: 'voice' })
  await expect(client().audio.speech.create({ ...SPOKEN, model: 'nope' })).rejects.toThrow(NotFoundError)
  await expect(client().models.retrieve('nope')).rejects.toMatchObject({ code: 'model_not_found' })
})

test('models are listed and looked up, and all listings are public', async () => {
  const { client, url } = await connect()
  const ids = []
  for await (const { id } of client().models.list()) ids.push(id)
  expect(ids).toEqual(expect.arrayContaining(['tts-1', 'gpt-4o-mini-tts', 'coda']))
  expect(await client().models.retrieve('tts-1')).toMatchObject({ id: 'tts-1', object: 'model' })
  for (const path of ['/v1/models', '/v1/audio/models', '/v1/audio/voices', '/v1/audio/voices?legacy=true']) {
    expect((await fetch(url + path)).status).toBe(200)
  }
  const legacy = (await (await fetch(`${url}/v1/audio/voices?legacy=true`)).json()) as { voices: string[] }
  expect(legacy.voices).toEqual(expect.arrayContaining(['alloy', 'luna']))
})

test('a full server asks for a later attempt, in JSON', async () => {
  const { post } = await connect({
    speak: () => {
      throw new SpeechError('pool.overloaded', 'full')
    },
  })
  const answer = await post(SPOKEN)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await answer.json()).toMatchObject({ error: { type: 'server_error', message: 'service unavailable' } })
})

test('AAC is in ADTS frames, one after the other, whole and in events', async () => {
  const { post } = await connect()
  const answer = await post({ ...SPOKEN, response_format: 'aac' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/aac'])
  const marked = await bytesOf(answer)
  const file = withoutTag(marked)
  let frames = 0
  for (let at = 0; at < file.length; frames++) {
    expect(file.readUInt16BE(at)).toBe(0xfff1)
    at += (file.readUIntBE(at + 3, 3) >> 5) & 0x1fff
    expect(at).toBeLessThanOrEqual(file.length)
  }
  expect(frames).toBeGreaterThan(2)
  const events = await (await post({ ...SPOKEN, response_format: 'aac', stream_format: 'sse' })).text()
  const audio = [...events.matchAll(/"audio":"([^"]*)"/g)].map(([, data = '']) => Buffer.from(data, 'base64'))
  expect(Buffer.concat(audio).equals(marked)).toBe(true)
})
