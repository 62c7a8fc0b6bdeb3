import { expect, test } from 'vitest'
import { SpeechError } from '../../src/core/errors.ts'
import { createPacedSpeech } from './paced-speech.ts'
import { shareTestService, TEST_KEY, type TestServiceOptions } from './test-service.ts'

const SECRET = { 'x-vapi-secret': TEST_KEY }
const MESSAGE = { type: 'voice-request', text: 'Hello there.', sampleRate: 8000 }

const startService = shareTestService()

async function connect(options?: TestServiceOptions) {
  const service = await startService(options)
  const post = (
    body: unknown,
    {
      query = '?speaker=luna',
      headers = SECRET as Readonly<Record<string, string>>,
      signal = null as AbortSignal | null,
    } = {},
  ) =>
    fetch(`${service.url}/vapi/synthesize${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal,
    })
  return { ...service, post }
}

test.each([8000, 16_000, 22_050, 24_000, 44_100])('a voice request gets raw samples at %d Hz', async (sampleRate) => {
  const { post, spoken } = await connect()
  const call = { id: 'call', assistant: {}, customer: {}, timestamp: 1_700_000_000_000 }
  const answer = await post({ message: { ...MESSAGE, ...call, sampleRate } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  expect((await answer.arrayBuffer()).byteLength).toBe(2 * 2 * Math.floor(sampleRate / 10))
  expect(spoken).toMatchObject([{ sampleRateHz: sampleRate, voice: { speaker: 'luna' }, model: 'coda' }])
})

test('voice, model and language are those of the URL', async () => {
  const { post, spoken } = await connect()
  await (await post({ message: MESSAGE }, { query: '?speaker=nova&modelId=coda&lang=es' })).arrayBuffer()
  await (await post({ message: MESSAGE }, { query: '?speaker=luna&modelId=mistv3' })).arrayBuffer()
  expect(spoken).toMatchObject([
    { language: 'spa', model: 'coda' },
    { language: 'eng', model: 'mistv3' },
  ])
})

test('the key is the secret or a bearer credential; a wrong one gets 401 before the body is read', async () => {
  const { post, spoken } = await connect()
  expect((await post({ message: MESSAGE }, { headers: { authorization: `Bearer ${TEST_KEY}` } })).status).toBe(200)
  for (const headers of [{ 'x-vapi-secret': 'wrong' }, { authorization: 'Bearer wrong' }, {}]) {
    const answer = await post('{', { headers })
    expect([answer.status, await answer.json()]).toEqual([401, { error: expect.any(String) }])
  }
  expect(spoken).toHaveLength(1)
})

test.each([
  [{ message: { ...MESSAGE, type: 'status-update' } }, 400, 'message.type must be one of voice-request'],
  [{ message: { ...MESSAGE, sampleRate: 7999 } }, 400, 'message.sampleRate must be between 8000 and 48000'],
  [{ message: { ...MESSAGE, sampleRate: 96_000 } }, 400, 'message.sampleRate must be between 8000 and 48000'],
  [{ message: { ...MESSAGE, text: '' } }, 400, 'text must not be empty'],
  [{ message: { ...MESSAGE, text: 'x'.repeat(101) } }, 400, 'text is too long'],
  [{ message: [] }, 400, 'message must be an object'],
  [{}, 400, 'message must be an object'],
  ['{', 400, 'request body is not valid JSON'],
  [JSON.stringify({ message: { ...MESSAGE, text: 'x'.repeat(10_000) } }), 413, 'request body is too large'],
])('%j is refused with %d', async (body, status, error) => {
  const { post, spoken } = await connect({ limits: { maxTextLength: 100, maxBodyBytes: 5000 } })
  const answer = await post(body)
  expect([answer.status, await answer.json()]).toEqual([status, { error: expect.stringContaining(error) }])
  expect(spoken).toHaveLength(0)
})

test.each([
  ['?speaker=nobody', 'Speaker not found'],
  ['?speaker=luna&modelId=x', 'modelId must be one of'],
  ['?speaker=luna&lang=pl', 'Language pl is not supported'],
])('the query "%s" is refused', async (query, error) => {
  const { post, spoken } = await connect()
  const answer = await post({ message: MESSAGE }, { query })
  expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringContaining(error) }])
  expect(spoken).toHaveLength(0)
})

test('a full server asks for a later attempt, in JSON', async () => {
  const { post } = await connect({
    speak: () => {
      throw new SpeechError('pool.overloaded', 'full')
    },
  })
  const answer = await post({ message: MESSAGE })
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '1',
    { error: 'service unavailable' },
  ])
})

test('a client that vanishes stops its speech', async () => {
  const { speak, release, stopped } = createPacedSpeech()
  const { post } = await connect({ speak })
  const client = new AbortController()
  const answer = post({ message: { ...MESSAGE, text: 'One stop two.' } }, { signal: client.signal })
  answer.then((it) => it.arrayBuffer()).catch(() => {})
  const signal = await stopped
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
  client.abort()
  await aborted
  release()
})
