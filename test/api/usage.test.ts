import { describe, expect, test, vi } from 'vitest'
import { createKey } from '../../src/app/keys/manage-keys.ts'
import { failWith } from './failing-speech.ts'
import { audioOf, openGrpc } from './grpc-client.ts'
import { openSocket } from './socket-client.ts'
import { startTestService, TEST_KEY, type TestService } from './test-service.ts'

type Row = Record<string, unknown>
const TERMS = { name: '', roles: ['synthesis'], expiresAt: null, maxConcurrent: null } as const
const BEARER = { authorization: `Bearer ${TEST_KEY}` }

async function usage({ url }: TestService, query: string, key = TEST_KEY): Promise<Row[]> {
  const answer = await fetch(`${url}/v1/usage?${query}`, { headers: { authorization: `Bearer ${key}` } })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: Row[] }).data
}

/** Speaks, reads the answer, and returns its status. */
async function speak(service: TestService, body: object, key = TEST_KEY) {
  const answer = await service.speech(
    { speaker: 'luna', modelId: 'coda', ...body },
    { authorization: `Bearer ${key}`, accept: 'audio/L16' },
  )
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
}

describe('O: usage', () => {
  test('counts calls of gRPC, whole and streamed, in the usage and in the log (G-16)', async () => {
    const service = await startTestService()
    const client = openGrpc(`127.0.0.1:${service.port}`)
    const start = { speaker: 'astra', audioParameters: { audioFormat: 'audio/pcm', samplingRate: 24_000 } }
    const { code, messages } = await client.synthesize({ ...start, text: 'One two 🙂.' })
    const call = client.stream()
    call.header({ ...start, text: 'Hello ' })
    call.text('there. ')
    call.end()
    const streamed = await call.ended
    expect([code, streamed.code]).toEqual([0, 0])
    expect(await client.synthesize({ ...start, text: '' })).toMatchObject({ code: 3 })
    const bytes = [messages, streamed.messages].map((each) => audioOf(each).length)
    await vi.waitFor(async () =>
      expect(await usage(service, 'by=protocol,model,voice')).toEqual([
        expect.objectContaining({
          protocol: 'Rime gRPC',
          model: 'coda',
          voice: 'astra',
          requests: 2,
          characters: [...'One two 🙂.Hello there. '].length,
          audioSeconds: bytes.reduce((sum, one) => sum + one, 0) / 2 / 24_000,
          errors: 0,
          firstAudioMs: { p50: expect.any(Number), p95: expect.any(Number), p99: expect.any(Number) },
        }),
      ]),
    )
    const logged = service.log.map((line) => JSON.parse(line)).filter(({ route }) => route?.startsWith('/rime.'))
    expect(logged).toEqual([
      expect.objectContaining({
        method: 'POST',
        route: '/rime.TextToSpeech/Synthesize',
        status: 200,
        grpcStatus: 0,
        model: 'coda',
        voice: 'astra',
        characters: 10,
        audioSeconds: expect.any(Number),
        firstAudioMs: expect.any(Number),
        keyId: expect.any(String),
        message: 'request',
      }),
      expect.objectContaining({ route: '/rime.TextToSpeech/SynthesizeStreaming', grpcStatus: 0, characters: 13 }),
      expect.objectContaining({ grpcStatus: 3, status: 400, reason: 'text must not be empty' }),
    ])
    expect(service.log.join('')).not.toMatch(/Hello|One two/)
    expect(service.log.join('')).not.toContain(TEST_KEY)
  })

  test('is what a client counts: requests, characters, audio, by key, model, protocol and voice', async () => {
    const service = await startTestService()
    const { key, record } = await createKey(service.keys, TERMS, new Date())
    const expected = { requests: 0, characters: 0, bytes: 0 }
    const texts = Array.from({ length: 40 }, (_, i) => 'Hi 🙂 '.repeat(1 + (i % 7)))
    await Promise.all(
      texts.map(async (text) => {
        const { bytes } = await speak(service, { text, samplingRate: 24_000 }, key)
        expected.requests++
        expected.characters += [...text].length
        expected.bytes += bytes
      }),
    )
    await fetch(`${service.url}/v1/audio/speech`, {
      method: 'POST',
      headers: BEARER,
      body: JSON.stringify({ model: 'tts-1', voice: 'astra', input: 'One two.' }),
    }).then((answer) => answer.arrayBuffer())
    const socket = await openSocket(service)
    socket.send({ text: 'Hello there.' })
    socket.send({ operation: 'eos' })
    await socket.closed
    await vi.waitFor(async () => expect((await usage(service, 'by='))[0]?.requests).toBe(42))

    const byProtocol = await usage(service, 'by=key,model,protocol,voice')
    expect(byProtocol.find(({ key: id }) => id === record.id)).toMatchObject({
      model: 'coda',
      protocol: 'Speech',
      voice: 'luna',
      requests: expected.requests,
      characters: expected.characters,
      audioSeconds: expected.bytes / 2 / 24_000,
      errors: 0,
      firstAudioMs: { p50: expect.any(Number), p95: expect.any(Number), p99: expect.any(Number) },
    })
    expect(byProtocol.find(({ key: id, protocol }) => id !== record.id && protocol === 'Speech')).toMatchObject({
      firstAudioMs: { p50: expect.any(Number) },
    })
    expect(byProtocol.find(({ protocol }) => protocol === 'OpenAI')).toMatchObject({ characters: 8, requests: 1 })
    expect(await usage(service, 'by=', key)).toMatchObject([{ requests: 40, characters: expected.characters }])
    expect(await usage(service, 'from=2020-01-01&to=2020-01-31')).toEqual([])
  })

  test('counts the speech of an open socket before it ends, and never twice', async () => {
    const service = await startTestService()
    const socket = await openSocket(service)
    for (const turn of [1, 2]) {
      socket.send({ text: 'Hello there.' })
      socket.send({ operation: 'flush' })
      await socket.untilDone(turn)
      const figures = { requests: 1, characters: 12 * turn, audioSeconds: 0.2 * turn, errors: 0 }
      await vi.waitFor(async () => {
        const [row] = await usage(service, 'by=')
        expect(row).toMatchObject({ ...figures, audioSeconds: expect.closeTo(figures.audioSeconds, 3) })
      })
    }
  })

  test('counts answers that fail, and nothing that is refused before speech', async () => {
    const service = await startTestService({
      speak: failWith(new Error('fault')),
    })
    expect((await speak(service, { text: 'Hello.' })).status).toBe(500)
    expect((await speak(service, { text: '' })).status).toBe(400)
    expect((await speak(service, { text: 'Hello.', speaker: 'nobody' })).status).toBe(400)
    await vi.waitFor(async () => expect(await usage(service, 'by=')).toMatchObject([{ requests: 1, errors: 1 }]))
  })

  test('is exported as CSV', async () => {
    const service = await startTestService({ clock: () => new Date('2026-03-01T12:00:00Z') })
    await speak(service, { text: 'Hello.' })
    await vi.waitFor(async () => expect(await usage(service, '')).toHaveLength(1))
    const answer = await fetch(`${service.url}/v1/usage?by=voice,day`, { headers: { ...BEARER, accept: 'text/csv' } })
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/)
    expect((await answer.text()).split('\r\n').slice(0, 2)).toEqual([
      'day,voice,requests,characters,audio_seconds,errors,first_audio_p50_ms,first_audio_p95_ms,first_audio_p99_ms',
      expect.stringMatching(/^2026-03-01,luna,1,6,0\.1,0,[\d.]+,[\d.]+,[\d.]+$/),
    ])
  })

  test.each([
    ['by=text', 'by must be a comma-separated list of day, key, model, protocol, voice'],
    ['from=yesterday', 'from must be a date such as 2026-03-01'],
    ['from=2026-03-02&to=2026-03-01', 'from must not be after to'],
  ])('refuses the query %s: %s', async (query, message) => {
    const { url } = await startTestService()
    const answer = await fetch(`${url}/v1/usage?${query}`, { headers: BEARER })
    expect([answer.status, await answer.json()]).toEqual([400, { error: { message } }])
  })

  test('C: /usage/recent-history has the characters of each of the last 30 days, by model', async () => {
    const service = await startTestService({ clock: () => new Date('2026-03-01T12:00:00Z') })
    await speak(service, { text: 'Hello.' })
    await speak(service, { text: 'Hi.', modelId: 'mistv2', speaker: 'cove' })
    await vi.waitFor(async () => expect(await usage(service, 'by=model')).toHaveLength(2))
    const answer = await fetch(`${service.url}/usage/recent-history`, { headers: BEARER })
    const { data } = (await answer.json()) as { data: Row[] }
    expect(data).toHaveLength(30)
    expect(data[0]).toEqual({ day: '2026-01-31', mistChars: 0, arcanaChars: 0, codaChars: 0 })
    expect(data.at(-1)).toEqual({ day: '2026-03-01', mistChars: 3, arcanaChars: 0, codaChars: 6 })
  })
})
