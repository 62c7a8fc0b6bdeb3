import { DeepgramClient } from '@deepgram/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SpeechError } from '../../src/core/errors.ts'
import { DEEPGRAM_VOICES, voiceOfModel } from '../../src/protocols/deepgram/voice-names.ts'
import { readCatalogue } from '../../src/voices/catalogue.ts'
import { decodeWithFfmpeg, hasFfmpeg } from '../decoders.ts'
import { withoutTag } from '../without-tag.ts'
import { createPacedSpeech } from './paced-speech.ts'
import { audioIn, messagesIn, recordSocket, typesOf } from './recorded-socket.ts'
import { refusalOf } from './socket-client.ts'
import { shareTestService, TEST_KEY, type TestServiceOptions } from './test-service.ts'

const TOKEN = { authorization: `Token ${TEST_KEY}` }
const SPEAK = '/v1/speak'
/** Bytes of a word of the test engine: 100 ms at 24,000 samples per second. */
const WORD_BYTES = 4800

const startService = shareTestService()

async function connect(options?: TestServiceOptions) {
  const service = await startService(options)
  const { url } = service
  const webSocketUrl = url.replace('http', 'ws')
  const environment = { base: url, production: webSocketUrl, agent: webSocketUrl, agentRest: url }
  const client = (apiKey = TEST_KEY) => new DeepgramClient({ apiKey, environment, maxRetries: 0 })
  const post = (query: string, body: unknown = { text: 'Hello.' }, headers: Readonly<Record<string, string>> = TOKEN) =>
    fetch(`${url}${SPEAK}${query}`, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { ...service, client, post }
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test.each([
  ['', 'audio/mpeg', /^fff/],
  ['?encoding=linear16', 'audio/wav', /^52494646/],
  ['?encoding=linear16&container=none&sample_rate=16000', 'audio/l16;rate=16000', /^/],
  ['?encoding=mulaw&container=none', 'audio/mulaw;rate=8000', /^/],
  ['?encoding=alaw&container=none', 'audio/alaw;rate=8000', /^/],
  ['?encoding=mulaw', 'audio/wav', /^52494646/],
  ['?encoding=mp3&container=none&bit_rate=48000', 'audio/mpeg', /^fff/],
  ['?encoding=opus', 'audio/ogg;codecs=opus', /^4f676753/],
  ['?encoding=flac', 'audio/flac', /^664c6143/],
  ['?encoding=aac&bit_rate=48000', 'audio/aac', /^fff1/],
] as const)('POST %s answers with audio', async (query, type, start) => {
  const { post } = await connect()
  const answer = await post(query)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  expect(answer.headers.get('dg-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const bytes = withoutTag(await bytesOf(answer))
  expect(bytes.length).toBeGreaterThan(100)
  expect(bytes.toString('hex', 0, 8)).toMatch(start)
})

test.runIf(hasFfmpeg).each(['mulaw', 'alaw'] as const)(
  '%s in a WAV file is the audio without one',
  async (encoding) => {
    const { post } = await connect()
    const file = await bytesOf(await post(`?encoding=${encoding}&container=wav&sample_rate=16000`))
    const raw = await bytesOf(await post(`?encoding=${encoding}&container=none&sample_rate=16000`))
    expect(file.subarray(-raw.length)).toEqual(raw)
    expect(decodeWithFfmpeg(file, 16_000)).toEqual(decodeWithFfmpeg(raw, 16_000, { encoding, rateHz: 16_000 }))
  },
)

test('the reason of a refused upgrade is in a header, since clients of WebSockets see no body', async () => {
  const { status, headers } = await refusalOf(await connect(), 'model=aura-2-é-en', { path: SPEAK, headers: TOKEN })
  expect([status, headers['dg-error']]).toEqual([400, expect.stringMatching(/^[ -~]+$/)])
})

test('the SDK receives audio at the rate and speed that it asks for', async () => {
  const { client, spoken } = await connect()
  const answer = await client().speak.v1.audio.generate({
    text: 'Hello there.',
    model: 'aura-2-thalia-en',
    encoding: 'linear16',
    container: 'none',
    sample_rate: 16_000,
    speed: 1.2,
  })
  expect((await answer.arrayBuffer()).byteLength).toBe(2 * 2 * 1600)
  expect(spoken).toMatchObject([{ sampleRateHz: 16_000, rate: 1.2, voice: { speaker: 'willow' }, model: 'coda' }])
})

test('every voice of Deepgram is spoken by a voice of the catalogue, and those are taken by name', async () => {
  const { post, spoken } = await connect()
  const catalogue = readCatalogue(new URL('../../voices/catalogue.tsv', import.meta.url))
  const languages = { en: 'eng', es: 'spa', de: 'ger', fr: 'fra', it: 'ita', nl: 'nld', ja: 'jpn' } as const
  for (const [lang, voices] of Object.entries(DEEPGRAM_VOICES)) {
    for (const [name, speaker] of Object.entries(voices)) {
      const language = languages[lang as keyof typeof languages]
      expect(catalogue.find('coda', speaker, language), `${name}-${lang}`).toBeDefined()
      expect(voiceOfModel(`aura-2-${name}-${lang}`)).toEqual({ speaker, lang })
    }
  }
  for (const model of [
    'aura-asteria-en',
    'aura-2-celeste-es',
    'aura-2-luna-en',
    'aura-2-estelle-en',
    'Lagoon',
    'astra',
  ]) {
    expect((await post(`?model=${model}`)).status, model).toBe(200)
  }
  expect(spoken.map(({ voice }) => voice.speaker)).toEqual([
    'astra',
    'seraphina',
    'luna',
    'estelle',
    expect.any(String),
    'astra',
  ])
})

test.each([
  ['?encoding=amr', 'UNSUPPORTED_AUDIO_FORMAT', 'linear16, mulaw, alaw, mp3, opus, flac, aac'],
  ['?encoding=aac&container=wav', 'UNSUPPORTED_AUDIO_FORMAT', '`container=wav` is invalid when `encoding=aac`'],
  ['?encoding=opus&container=none', 'UNSUPPORTED_AUDIO_FORMAT', '`container=none` is invalid when `encoding=opus`'],
  ['?encoding=mulaw&container=ogg', 'UNSUPPORTED_AUDIO_FORMAT', '`container=ogg` is invalid when `encoding=mulaw`'],
  ['?model=aura-2-nobody-en', 'INVALID_QUERY_PARAMETER', 'Speaker not found'],
  ['?model=aura-2-nobody-pl', 'INVALID_QUERY_PARAMETER', 'Language pl is not supported'],
  ['?sample_rate=1', 'INVALID_QUERY_PARAMETER', 'sample_rate must be between'],
  ['?sample_rate=fast', 'INVALID_QUERY_PARAMETER', 'sample_rate must be an integer'],
  ['?speed=2', 'INVALID_QUERY_PARAMETER', 'speed must be between 0.7 and 1.5'],
  ['?callback=http%3A%2F%2Fexample.com', 'INVALID_QUERY_PARAMETER', 'callback is not supported'],
] as const)('POST %s is refused in the words of the protocol', async (query, err_code, message) => {
  const { post, spoken } = await connect()
  const answer = await post(query)
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { err_code, err_msg: expect.stringContaining(message), request_id: answer.headers.get('dg-request-id') },
  ])
  expect(spoken).toHaveLength(0)
})

test.each(['{', '[]', '{}', '{"text": " "}', '{"text": 7}'])('the body %s is refused', async (body) => {
  const { post, spoken } = await connect()
  const answer = await post('', body)
  expect([answer.status, await answer.json()]).toMatchObject([400, { err_code: 'Bad Request' }])
  expect(spoken).toHaveLength(0)
})

test('a text beyond the limit gets 413, a full server 503, both in the words of the protocol', async () => {
  const { post } = await connect({
    limits: { maxTextLength: 10 },
    speak: () => {
      throw new SpeechError('pool.overloaded', 'full')
    },
  })
  const long = await post('', { text: 'Hello there.' })
  expect([long.status, await long.json()]).toMatchObject([413, { err_code: 'PAYLOAD_TOO_LARGE' }])
  const full = await post('')
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await full.json()).toMatchObject({ err_code: 'SERVICE_UNAVAILABLE' })
})

test('keys are taken as Token and as Bearer; a wrong one is refused on both transports', async () => {
  const service = await connect()
  const { post, client, spoken } = service
  expect((await post('', { text: 'Hi.' }, { authorization: `Bearer ${TEST_KEY}` })).status).toBe(200)
  expect(spoken).toHaveLength(1)
  const wrong = await post('', { text: 'Hi.' }, { authorization: 'Token wrong' })
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { err_code: 'INVALID_AUTH' }])
  expect((await post('', { text: 'Hi.' }, {})).status).toBe(401)
  await expect(client('wrong').speak.v1.audio.generate({ text: 'Hi.' })).rejects.toMatchObject({
    statusCode: 401,
    body: { err_code: 'INVALID_AUTH' },
  })
  const refusal = await refusalOf(service, '', { path: SPEAK, headers: { authorization: 'Token wrong' } })
  expect([refusal.status, JSON.parse(refusal.body)]).toMatchObject([401, { err_code: 'INVALID_AUTH' }])
  expect(spoken).toHaveLength(1)
})

test.each(['encoding=mp3', 'model=nobody', 'sample_rate=1'])('an upgrade with %s is refused', async (query) => {
  const { status, body } = await refusalOf(await connect(), query, { path: SPEAK, headers: TOKEN })
  expect([status, JSON.parse(body)]).toMatchObject([400, { err_code: expect.any(String) }])
})

test('beyond the limit of sockets an upgrade gets 429 in the words of the protocol', async () => {
  const service = await connect({ limits: { maxWebsockets: 0 } })
  const { status, body } = await refusalOf(service, '', { path: SPEAK, headers: TOKEN })
  expect([status, JSON.parse(body)]).toMatchObject([429, { err_code: 'TOO_MANY_REQUESTS' }])
})

test('a turn is Metadata, audio, Flushed; then Cleared, and close 1000', async () => {
  const socket = await recordSocket(await connect(), `${SPEAK}?model=aura-2-thalia-en`, TOKEN)
  await socket.until((frames) => frames.length === 1)
  socket.send({ type: 'Speak', text: 'Hello ' })
  socket.send({ type: 'Speak', text: 'there.' })
  socket.send({ type: 'Flush' })
  await socket.until((frames) => typesOf(frames).includes('Flushed'))
  socket.send({ type: 'Clear' })
  socket.send({ type: 'Close' })
  expect(await socket.closed).toEqual({ code: 1000, reason: '' })
  expect(typesOf(socket.frames)).toEqual(['Metadata', 'audio', 'Flushed', 'Cleared'])
  expect(messagesIn(socket.frames)).toEqual([
    {
      type: 'Metadata',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      model_name: 'aura-2-thalia-en',
      model_version: 'coda',
      model_uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
      additional_model_uuids: [],
    },
    { type: 'Flushed', sequence_id: 0 },
    { type: 'Cleared', sequence_id: 1 },
  ])
  expect(audioIn(socket.frames)).toHaveLength(2 * WORD_BYTES)
})

test('an empty flush is answered, and Close speaks what was not flushed without a Flushed', async () => {
  const socket = await recordSocket(await connect(), `${SPEAK}?encoding=mulaw&sample_rate=8000`, TOKEN)
  socket.send({ type: 'Flush' })
  socket.send({ type: 'Speak', text: 'One two' })
  socket.send({ type: 'Close' })
  expect((await socket.closed).code).toBe(1000)
  expect(typesOf(socket.frames)).toEqual(['Metadata', 'Flushed', 'audio'])
  expect(audioIn(socket.frames)).toHaveLength(2 * 800)
})

test('Clear stops what is being spoken, and nothing of it comes after Cleared', async () => {
  const { speak, release, stopped } = createPacedSpeech()
  const socket = await recordSocket(await connect({ speak }), SPEAK, TOKEN)
  socket.send({ type: 'Speak', text: 'One two stop three.' })
  socket.send({ type: 'Flush' })
  const signal = await stopped
  socket.send({ type: 'Clear' })
  await socket.until((frames) => typesOf(frames).includes('Cleared'))
  expect(signal.aborted).toBe(true)
  release()
  socket.send({ type: 'Speak', text: 'Four.' })
  socket.send({ type: 'Flush' })
  await socket.until((frames) => typesOf(frames).includes('Flushed'))
  expect(typesOf(socket.frames)).toEqual(['Metadata', 'audio', 'Cleared', 'audio', 'Flushed'])
  const cleared = socket.frames.findIndex((frame) => !Buffer.isBuffer(frame) && frame.type === 'Cleared')
  expect(audioIn(socket.frames.slice(cleared))).toHaveLength(WORD_BYTES)
})

test('a turn with a pause after a sentence has one Flushed, however long the pause', async () => {
  // The turn would end by itself at once.
  const socket = await recordSocket(await connect({ limits: { doneGraceMs: 0 } }), SPEAK, TOKEN)
  socket.send({ type: 'Speak', text: 'One. Two' })
  await socket.until((frames) => audioIn(frames).length === WORD_BYTES)
  const waited = new Promise((resolve) => socket.socket.once('pong', resolve))
  socket.socket.ping()
  await waited
  socket.send({ type: 'Speak', text: ' three.' })
  socket.send({ type: 'Flush' })
  await socket.until((frames) => typesOf(frames).includes('Flushed'))
  expect(typesOf(socket.frames)).toEqual(['Metadata', 'audio', 'Flushed'])
  expect(audioIn(socket.frames)).toHaveLength(3 * WORD_BYTES)
})

test('malformed messages get a Warning, and the socket stays open', async () => {
  const { send, until, frames, closed } = await recordSocket(await connect(), SPEAK, TOKEN)
  const malformed = ['{', '[]', '{}', '{"type":"Sing"}', '{"type":"Speak"}', '{"type":"Speak","text":7}', Buffer.of(1)]
  for (const message of malformed) send(message)
  send({ type: 'Speak', text: 'Hello.' })
  send({ type: 'Flush' })
  await until((all) => typesOf(all).includes('Flushed'))
  const warnings = messagesIn(frames).filter(({ type }) => type === 'Warning')
  expect(warnings).toHaveLength(malformed.length)
  expect(warnings[3]).toEqual({
    type: 'Warning',
    description: 'type must be one of Speak, Flush, Clear, Close',
    code: 'DATA-0000',
    warn_msg: 'type must be one of Speak, Flush, Clear, Close',
    warn_code: 'DATA-0000',
  })
  send({ type: 'Close' })
  expect((await closed).code).toBe(1000)
})

test.each([
  ['an over-long text', { limits: { maxTextLength: 10 } }, 1008, 'DATA-0001: text is too long'],
  [
    'a full server',
    {
      speak: () => {
        throw new SpeechError('pool.overloaded', 'full')
      },
    },
    1011,
    'NET-0000: service unavailable',
  ],
] as const)('%s gets an Error and close %d, with the codes of Deepgram', async (_, options, code, reason) => {
  const socket = await recordSocket(await connect(options), SPEAK, TOKEN)
  socket.send({ type: 'Speak', text: 'Hello there.' })
  socket.send({ type: 'Flush' })
  expect(await socket.closed).toEqual({ code, reason })
  const [errorCode, description] = reason.split(': ')
  expect(messagesIn(socket.frames).at(-1)).toEqual({ type: 'Error', code: errorCode, description })
})

test('a client that vanishes stops its speech', async () => {
  const { speak, release, stopped } = createPacedSpeech()
  const socket = await recordSocket(await connect({ speak }), SPEAK, TOKEN)
  socket.send({ type: 'Speak', text: 'One stop two.' })
  socket.send({ type: 'Flush' })
  const signal = await stopped
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
  socket.socket.terminate()
  await aborted
  release()
})

test('the SDK hears turns over its socket', async () => {
  const { client } = await connect()
  const socket = await client().speak.v1.connect({
    Authorization: `Token ${TEST_KEY}`,
    model: 'aura-2-thalia-en',
    encoding: 'linear16',
    sample_rate: '24000',
    reconnectAttempts: 0,
  })
  const types: string[] = []
  let bytes = 0
  const turns: (() => void)[] = []
  socket.on('message', (message: unknown) => {
    if (message instanceof Blob) {
      bytes += message.size
      return
    }
    const { type } = message as { type: string }
    types.push(type)
    if (type === 'Flushed') turns.shift()?.()
  })
  socket.connect()
  await socket.waitForOpen()
  for (const text of ['Hello there. ', 'And again.']) {
    const turn = new Promise<void>((resolve) => turns.push(resolve))
    for (const word of text.split(' ')) socket.sendText({ type: 'Speak', text: `${word} ` })
    socket.sendFlush({ type: 'Flush' })
    await turn
  }
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.sendClose({ type: 'Close' })
  await closed
  socket.close()
  expect(types).toEqual(['Metadata', 'Flushed', 'Flushed'])
  expect(bytes).toBe(4 * WORD_BYTES)
})

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('Speak' as const), words: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('Flush' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('Clear' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('malformed' as const) }) },
)

test('in any order of messages, answers are numbered, and what follows the last Clear is heard to its end', async () => {
  const service = await connect()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const socket = await recordSocket(service, SPEAK, TOKEN)
      for (const each of steps) {
        if (each.kind === 'Speak') socket.send({ type: 'Speak', text: 'Word. '.repeat(each.words) })
        else socket.send(each.kind === 'malformed' ? 'x' : { type: each.kind })
      }
      socket.send({ type: 'Close' })
      expect((await socket.closed).code).toBe(1000)
      const answers = messagesIn(socket.frames)
      const count = (type: string) => answers.filter((answer) => answer.type === type).length
      const numbers = answers.map(({ sequence_id }) => sequence_id).filter((id) => id !== undefined)
      expect(numbers).toEqual(numbers.map((_, i) => i))
      expect(count('Warning')).toBe(steps.filter(({ kind }) => kind === 'malformed').length)
      expect(count('Cleared')).toBe(steps.filter(({ kind }) => kind === 'Clear').length)
      const tail = steps.slice(steps.findLastIndex(({ kind }) => kind === 'Clear') + 1)
      const heard = socket.frames.slice(
        socket.frames.findLastIndex((frame) => !Buffer.isBuffer(frame) && frame.type === 'Cleared') + 1,
      )
      const words = tail.reduce((sum, each) => sum + (each.kind === 'Speak' ? each.words : 0), 0)
      expect(audioIn(heard)).toHaveLength(words * WORD_BYTES)
      const flushes = tail.filter(({ kind }) => kind === 'Flush').length
      expect(messagesIn(heard).filter((answer) => answer.type === 'Flushed')).toHaveLength(flushes)
    }),
    { numRuns: 40 },
  )
})
