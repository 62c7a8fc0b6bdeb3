import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SpeechError } from '../../src/core/errors.ts'
import { heardIn } from './heard-words.ts'
import { createPacedSpeech } from './paced-speech.ts'
import { audioIn, messagesIn, recordSocket } from './recorded-socket.ts'
import { refusalOf } from './socket-client.ts'
import { shareTestService, TEST_KEY, type TestServiceOptions } from './test-service.ts'

const BODY = { language: 'en-US', voice: 'luna', type: 'text', text: 'Hello there.' }
const STREAM = '/jambonz/stream'
const QUERY = '?voice=luna&language=en-US&sampleRate=8000'
/** Bytes of a word of the test engine: 100 ms at 8000 samples per second. */
const WORD_BYTES = 1600

const startService = shareTestService()

async function connect(options?: TestServiceOptions) {
  const service = await startService(options)
  const post = (body: unknown, headers: Readonly<Record<string, string>> = { authorization: `Bearer ${TEST_KEY}` }) =>
    fetch(`${service.url}/jambonz/synthesize`, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { ...service, post }
}

test('a POST gets a WAV file', async () => {
  const { post, spoken } = await connect()
  const answer = await post(BODY)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav'])
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 4)).toBe('RIFF')
  expect(spoken).toMatchObject([{ text: 'Hello there.', language: 'eng', voice: { speaker: 'luna' } }])
})

test.each(['ssml', 'text'])('a text of type %s is read without its tags, and a break is a pause', async (type) => {
  const { post, spoken } = await connect()
  const text = '<speak><![CDATA[One & two]]><break strength="weak" time="1.5s"/> caf&#233;</speak>'
  expect((await post({ ...BODY, type, text })).status).toBe(200)
  expect(heardIn(spoken[0])).toEqual(['One', 'and', 'two', '1500 ms', 'cafe'])
})

test.each([
  [{ ...BODY, voice: 7 }, 400, 'voice must be a string'],
  [{ ...BODY, voice: 'nobody' }, 400, 'Speaker not found'],
  [{ ...BODY, text: '' }, 400, 'text must not be empty'],
  [{ ...BODY, type: 'ssml', text: '<speak></speak>' }, 400, 'text must not be empty'],
  [{ ...BODY, type: 'mp3' }, 400, 'type must be one of text, ssml'],
  [{ ...BODY, language: 'pl-PL' }, 400, 'Language pl-PL is not supported'],
  [{ ...BODY, text: 'x'.repeat(101) }, 400, 'text is too long'],
  ['{', 400, 'request body is not valid JSON'],
  [{ ...BODY, text: 'x'.repeat(10_000) }, 413, 'request body is too large'],
])('%j is refused with %d', async (body, status, error) => {
  const { post, spoken } = await connect({ limits: { maxTextLength: 100, maxBodyBytes: 5000 } })
  const answer = await post(body)
  expect([answer.status, await answer.json()]).toEqual([status, { error: expect.stringContaining(error) }])
  expect(spoken).toHaveLength(0)
})

test('a wrong key gets 401 on both transports', async () => {
  const service = await connect()
  const answer = await service.post('{', { authorization: 'Bearer wrong' })
  expect([answer.status, await answer.json()]).toEqual([401, { error: 'invalid api key' }])
  const headers = { authorization: 'Bearer wrong' }
  const { status, body } = await refusalOf(service, QUERY.slice(1), { path: STREAM, headers })
  expect([status, JSON.parse(body)]).toEqual([401, { error: 'invalid api key' }])
})

test.each(['language=pl', 'voice=nobody', 'voice=luna&sampleRate=1', 'voice=luna&language=pl'])(
  'a stream with %s is refused',
  async (query) => {
    const { status, body } = await refusalOf(await connect(), query, { path: STREAM })
    expect([status, JSON.parse(body)]).toEqual([400, { error: expect.any(String) }])
  },
)

test('a stream is connect, then audio, over several turns with a keepalive between', async () => {
  const { send, until, frames, closed } = await recordSocket(await connect(), STREAM + QUERY)
  await until((all) => all.length === 1)
  expect(frames).toEqual([{ type: 'connect', data: { sample_rate: 8000, base64_encoding: false } }])
  send({ type: 'stream', text: 'Hello.' })
  await until((all) => audioIn(all).length === WORD_BYTES)
  send({ type: 'stream', text: ' How are' })
  send({ type: 'stream', text: ' you' })
  send({ type: 'flush' })
  await until((all) => audioIn(all).length === 4 * WORD_BYTES)
  send({ type: 'keepalive' })
  send({ type: 'flush' })
  send({ type: 'stream', text: 'Fine' })
  send({ type: 'flush' })
  await until((all) => audioIn(all).length === 5 * WORD_BYTES)
  send({ type: 'stop' })
  expect(await closed).toEqual({ code: 1000, reason: '' })
  expect(messagesIn(frames)).toHaveLength(1)
})

test('texts of a stream are whole words, which jambonz sends without the spaces between them', async () => {
  const service = await connect()
  const { send, until } = await recordSocket(service, STREAM + QUERY)
  for (const text of ['Your order was', 'shipped on', 'Monday']) send({ type: 'stream', text })
  send({ type: 'flush' })
  await until((all) => audioIn(all).length === 6 * WORD_BYTES)
  expect(service.spoken[0]?.text.trim()).toBe('Your order was shipped on Monday')
})

test('stop ends what is being spoken and closes', async () => {
  const { speak, release, stopped } = createPacedSpeech()
  const { send, closed, frames } = await recordSocket(await connect({ speak }), STREAM + QUERY)
  send({ type: 'stream', text: 'One stop two.' })
  send({ type: 'flush' })
  const signal = await stopped
  send({ type: 'stop' })
  expect((await closed).code).toBe(1000)
  expect(signal.aborted).toBe(true)
  release()
  expect(audioIn(frames)).toHaveLength(WORD_BYTES)
})

test('malformed messages get an error, and the stream goes on', async () => {
  const { send, until, frames } = await recordSocket(await connect(), STREAM + QUERY)
  const malformed = [
    '{',
    '[]',
    '{}',
    '{"type":"sing"}',
    '{"type":"stream"}',
    '{"type":"stream","text":[]}',
    Buffer.of(1),
  ]
  for (const message of malformed) send(message)
  send({ type: 'stream', text: 'Hello.' })
  send({ type: 'flush' })
  await until((all) => audioIn(all).length === WORD_BYTES)
  const errors = messagesIn(frames).filter(({ type }) => type === 'error')
  expect(errors).toHaveLength(malformed.length)
  expect(errors[3]).toEqual({ type: 'error', error: 'type must be one of stream, flush, stop, keepalive' })
})

test.each([
  ['an over-long text', { limits: { maxTextLength: 10 } }, 'text is too long'],
  [
    'a full server',
    {
      speak: () => {
        throw new SpeechError('pool.overloaded', 'full')
      },
    },
    'service unavailable',
  ],
] as const)('%s gets an error and close 1011', async (_, options, error) => {
  const { send, frames, closed } = await recordSocket(await connect(options), STREAM + QUERY)
  send({ type: 'stream', text: 'Hello there.' })
  send({ type: 'flush' })
  expect((await closed).code).toBe(1011)
  expect(messagesIn(frames).at(-1)).toEqual({ type: 'error', error })
})

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .integer({ min: 1, max: 3 })
      .map((words) => ({ words, message: { type: 'stream', text: 'Word. '.repeat(words) } })),
  },
  { weight: 3, arbitrary: fc.constant({ words: 0, message: { type: 'flush' } }) },
  { weight: 1, arbitrary: fc.constant({ words: 0, message: { type: 'keepalive' } }) },
  { weight: 1, arbitrary: fc.constant({ words: 0, message: 'x' }) },
)

test('in any order of messages, every word is heard once and every malformed message answered once', async () => {
  const service = await connect()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { send, until, frames, socket } = await recordSocket(service, STREAM + QUERY)
      for (const { message } of steps) send(message)
      send({ type: 'stream', text: 'End' })
      send({ type: 'flush' })
      const words = steps.reduce((sum, each) => sum + each.words, 1)
      await until((all) => audioIn(all).length >= words * WORD_BYTES)
      expect(audioIn(frames)).toHaveLength(words * WORD_BYTES)
      const malformed = steps.filter(({ message }) => message === 'x').length
      expect(messagesIn(frames).map(({ type }) => type)).toEqual(['connect', ...Array(malformed).fill('error')])
      socket.terminate()
    }),
    { numRuns: 30 },
  )
})
