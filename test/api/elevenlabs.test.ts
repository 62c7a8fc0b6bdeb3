import { once } from 'node:events'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SpeechError } from '../../src/core/errors.ts'
import { PREMADE_VOICES } from '../../src/protocols/elevenlabs/voice-names.ts'
import { createPacedSpeech } from './paced-speech.ts'
import { type RecordedFrame, recordSocket } from './recorded-socket.ts'
import { refusalOf } from './socket-client.ts'
import { shareTestService, TEST_KEY, type TestServiceOptions } from './test-service.ts'

const KEY = { 'xi-api-key': TEST_KEY }
const TTS = '/v1/text-to-speech'
const MULTI = `${TTS}/luna/multi-stream-input?model_id=eleven_flash_v2_5&output_format=pcm_24000`
const SINGLE = `${TTS}/luna/stream-input?output_format=pcm_24000`
/** Bytes of a word of the test engine: 100 ms at 24,000 samples per second. */
const WORD_BYTES = 4800

const startService = shareTestService()

async function connect(options?: TestServiceOptions) {
  const service = await startService(options)
  const get = (path: string, headers: Readonly<Record<string, string>> = KEY) => fetch(service.url + path, { headers })
  const post = (path: string, body: unknown = { text: 'Hello.' }, headers: Readonly<Record<string, string>> = KEY) =>
    fetch(`${service.url}${TTS}/${path}`, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { ...service, get, post }
}

/** Any JSON; tests compare it. */
// biome-ignore lint/suspicious/noExplicitAny: its form is what the tests are about
type Json = any

interface StreamMessage {
  readonly audio?: string | null
  readonly isFinal?: boolean | null
  readonly contextId?: string
  readonly error?: string
  readonly alignment?: { chars: string[]; charStartTimesMs: number[]; charDurationsMs: number[] } | null
}

const messagesOf = (frames: readonly RecordedFrame[], contextId?: string): readonly StreamMessage[] =>
  (frames as readonly StreamMessage[]).filter((frame) => contextId === undefined || frame.contextId === contextId)

const audioOf = (messages: readonly StreamMessage[]): Buffer =>
  Buffer.concat(messages.map(({ audio }) => Buffer.from(audio ?? '', 'base64')))

const isEnded = (contextId?: string) => (frames: readonly RecordedFrame[]) =>
  messagesOf(frames, contextId).some(({ isFinal }) => isFinal === true)

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test.each([
  ['', 'audio/mpeg', 44_100],
  ['?output_format=mp3_22050_32', 'audio/mpeg', 22_050],
  ['?output_format=pcm_16000', 'audio/pcm', 16_000],
  ['?output_format=ulaw_8000', 'audio/basic', 8000],
  ['?output_format=alaw_8000', 'audio/PCMA', 8000],
  ['?output_format=opus_48000_64', 'audio/ogg;codecs=opus', 48_000],
  ['?output_format=wav_24000', 'audio/wav', 24_000],
])('both paths answer %s with audio', async (query, type, sampleRateHz) => {
  const { post, spoken } = await connect()
  for (const path of ['luna', 'luna/stream']) {
    const answer = await post(path + query)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect((await bytesOf(answer)).length).toBeGreaterThan(100)
  }
  expect(spoken).toMatchObject([{ sampleRateHz, model: 'coda' }, { sampleRateHz }])
})

test('speed, language, normalization and seed have an effect', async () => {
  const { post, spoken } = await connect()
  const voice_settings = { stability: 0.5, similarity_boost: 0.7, style: null, use_speaker_boost: true, speed: 1.1 }
  const body = { text: 'Hola.', model_id: 'eleven_flash_v2_5', voice_settings, language_code: 'es', seed: 7 }
  expect((await post('nova', { ...body, apply_text_normalization: 'off' })).status).toBe(200)
  expect(spoken).toMatchObject([{ rate: 1.1, language: 'spa', isNormalized: false, sampling: { seed: '7' } }])
})

test.each([
  [undefined, 0.5],
  [{}, 0.5],
  [{ stability: 0.5, style: 0 }, 0.5],
  [{ stability: null, style: null, speed: null }, 0.5],
  [{ stability: 0 }, 1],
  [{ stability: 1, style: 1 }, 0],
  [{ stability: 0.25, style: 1 }, 1.5],
  [{ style: 1 }, 1],
] as const)(
  'voice_settings of %j vary pitch and timing at temperature %d, over HTTP and sockets',
  async (voice_settings, temperature) => {
    const service = await connect()
    const { post, spoken } = service
    await (await post('luna', { text: 'Hi there.', voice_settings })).arrayBuffer()
    const { send, until } = await recordSocket(service, SINGLE, KEY)
    send({ text: 'Hi there. ', voice_settings })
    send({ text: '' })
    await until(isEnded())
    expect(spoken.map(({ sampling }) => sampling.temperature)).toEqual([temperature, temperature])
  },
)

test.each([{ stability: 1.1 }, { stability: -0.1 }, { style: 2 }, { stability: '0.5' }, { style: true }])(
  'voice_settings of %j are refused',
  async (voice_settings) => {
    const { post, spoken } = await connect()
    const answer = await post('luna', { text: 'Hi.', voice_settings })
    const [field = ''] = Object.keys(voice_settings)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { detail: { message: expect.stringMatching(`^voice_settings.${field} must be (?:between 0 and 1|a number)$`) } },
    ])
    expect(spoken).toEqual([])
  },
)

test('every premade voice is spoken by a voice that exists', async () => {
  const { post, spoken } = await connect()
  for (const id of Object.keys(PREMADE_VOICES)) await (await post(`${id}?output_format=pcm_8000`)).arrayBuffer()
  expect(spoken.map(({ voice }) => voice.speaker)).toEqual(Object.values(PREMADE_VOICES).map(({ speaker }) => speaker))
})

test('with-timestamps has the audio and a time for every character', async () => {
  const { post } = await connect()
  const text = ' Hello  there. '
  const answer = await post('luna/with-timestamps?output_format=pcm_24000', { text })
  expect(answer.headers.get('content-type')).toBe('application/json')
  const { audio_base64, alignment, normalized_alignment } = (await answer.json()) as Record<string, Json>
  expect(Buffer.from(audio_base64, 'base64')).toEqual(
    await bytesOf(await post('luna?output_format=pcm_24000', { text })),
  )
  expect(normalized_alignment).toEqual(alignment)
  expect(alignment.characters.join('')).toBe(text)
  expect(alignment.character_start_times_seconds.slice(0, 9)).toEqual([0, 0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.1, 0.1])
  expect(alignment.character_end_times_seconds.slice(0, 8)).toEqual([0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.1, 0.1])
  expect(alignment.character_end_times_seconds.at(-1)).toBe(0.2)
})

test('stream/with-timestamps has lines of audio, the last with the alignment', async () => {
  const { post } = await connect()
  const answer = await post('luna/stream/with-timestamps?output_format=pcm_24000', { text: 'One two three.' })
  const lines = (await answer.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  expect(Buffer.concat(lines.map(({ audio_base64 }) => Buffer.from(audio_base64, 'base64')))).toHaveLength(
    3 * WORD_BYTES,
  )
  expect(lines.slice(0, -1).every(({ alignment }) => alignment === null)).toBe(true)
  expect(lines.at(-1).alignment.characters.join('')).toBe('One two three.')
})

test.each([
  ['nobody', { text: 'Hi.' }, 400, 'voice_not_found'],
  ['luna', { text: 'Hi.', model_id: 'x' }, 404, 'model_not_found'],
  ['luna', { text: 'Hi.', language_code: 'pl' }, 400, 'unsupported_language'],
  ['luna', { text: 'Hi.', voice_settings: { speed: 9 } }, 400, 'invalid_request'],
  ['luna', { text: 'Hi.', voice_settings: 7 }, 400, 'invalid_request'],
  ['luna', { text: ' ' }, 400, 'invalid_request'],
  ['luna', {}, 400, 'invalid_request'],
  ['luna', '{', 400, 'invalid_request'],
  ['luna?output_format=aac_44100', { text: 'Hi.' }, 400, 'invalid_request'],
  ['luna?output_format=pcm_96000', { text: 'Hi.' }, 400, 'invalid_request'],
  ['luna', { text: 'x'.repeat(101) }, 400, 'invalid_request'],
  ['luna', { text: 'x'.repeat(10_000) }, 413, 'payload_too_large'],
])('POST %s with %j is refused in the words of the protocol', async (path, body, status, name) => {
  const { post, spoken } = await connect({ limits: { maxTextLength: 100, maxBodyBytes: 5000 } })
  const [voice, query = ''] = path.split('?')
  for (const ending of ['', '/stream', '/with-timestamps', '/stream/with-timestamps']) {
    const answer = await post(`${voice}${ending}?${query}`, body)
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { detail: { status: name, message: expect.any(String) } },
    ])
  }
  expect(spoken).toHaveLength(0)
})

test('a full server asks for a later attempt, in JSON', async () => {
  const { post } = await connect({ speak: full })
  for (const path of ['luna', 'luna/with-timestamps']) {
    const answer = await post(path)
    expect([answer.status, await answer.json()]).toMatchObject([503, { detail: { status: 'system_busy' } }])
  }
})

const full = () => {
  throw new SpeechError('pool.overloaded', 'full')
}

test('keys are taken from xi-api-key and as Bearer; without one nothing is spoken or listed', async () => {
  const service = await connect()
  const { post, get, spoken } = service
  expect((await post('luna', { text: 'Hi.' }, { authorization: `Bearer ${TEST_KEY}` })).status).toBe(200)
  for (const headers of [{ 'xi-api-key': 'wrong' }, {}]) {
    const answers = [await post('luna', '{', headers), await get('/v1/voices', headers), await get('/v1/user', headers)]
    for (const answer of answers) {
      expect([answer.status, await answer.json()]).toMatchObject([401, { detail: { status: 'invalid_api_key' } }])
    }
  }
  const refusal = await refusalOf(service, '', { path: `${TTS}/luna/stream-input`, headers: { 'xi-api-key': 'wrong' } })
  expect([refusal.status, JSON.parse(refusal.body)]).toMatchObject([401, { detail: { status: 'invalid_api_key' } }])
  expect(spoken).toHaveLength(1)
})

test('voices, models and the user are listed; /v1/models keeps the form of OpenAI for its clients', async () => {
  const { get, post } = await connect()
  const { voices } = (await (await get('/v1/voices')).json()) as { voices: Record<string, Json>[] }
  expect(voices.length).toBeGreaterThan(400)
  expect(new Set(voices.map(({ voice_id }) => voice_id)).size).toBe(voices.length)
  expect(voices.find(({ voice_id }) => voice_id === 'luna')).toEqual({
    voice_id: 'luna',
    name: 'Luna',
    category: 'premade',
    labels: { gender: 'female', age: 'young adult', accent: 'US', language: 'en' },
  })
  for (const { voice_id } of [voices[0], voices.at(-1)] as { voice_id: string }[]) {
    expect((await post(`${voice_id}?output_format=pcm_8000`)).status).toBe(200)
    expect(await (await get(`/v1/voices/${voice_id}`)).json()).toMatchObject({ voice_id })
  }
  expect((await get('/v1/voices/nobody')).status).toBe(400)
  expect(await (await get('/v2/voices')).json()).toMatchObject({ has_more: false, total_count: voices.length })
  const models = (await (await get('/v1/models')).json()) as Record<string, Json>[]
  expect(models[0]).toMatchObject({ model_id: 'eleven_multilingual_v2', can_do_text_to_speech: true })
  expect(models[0]?.languages).toContainEqual({ language_id: 'de', name: 'German' })
  expect(await (await get('/v1/models', {})).json()).toMatchObject({ object: 'list' })
  // The SDK for JavaScript refuses a user without one of its fields; these are some that an earlier version lacked.
  expect(await (await get('/v1/user')).json()).toMatchObject({
    user_id: expect.any(String),
    workspace_id: expect.any(String),
    seat_type: 'workspace_member',
    created_at: 0,
    subscription: { status: 'active', voice_limit: 0, current_overage: { amount: '0', currency: 'usd' } },
  })
})

test.each(['output_format=x', 'model_id=x', 'language_code=pl', 'inactivity_timeout=0'])(
  'an upgrade with %s is refused',
  async (query) => {
    const { status, body } = await refusalOf(await connect(), query, { path: `${TTS}/luna/stream-input`, headers: KEY })
    expect([status, JSON.parse(body)]).toMatchObject([expect.any(Number), { detail: { status: expect.any(String) } }])
  },
)

test('a context is init, text, flush, then audio with alignment; close_context finishes it', async () => {
  const { send, until, frames } = await recordSocket(await connect(), MULTI, KEY)
  send({ text: ' ', voice_settings: { speed: 1 }, context_id: 'a' })
  send({ text: 'Hello ', context_id: 'a' })
  send({ text: 'you', context_id: 'a', flush: true })
  await until((all) => audioOf(messagesOf(all)).length === 2 * WORD_BYTES)
  send({ text: ' there.', context_id: 'a' })
  send({ text: '', context_id: 'a' })
  send({ context_id: 'a', close_context: true })
  await until(isEnded('a'))
  const messages = messagesOf(frames, 'a')
  expect(messages).toHaveLength(frames.length)
  expect(audioOf(messages)).toHaveLength(3 * WORD_BYTES)
  const aligned = messages.flatMap(({ alignment }) => alignment ?? [])
  expect(aligned.map(({ chars }) => chars.join(''))).toEqual(['Hello you ', 'there. '])
  // Each counts from the start of its own audio, and ends where that ends: clients add up the ends.
  expect(aligned.map(({ charStartTimesMs }) => charStartTimesMs[0])).toEqual([0, 0])
  expect(
    aligned.map(
      ({ charStartTimesMs: starts, charDurationsMs: durations }) =>
        (starts.at(-1) as number) + (durations.at(-1) as number),
    ),
  ).toEqual([200, 100])
  expect(messages.at(-1)).toEqual({ audio: null, isFinal: true, contextId: 'a' })
})

test('with sync_alignment, which LiveKit sends, times count from the start of the context', async () => {
  const { send, until, frames } = await recordSocket(await connect(), `${MULTI}&sync_alignment=true`, KEY)
  for (const context_id of ['a', 'b']) {
    send({ text: 'One. Two three.', context_id })
    send({ context_id, close_context: true })
    await until(isEnded(context_id))
    const aligned = messagesOf(frames, context_id).flatMap(({ alignment }) => alignment ?? [])
    expect(aligned.map(({ charStartTimesMs }) => charStartTimesMs[0])).toEqual([0, 100])
  }
})

test('contexts interleave, and each ends on its own', async () => {
  const { speak, release, stopped } = createPacedSpeech()
  const { send, until, frames } = await recordSocket(await connect({ speak }), MULTI, KEY)
  send({ text: 'One stop two.', context_id: 'slow' })
  send({ context_id: 'slow', close_context: true })
  await stopped
  send({ text: 'Quick.', context_id: 'fast' })
  send({ context_id: 'fast', close_context: true })
  await until(isEnded('fast'))
  expect(isEnded('slow')(frames)).toBe(false)
  release()
  await until(isEnded('slow'))
  expect(audioOf(messagesOf(frames, 'slow'))).toHaveLength(3 * WORD_BYTES)
  expect(audioOf(messagesOf(frames, 'fast'))).toHaveLength(WORD_BYTES)
})

test.each([
  ['closing the socket', (socket: { terminate(): void }) => socket.terminate()],
  ['close_socket', (_: unknown, send: (message: object) => void) => send({ close_socket: true })],
] as const)('%s stops the speech of all contexts', async (_, leave) => {
  const { speak, release, stopped } = createPacedSpeech()
  const { send, socket, closed } = await recordSocket(await connect({ speak }), MULTI, KEY)
  send({ text: 'One stop two.', context_id: 'a' })
  send({ context_id: 'a', flush: true })
  const signal = await stopped
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
  leave(socket, send)
  await Promise.all([aborted, closed])
  release()
})

test('stream-input speaks, ends at an empty text with isFinal, and closes 1000', async () => {
  const socket = await recordSocket(await connect({ limits: { doneGraceMs: 0 } }), SINGLE, KEY)
  socket.send({ text: ' ', voice_settings: { stability: 0.5 }, generation_config: { chunk_length_schedule: [120] } })
  socket.send({ text: 'One. Two ' })
  await socket.until((all) => audioOf(messagesOf(all)).length === WORD_BYTES)
  socket.send({ text: 'three ', flush: true })
  await socket.until((all) => audioOf(messagesOf(all)).length === 3 * WORD_BYTES)
  socket.send({ text: 'four' })
  socket.send({ text: '' })
  expect((await socket.closed).code).toBe(1000)
  expect(audioOf(messagesOf(socket.frames))).toHaveLength(4 * WORD_BYTES)
  expect(socket.frames.at(-1)).toEqual({ audio: null, isFinal: true })
})

test('pieces of a text are of any length, also with a model whose texts are short', async () => {
  const { url, spoken } = await connect()
  const { send, until, frames } = await recordSocket({ url }, `${TTS}/astra/stream-input?model_id=mistv3`, KEY)
  const long = `${'word '.repeat(150)}end. `
  send({ text: long })
  send({ text: '' })
  await until(isEnded())
  expect(messagesOf(frames).flatMap(({ error }) => error ?? [])).toEqual([])
  expect(spoken.map(({ text }) => text.trim()).join(' ')).toBe(long.trim())
})

test('malformed messages get an error, in their context if they name one, and the socket stays open', async () => {
  const { send, until, frames } = await recordSocket(await connect(), MULTI, KEY)
  const long = { context_id: 'x'.repeat(1001), text: 'Hello.' }
  const malformed = [
    '{',
    '[]',
    '{"text":7}',
    '{"context_id":7}',
    '{"context_id":"a","flush":"yes"}',
    Buffer.of(1),
    long,
  ]
  for (const message of malformed) send(message)
  send({ text: 'Hello.', context_id: 'b' })
  send({ context_id: 'b', close_context: true })
  await until(isEnded('b'))
  const errors = messagesOf(frames).filter(({ error }) => error !== undefined)
  expect(errors).toHaveLength(malformed.length)
  expect(errors[4]).toEqual({ error: 'invalid_request', message: 'flush must be a boolean', contextId: 'a' })
  expect(errors[6]).toEqual({ error: 'invalid_request', message: 'context_id is too long' })
})

test('a failure ends its context with an error, and other contexts go on', async () => {
  const { send, until, frames } = await recordSocket(await connect({ limits: { maxTextLength: 10 } }), MULTI, KEY)
  send({ text: 'Hello there.', context_id: 'long' })
  send({ text: 'Hello.', context_id: 'short' })
  send({ context_id: 'short', close_context: true })
  await until(isEnded('short'))
  expect(messagesOf(frames, 'long')).toEqual([
    { error: 'invalid_request', message: 'text is too long', contextId: 'long' },
  ])
})

test('on stream-input a failure gets an error and closes the socket', async () => {
  const socket = await recordSocket(await connect({ speak: full }), SINGLE, KEY)
  socket.send({ text: 'Hello. ', flush: true })
  expect(await socket.closed).toEqual({ code: 1011, reason: '503: service unavailable' })
  expect(socket.frames.at(-1)).toEqual({ error: 'system_busy', message: 'service unavailable' })
})

test('of a thousand contexts on a socket a hundred are open, the others get an error and reach no engine', async () => {
  const service = await connect()
  const { send, until, frames } = await recordSocket(service, MULTI, KEY)
  for (let i = 0; i < 1000; i++) send({ text: 'Word', context_id: `c${i}` })
  await until((all) => all.length === 900)
  expect(messagesOf(frames).every(({ error }) => error === 'too_many_concurrent_requests')).toBe(true)
  for (let i = 0; i < 1000; i++) send({ context_id: `c${i}`, close_context: true })
  await until((all) => messagesOf(all).filter(({ isFinal }) => isFinal === true).length === 1000)
  expect(audioOf(messagesOf(frames))).toHaveLength(100 * WORD_BYTES)
  expect(service.spoken).toHaveLength(100)
})

test('messages after close_socket are ignored', async () => {
  const service = await connect()
  const { send, closed } = await recordSocket(service, MULTI, KEY)
  send({ close_socket: true })
  for (const context_id of ['a', 'b']) send({ text: 'Hello. ', context_id, flush: true })
  await closed
  expect(service.spoken).toEqual([])
})

test('a context ends when no message and no audio came for inactivity_timeout, and not while it speaks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { speak, release, stopped } = createPacedSpeech()
  const { send, until, frames, socket } = await recordSocket(
    await connect({ speak }),
    `${MULTI}&inactivity_timeout=5`,
    KEY,
  )
  const isRead = async () => {
    socket.ping()
    await once(socket, 'pong')
  }
  send({ text: 'One. Then', context_id: 'idle' })
  send({ text: 'One stop two. ', context_id: 'slow' })
  await Promise.all([stopped, until((all) => audioOf(messagesOf(all, 'idle')).length === WORD_BYTES)])
  vi.advanceTimersByTime(4900)
  send({ text: '', context_id: 'idle' }) // keeps it open
  await isRead()
  vi.advanceTimersByTime(4900)
  await isRead()
  expect(messagesOf(frames).some(({ isFinal }) => isFinal === true)).toBe(false)
  vi.advanceTimersByTime(200)
  await until(isEnded('idle'))
  expect(audioOf(messagesOf(frames, 'idle'))).toHaveLength(2 * WORD_BYTES)
  vi.advanceTimersByTime(60_000)
  await isRead()
  release()
  await until((all) => audioOf(messagesOf(all, 'slow')).length === 3 * WORD_BYTES)
  expect(isEnded('slow')(frames)).toBe(false)
  vi.advanceTimersByTime(10_000)
  await until(isEnded('slow'))
})

test('stream-input closes when its context was inactive for 20 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send, until, frames, closed } = await recordSocket(await connect(), SINGLE, KEY)
  send({ text: 'One. ' })
  await until((all) => audioOf(messagesOf(all)).length === WORD_BYTES)
  vi.advanceTimersByTime(20_100)
  expect((await closed).code).toBe(1000)
  expect(frames.at(-1)).toEqual({ audio: null, isFinal: true })
})

test('the one context of stream-input may hold as much text as a body', async () => {
  const { send, closed, frames } = await recordSocket(await connect({ limits: { maxBodyBytes: 5000 } }), SINGLE, KEY)
  for (let i = 0; i < 40; i++) send({ text: 'word '.repeat(20) })
  send({ text: '' })
  expect((await closed).code).toBe(1000)
  expect(audioOf(messagesOf(frames))).toHaveLength(800 * WORD_BYTES)
})

test('a server that closes finishes open contexts and opens no more', async () => {
  const { speak, release, stopped } = createPacedSpeech()
  const service = await connect({ speak })
  const { send, until, frames, closed } = await recordSocket(service, MULTI, KEY)
  send({ text: 'One stop two.', context_id: 'a' })
  send({ context_id: 'a', close_context: true })
  await stopped
  const closing = service.close()
  await vi.waitFor(() => expect(fetch(`${service.url}/livez`)).rejects.toThrow())
  send({ text: 'Hello.', context_id: 'b' })
  await until((all) => messagesOf(all, 'b').length > 0)
  release()
  expect((await closed).code).toBe(1001)
  await closing
  expect(messagesOf(frames, 'b')).toMatchObject([{ error: 'system_busy' }])
  expect(isEnded('a')(frames)).toBe(true)
})

const contextId = fc.constantFrom('a', 'b', 'c')
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ context_id: contextId, words: fc.integer({ min: 1, max: 3 }), flush: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ context_id: contextId, keepsAlive: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ isMalformed: fc.constant(true) }) },
)

test('in any order of messages, each context hears its words once, and each malformed message is answered once', async () => {
  const service = await connect()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const { send, until, frames, socket } = await recordSocket(service, MULTI, KEY)
      for (const each of steps) {
        if ('isMalformed' in each) send('x')
        else if ('keepsAlive' in each) send({ text: '', context_id: each.context_id })
        else send({ text: 'word '.repeat(each.words), context_id: each.context_id, flush: each.flush })
      }
      for (const context_id of ['a', 'b', 'c']) send({ context_id, close_context: true })
      await until((all) => ['a', 'b', 'c'].every((id) => isEnded(id)(all)))
      for (const id of ['a', 'b', 'c']) {
        const words = steps.reduce((sum, each) => sum + ('words' in each && each.context_id === id ? each.words : 0), 0)
        const messages = messagesOf(frames, id)
        expect(audioOf(messages)).toHaveLength(words * WORD_BYTES)
        const heard = messages.flatMap(({ alignment }) => alignment?.chars ?? []).join('')
        expect(heard).toBe('word '.repeat(words))
        expect(messages.findIndex(({ isFinal }) => isFinal === true)).toBe(messages.length - 1)
      }
      const errors = messagesOf(frames).filter(({ error }) => error !== undefined)
      expect(errors).toHaveLength(steps.filter((each) => 'isMalformed' in each).length)
      socket.terminate()
    }),
    { numRuns: 30 },
  )
})
