import { expect, test } from 'vitest'
import { SpeechError } from '../../src/core/errors.ts'
import { Samples } from '../../src/core/samples.ts'
import { CARTESIA_VOICES } from '../../src/protocols/cartesia/voice-names.ts'
import { decodeWithFfmpeg, hasFfmpeg } from '../decoders.ts'
import { shareTestService, TEST_KEY, type TestServiceOptions } from './test-service.ts'

const KEY = { 'x-api-key': TEST_KEY }
const RAW = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 }
const HELLO = {
  model_id: 'sonic-3',
  transcript: 'Hello there.',
  voice: { mode: 'id', id: 'luna' },
  output_format: RAW,
}
/** Bytes of a word of the test engine: 100 ms at 24,000 samples per second, in 16 bits. */
const WORD_BYTES = 4800
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const startService = shareTestService()

async function connect(options?: TestServiceOptions) {
  const service = await startService(options)
  const get = (path: string, headers: Readonly<Record<string, string>> = KEY) => fetch(service.url + path, { headers })
  const post = (path: string, body: unknown = HELLO, headers: Readonly<Record<string, string>> = KEY) =>
    fetch(service.url + path, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { ...service, get, post }
}

/** Any JSON; tests compare it. */
// biome-ignore lint/suspicious/noExplicitAny: its form is what the tests are about
type Json = any

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

/** The data of the events of an answer, whose names must be their types. */
async function eventsOf(answer: Response): Promise<readonly Json[]> {
  const events = (await answer.text()).split('\n\n').filter((event) => event !== '')
  return events.map((event) => {
    const [, name, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? []
    const message = JSON.parse(data)
    expect(message.type).toBe(name)
    return message
  })
}

const audioOf = (events: readonly Json[]): Buffer =>
  Buffer.concat(events.map(({ data = '' }) => Buffer.from(data, 'base64')))

test.each([
  [RAW, 'audio/pcm', 2 * WORD_BYTES],
  [{ ...RAW, encoding: 'pcm_f32le' }, 'audio/pcm', 4 * WORD_BYTES],
  [{ ...RAW, encoding: 'pcm_mulaw', sample_rate: 8000 }, 'audio/pcm', 1600],
  [{ ...RAW, encoding: 'pcm_alaw', sample_rate: 8000 }, 'audio/pcm', 1600],
  [{ ...RAW, container: 'wav' }, 'audio/wav', 44 + 2 * WORD_BYTES],
  [{ ...RAW, container: 'wav', encoding: 'pcm_f32le' }, 'audio/wav', 58 + 4 * WORD_BYTES],
  [{ ...RAW, container: 'wav', encoding: 'pcm_mulaw', sample_rate: 8000 }, 'audio/wav', 58 + 1600],
])('Cartesia §3: bytes in %j are %s of the length of the audio', async (output_format, type, length) => {
  const { post, spoken } = await connect()
  const answer = await post('/tts/bytes', { ...HELLO, output_format }, { ...KEY, accept: 'audio/wav' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  expect(answer.headers.get('x-request-id')).toMatch(UUID)
  expect(await bytesOf(answer)).toHaveLength(length)
  expect(spoken).toMatchObject([{ sampleRateHz: output_format.sample_rate, model: 'coda' }])
})

test.runIf(hasFfmpeg)('Cartesia §8.5: every container and encoding plays as long and as loud', async () => {
  const { post } = await connect()
  const formats = [
    { container: 'wav', encoding: 'pcm_s16le', sample_rate: 44_100 },
    { container: 'wav', encoding: 'pcm_f32le', sample_rate: 16_000 },
    { container: 'wav', encoding: 'pcm_alaw', sample_rate: 8000 },
    { container: 'mp3', sample_rate: 44_100, bit_rate: 128_000 },
  ]
  const transcript = 'word '.repeat(20)
  for (const output_format of formats) {
    const answer = await post('/tts/bytes', { ...HELLO, transcript, output_format })
    const samples = decodeWithFfmpeg(await bytesOf(answer), 16_000)
    expect(samples.length / 16_000).toBeGreaterThan(1.99)
    expect(samples.length / 16_000).toBeLessThan(2.1)
    expect(Math.max(...samples)).toBeCloseTo(8000 / 32_768, 1)
  }
})

test('Cartesia §8.5: the events of /tts/sse have the bytes of the raw answer, then times, then done', async () => {
  const { post } = await connect()
  const body = { ...HELLO, transcript: 'Hello, my friend.', add_timestamps: true, context_id: 'a' }
  const answer = await post('/tts/sse', body)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const events = await eventsOf(answer)
  expect(audioOf(events)).toEqual(await bytesOf(await post('/tts/bytes', body)))
  expect(events.every(({ context_id }) => context_id === 'a')).toBe(true)
  for (const chunk of events.filter(({ type }) => type === 'chunk')) {
    expect(chunk).toMatchObject({ done: false, status_code: 206, step_time: expect.any(Number) })
  }
  expect(events.slice(-2)).toEqual([
    {
      type: 'timestamps',
      done: false,
      status_code: 206,
      context_id: 'a',
      word_timestamps: { words: ['Hello,', 'my', 'friend.'], start: [0, 0.1, 0.2], end: [0.1, 0.2, 0.3] },
    },
    { type: 'done', done: true, status_code: 206, context_id: 'a' },
  ])
  const [first] = await eventsOf(await post('/tts/sse'))
  expect(first).not.toHaveProperty('context_id')
})

test('a failure of a stream is told in its events, one before the first is an answer', async () => {
  const broken = async function* () {
    yield { kind: 'audio', samples: new Samples(new Int16Array(240)) } as const
    throw new SpeechError('engine.crashed', 'a secret of the engine')
  }
  const { post } = await connect({ speak: broken })
  const events = await eventsOf(await post('/tts/sse'))
  expect(events.map(({ type }) => type)).toEqual(['chunk', 'error'])
  expect(events[1]).toMatchObject({
    done: true,
    status_code: 500,
    message: 'internal error',
    request_id: expect.stringMatching(UUID),
  })
  const full = () => {
    throw new SpeechError('pool.overloaded', 'full')
  }
  const busy = await connect({ speak: full })
  for (const path of ['/tts/bytes', '/tts/sse']) {
    const answer = await busy.post(path)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await answer.json()).toMatchObject({ error_code: null, title: 'Service Unavailable' })
  }
})

test.each([
  [{ generation_config: { speed: 1.2 } }, 1.2, 0],
  [{ generation_config: { speed: 9, volume: 2 } }, 2, 6],
  [{ generation_config: { speed: 0.1, volume: 0.1, emotion: ['calm'] } }, 0.6, -6],
  [{ speed: 'slow' }, 0.8, 0],
  [{ speed: 'fast', generation_config: { volume: 1 } }, 1.2, 0],
  [{ voice: { id: 'luna', __experimental_controls: { speed: 'slowest', emotion: [] } } }, 0.65, 0],
  [{ voice: { id: 'luna', __experimental_controls: { speed: 1 } } }, 1.4, 0],
  [{ voice: { id: 'luna', __experimental_controls: { speed: 'warp' } } }, 1, 0],
  [{ generation_config: null, speed: null, language: null }, 1, 0],
])('Cartesia §2: %j is spoken at the rate %d and %d dB', async (fields, rate, gainDb) => {
  const { post, spoken } = await connect()
  expect((await post('/tts/bytes', { ...HELLO, ...fields })).status).toBe(200)
  expect(spoken).toMatchObject([{ rate }])
  expect(spoken[0]?.gainDb).toBeCloseTo(gainDb, 0)
})

test('Cartesia §2: model, voice, language and normalization have an effect; other fields are ignored', async () => {
  const { post, spoken } = await connect()
  const asked = [
    { voice: 'nova', language: 'es-MX', model_id: 'sonic-latest' },
    { voice: { id: 'nova' }, locale: 'es', model_id: 'arcanav3' },
    { normalization: 'off', save: true, max_buffer_delay_ms: 0, add_timestamps: true },
  ]
  for (const fields of asked) {
    const answer = await post('/tts/bytes', { ...HELLO, ...fields }, { ...KEY, 'content-type': 'text/plain' })
    expect([answer.status, answer.headers.has('cartesia-file-id')]).toEqual([200, false])
  }
  expect(spoken).toMatchObject([
    { language: 'spa', model: 'coda', voice: { speaker: 'nova' }, isNormalized: true },
    { language: 'spa' },
    { isNormalized: false, voice: { speaker: 'luna' } },
  ])
})

test.each(['/tts/bytes', '/tts/sse'])('Cartesia §8.7: %s refuses in JSON with the id of the request', async (path) => {
  const { post, spoken } = await connect({ limits: { maxTextLength: 100, maxBodyBytes: 5000 } })
  const embedding = { mode: 'embedding', embedding: [0.1] }
  const cases: readonly (readonly [unknown, number, string | null])[] = [
    [{ ...HELLO, voice: { id: 'nope' } }, 404, 'voice_not_found'],
    [{ ...HELLO, voice: embedding }, 400, null],
    [{ ...HELLO, voice: 7 }, 400, null],
    [{ ...HELLO, voice: undefined }, 400, null],
    [{ ...HELLO, model_id: 'x' }, 404, 'model_not_found'],
    [{ ...HELLO, model_id: undefined }, 400, null],
    [{ ...HELLO, language: 'pl' }, 400, 'language_not_supported'],
    [{ ...HELLO, language: 'en', locale: 'en-GB' }, 400, null],
    [{ ...HELLO, output_format: { ...RAW, sample_rate: 12_345 } }, 400, 'unsupported_audio_format'],
    [{ ...HELLO, output_format: { ...RAW, encoding: 'opus' } }, 400, 'unsupported_audio_format'],
    [{ ...HELLO, output_format: { ...RAW, container: 'ogg' } }, 400, 'unsupported_audio_format'],
    [{ ...HELLO, output_format: { ...RAW, encoding: undefined } }, 400, 'unsupported_audio_format'],
    [{ ...HELLO, output_format: undefined }, 400, null],
    [{ ...HELLO, generation_config: { speed: 'warp' } }, 400, null],
    [{ ...HELLO, transcript: ' ' }, 400, null],
    [{ ...HELLO, transcript: '' }, 400, null],
    [{ ...HELLO, transcript: undefined }, 400, null],
    [{ ...HELLO, transcript: 7 }, 400, null],
    [{ ...HELLO, transcript: 'x'.repeat(101) }, 413, 'file_too_large'],
    [{ ...HELLO, transcript: 'x'.repeat(10_000) }, 413, 'file_too_large'],
    ['{', 400, null],
    ['[]', 400, null],
    ['', 400, null],
  ]
  for (const [body, status, error_code] of cases) {
    const answer = await post(path, body)
    const error = (await answer.json()) as Json
    expect([body, answer.status, error.error_code]).toEqual([body, status, error_code])
    expect(error).toEqual({
      error_code,
      title: expect.stringMatching(/^[A-Z]/),
      message: expect.stringMatching(/./),
      request_id: answer.headers.get('x-request-id'),
    })
  }
  expect(((await (await post(path, { ...HELLO, voice: embedding })).json()) as Json).message).toMatch(/embedding/)
  expect(spoken).toEqual([])
})

test.each(['/tts/bytes', '/tts/sse', '/access-token'])(
  'Cartesia §1: without a key %s is 401 before its body is read',
  async (path) => {
    const { post, url, spoken } = await connect()
    for (const headers of [{}, { 'x-api-key': 'wrong' }, { authorization: 'Bearer wrong' }]) {
      const answer = await post(path, '{', headers as Record<string, string>)
      expect([answer.status, await answer.json()]).toMatchObject([401, { error_code: null, title: 'Unauthorized' }])
    }
    const inUrl = await fetch(`${url}${path}?api_key=${TEST_KEY}&access_token=${TEST_KEY}`, {
      method: 'POST',
      body: '{}',
    })
    expect(inUrl.status).toBe(401)
    expect(spoken).toEqual([])
  },
)

test.each([
  'POST /voices/clone',
  'POST /voices/localize',
  'GET /accents',
  'POST /infill/bytes',
  'POST /voice-changer/sse',
  'DELETE /voices/luna',
  'POST /pronunciation-dicts',
  'GET /pronunciation-dicts/x',
])('Cartesia §5, §6: %s is not served, in JSON', async (route) => {
  const [method = '', path] = route.split(' ')
  const { url } = await connect()
  const answer = await fetch(url + path, { method, headers: KEY })
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { error_code: null, title: 'Not Found', message: 'not found', request_id: answer.headers.get('x-request-id') },
  ])
})

test('Cartesia §8.6: the pages of voices have every voice of the catalogue once; the page after the last is empty', async () => {
  const { get, post } = await connect()
  const ids: string[] = []
  for (let after = ''; ; after = `&starting_after=${ids.at(-1)}`) {
    const { data, has_more, next_page } = (await (
      await get(`/voices?limit=100${after}&expand[]=preview`)
    ).json()) as Json
    ids.push(...data.map(({ id }: Json) => id))
    expect(next_page).toBe(has_more ? ids.at(-1) : null)
    if (data.length === 0) break
  }
  const names = (await (await get('/data/voices/voice_details.json')).json()) as Json[]
  expect(ids).toHaveLength(new Set(ids).size)
  expect(new Set(ids)).toEqual(new Set(names.map(({ speaker }) => speaker)))
  for (const voice of [ids[0], ids.at(-1)]) expect((await post('/tts/bytes', { ...HELLO, voice })).status).toBe(200)
})

test('voices are paged backwards, searched and filtered', async () => {
  const { get } = await connect()
  const page = async (query: string): Promise<Json> => (await get(`/voices?${query}`)).json()
  const { data: first } = await page('')
  expect(first).toHaveLength(10)
  const last = first.at(-1).id
  expect(await page(`limit=3&ending_before=${last}`)).toMatchObject({
    data: first.slice(6, 9),
    has_more: true,
    next_page: first[6].id,
  })
  expect((await page('q=LUNA&limit=100')).data.map(({ id }: Json) => id)).toContain('luna')
  for (const gender of ['masculine', 'feminine', 'gender_neutral']) {
    const { data } = await page(`gender=${gender}`)
    expect([data.length > 0, data.every((voice: Json) => voice.gender === gender)]).toEqual([true, true])
  }
  expect(await page('is_owner=True')).toEqual({ data: [], has_more: false, next_page: null })
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'gender=x', 'starting_after=nobody'])
    expect((await get(`/voices?${query}`)).status).toBe(400)
  expect((await get('/voices', {})).status).toBe(401)
})

test('a voice is described by its name or by its id at Cartesia, each of which is spoken', async () => {
  const { get, post, spoken } = await connect()
  expect(await (await get('/voices/luna')).json()).toEqual({
    id: 'luna',
    name: 'Luna',
    tagline: 'young adult female',
    description: expect.stringMatching(/^Young adult female voice, American English: casual/),
    language: 'en',
    locales: [{ locale: 'en-US', is_native: true }],
    gender: 'feminine',
    country: 'US',
    accent: null,
    access: 'public',
    visibility: 'all',
    is_owner: false,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+Z$/),
  })
  for (const [id, { name, speaker }] of Object.entries(CARTESIA_VOICES)) {
    expect(await (await get(`/voices/${id}`)).json()).toMatchObject({ id, name, language: 'en', country: 'US' })
    await bytesOf(await post('/tts/bytes', { ...HELLO, voice: { mode: 'id', id } }))
    expect(spoken.at(-1)).toMatchObject({ voice: { speaker, language: 'eng', country: 'US' } })
  }
  const answer = await get('/voices/nobody')
  expect([answer.status, await answer.json()]).toMatchObject([
    404,
    { error_code: 'voice_not_found', message: expect.stringContaining('GET /voices') },
  ])
})

test('Cartesia §5: versions up to 2024-11-13 have the voices in one list, by header or query', async () => {
  const { get } = await connect()
  const isList = async (path: string, version?: string) =>
    Array.isArray(await (await get(path, { ...KEY, ...(version && { 'cartesia-version': version }) })).json())
  expect(await isList('/voices', '2024-06-10')).toBe(true)
  expect(await isList('/voices', '2024-11-13')).toBe(true)
  expect(await isList('/voices', '2025-04-16')).toBe(false)
  expect(await isList('/voices', 'newest')).toBe(false)
  expect(await isList('/voices?cartesia_version=2026-03-01', '2024-06-10')).toBe(false)
  expect(await isList('/voices')).toBe(false)
})

test('Cartesia §1: an access token speaks over HTTP and ends; it makes no other', async () => {
  let now = new Date('2026-11-01T12:00:00Z')
  const { post } = await connect({ clock: () => now })
  const answer = await post('/access-token', { grants: { tts: true, stt: false }, expires_in: 60 })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const { token } = (await answer.json()) as Json
  const bearer = { authorization: `Bearer ${token}` }
  expect((await post('/tts/bytes', HELLO, bearer)).status).toBe(200)
  expect((await post('/access-token', {}, bearer)).status).toBe(403)
  now = new Date('2026-11-01T12:01:01Z')
  expect((await post('/tts/bytes', HELLO, bearer)).status).toBe(401)
  expect((await post('/access-token', '')).status).toBe(200)
  for (const body of [
    { grants: {} },
    { grants: { tts: false } },
    { grants: { stt: true } },
    { expires_in: 3601 },
    { expires_in: 0 },
    { grants: 'tts' },
  ])
    expect([body, (await post('/access-token', body)).status]).toEqual([body, 400])
})

test('Cartesia §6: there are no dictionaries; the id of one is ignored with a warning in the log, once a minute', async () => {
  const { get, post, log } = await connect({})
  expect(await (await get('/pronunciation-dicts')).json()).toEqual({ data: [], has_more: false, next_page: null })
  for (let i = 0; i < 2; i++) {
    expect((await post('/tts/bytes', { ...HELLO, pronunciation_dict_id: 'secret' })).status).toBe(200)
  }
  expect(log.filter((line) => line.includes('"warn"') && line.includes('pronunciation_dict_id'))).toHaveLength(1)
  expect(log.join()).not.toContain('secret')
})

test('HOARFROST_DEFAULT_SPEAKER speaks where no voice is named', async () => {
  const { post, spoken } = await connect({ defaultSpeaker: 'orion' })
  expect((await post('/tts/bytes', { ...HELLO, voice: null })).status).toBe(200)
  expect((await post('/tts/bytes')).status).toBe(200)
  expect(spoken.map(({ voice }) => voice.speaker)).toEqual(['orion', 'luna'])
})

test('in strict mode a voice of another model or language is refused by its name', async () => {
  const { post } = await connect({ isStrict: true })
  const answer = await post('/tts/bytes', { ...HELLO, language: 'es' })
  expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: 'voice_model_mismatch' }])
})

test('marks of sonic-3 are taken out, breaks are pauses and spell spells', async () => {
  const { post, spoken } = await connect()
  const transcript =
    'One<break time="1s"/> <spell>AB</spell> <speed ratio="1.2"/><volume ratio="2"/><emotion value="sad"/>[laughter] two.'
  await bytesOf(await post('/tts/bytes', { ...HELLO, transcript }))
  expect(spoken).toMatchObject([{ text: transcript, markup: { breaks: true, cues: true } }])
})
