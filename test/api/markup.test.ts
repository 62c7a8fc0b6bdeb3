import { describe, expect, test } from 'vitest'
import { heardIn } from './heard-words.ts'
import { recordSocket } from './recorded-socket.ts'
import { shareTestService, TEST_KEY } from './test-service.ts'

const startService = shareTestService()

const TEXT = '<speak>Wait. <break time="2s"/> Go <emphasis level="strong">on</emphasis> [pause 500ms] now.</speak>'
const WITH_PAUSES = ['Wait', '2000 ms', 'Go', 'on', '500 ms', 'now']
const WITHOUT_PAUSES = ['Wait', 'Go', 'on', 'now']

async function heardBy(path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const service = await startService()
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  expect([200, 202]).toContain(answer.status)
  await answer.arrayBuffer()
  await expect.poll(() => service.spoken.length).toBeGreaterThan(0)
  return heardIn(service.spoken[0])
}

describe('a break is a pause, and no tag is read', () => {
  test.each([
    ['OpenAI', '/v1/audio/speech', { input: TEXT, model: 'tts-1', voice: 'luna' }, {}],
    ['ElevenLabs', '/v1/text-to-speech/luna', { text: TEXT }, { 'xi-api-key': TEST_KEY }],
    [
      'Cartesia',
      '/tts/bytes',
      {
        transcript: TEXT,
        model_id: 'sonic-3',
        voice: 'luna',
        output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
      },
      {},
    ],
    ['Deepgram', '/v1/speak?model=luna', { text: TEXT }, {}],
    ['jambonz', '/jambonz/synthesize', { text: TEXT, type: 'text', voice: 'luna' }, {}],
    ['Vapi', '/vapi/synthesize', { message: { type: 'voice-request', text: TEXT, sampleRate: 8000 } }, {}],
    ['jobs', '/v1/jobs', { text: TEXT, speaker: 'luna', modelId: 'coda' }, {}],
    ['mistv3', '/v1/rime-tts', { text: TEXT, speaker: 'luna', modelId: 'mistv3' }, {}],
    ['mistv2', '/v1/rime-tts', { text: TEXT, speaker: 'luna', modelId: 'mistv2' }, {}],
  ])('by %s', async (_, path, body, headers) => {
    expect(await heardBy(path, body, headers)).toEqual(WITH_PAUSES)
  })
})

test.each(['coda', 'arcana'])('S: %s has no custom pauses, so that a break is dropped', async (modelId) => {
  expect(await heardBy('/v1/rime-tts', { text: TEXT, speaker: 'luna', modelId })).toEqual(WITHOUT_PAUSES)
})

test('with and without its flag, <500> is a pause of mist or a number', async () => {
  const body = { text: 'Go <500> on', speaker: 'luna', modelId: 'mistv3' }
  expect(await heardBy('/v1/rime-tts', { ...body, pauseBetweenBrackets: true })).toEqual(['Go', '500 ms', 'on'])
  expect(await heardBy('/v1/rime-tts', body)).toEqual(['Go', 'five', 'hundred', 'on'])
})

test.each([
  ['mistv3', '/ws3', WITH_PAUSES],
  ['coda', '/ws3', WITHOUT_PAUSES],
  ['mistv3', '/ws', WITH_PAUSES],
])('tags that come in pieces over a socket of %s at %s are read as one', async (modelId, path, heard) => {
  const service = await startService()
  const { send, closed, socket } = await recordSocket(service, `${path}?speaker=luna&modelId=${modelId}`)
  for (const piece of TEXT.match(/.{1,4}/gs) ?? []) {
    if (path === '/ws') socket.send(piece)
    else send({ text: piece })
  }
  if (path === '/ws') socket.send('<EOS>')
  else send({ operation: 'eos' })
  await closed
  expect(service.spoken.flatMap(heardIn)).toEqual(heard)
})

test('times of words leave tags out, and stand where the words are written', async () => {
  const service = await startService()
  const text = 'Go <break time="1s"/>un<b>believ</b>ably **far** &amp; <sub alias="World Wide Web">WWW</sub>.'
  const body = { text, speaker: 'luna', modelId: 'mistv3', timestamps: true, samplingRate: 8000 }
  const answer = await service.speech(body, { accept: 'application/json' })
  const { word_timestamps, spans } = (await answer.json()) as {
    word_timestamps: { words: string[] }
    spans: [number, number][]
  }
  expect(word_timestamps.words).toEqual(['Go', 'unbelievably', '**far**', '&amp;', 'WWW.'])
  expect(spans.map(([start, end]) => text.slice(start, end))).toEqual([
    'Go',
    'un<b>believ</b>ably',
    '**far**',
    '&amp;',
    'WWW</sub>.',
  ])
})

test("ElevenLabs' alignment has the characters of the request, tags too", async () => {
  const service = await startService()
  const answer = await fetch(`${service.url}/v1/text-to-speech/luna/with-timestamps`, {
    method: 'POST',
    headers: { 'xi-api-key': TEST_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ text: TEXT }),
  })
  const { alignment } = (await answer.json()) as { alignment: { characters: string[] } }
  expect(alignment.characters.join('')).toBe(TEXT)
})
