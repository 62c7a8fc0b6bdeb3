import { expect, onTestFinished, test, vi } from 'vitest'
import { createKey } from '../../src/app/keys/manage-keys.ts'
import type { SpokenEvent } from '../../src/app/speech/narrator.ts'
import { SpeechError } from '../../src/core/errors.ts'
import { Samples } from '../../src/core/samples.ts'
import { audioIn, messagesIn, type RecordedSocket, recordSocket } from './recorded-socket.ts'
import { type Speak, shareTestService, startTestService, TEST_KEY, type TestService } from './test-service.ts'
import { openV1 } from './v1-client.ts'

// GET /v1/heard, of the sockets and answers of a token or key. The engine of the tests says each word in 100 ms.

const startService = shareTestService()
const WS3 = '/ws3?speaker=luna&modelId=coda'

const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` })

async function tokenOf({ url }: Pick<TestService, 'url'>, body: object = { heard: true }): Promise<string> {
  const answer = await fetch(`${url}/v1/tokens`, {
    method: 'POST',
    headers: bearer(TEST_KEY),
    body: JSON.stringify(body),
  })
  return ((await answer.json()) as { token: string }).token
}

/** Status and answer, JSON if it is some. */
async function heard({ url }: Pick<TestService, 'url'>, credential: string, query: object = {}) {
  const parameters = new URLSearchParams(query as Record<string, string>)
  const answer = await fetch(`${url}/v1/heard?${parameters}`, { headers: bearer(credential) })
  const text = await answer.text()
  return [answer.status, answer.ok ? JSON.parse(text) : text]
}

async function turn(socket: RecordedSocket, text: string, contextId?: string) {
  const dones = () => messagesIn(socket.frames).filter(({ type }) => type === 'done').length
  const before = dones()
  socket.send({ text, contextId })
  socket.send({ operation: 'flush' })
  await socket.until(() => dones() > before)
}

test('what a Cartesia client of a token cancels was not heard, and nothing is said of it', async () => {
  const service = await startService()
  const token = await tokenOf(service)
  const socket = await recordSocket(service, '/tts/websocket', bearer(token))
  const output_format = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 }
  socket.send({
    model_id: 'sonic-3',
    voice: 'luna',
    output_format,
    context_id: 'a',
    transcript: 'One two. Three four.',
  })
  await socket.until((frames) => messagesIn(frames).some(({ type }) => type === 'done'))
  socket.send({ context_id: 'a', cancel: true })
  await socket.roundTrip()
  expect(messagesIn(socket.frames).filter(({ type }) => type === 'done')).toEqual([
    expect.not.objectContaining({ heard: expect.anything() }),
  ])
  const [status, answer] = await heard(service, token, { positionMs: 1e6 })
  expect([status, answer.from]).toEqual([200, 'client'])
  const [, byClock] = await heard(service, token)
  expect(byClock.heard + byClock.remaining).toBe('One two. Three four.')
  const later = await heard(service, token)
  expect(later[1]).toEqual(byClock)
})

/** Says a text in one piece of so many samples. */
const saying = (length: number): Speak =>
  async function* ({ text }): AsyncGenerator<SpokenEvent> {
    const spoken = text.trim()
    yield { kind: 'word', span: { start: 0, end: spoken.length }, spoken, startSample: 0, endSample: length }
    yield { kind: 'audio', samples: new Samples(new Int16Array(length)) }
  }

test('what was played to its end is heard whole, wherever between two milliseconds it ends', async () => {
  for (const samples of [1600, 1603, 1604, 1605, 1607, 1599]) {
    const service = await startTestService({ speak: saying(samples) }) // at 8 samples a millisecond
    const path = '/ws3?speaker=luna&modelId=coda&samplingRate=8000&heard=true'
    const socket = await recordSocket(service, path, bearer(TEST_KEY))
    for (const contextId of ['first', 'second']) await turn(socket, 'Hello there. ', contextId)
    for (const contextId of ['first', 'second']) {
      for (const positionMs of [1e9, Math.round(samples / 8)]) {
        const [, answer] = await heard(service, TEST_KEY, { contextId, positionMs })
        expect(answer, `${samples} samples, ${positionMs} ms`).toMatchObject({ heard: 'Hello there. ', remaining: '' })
      }
    }
    socket.send({ operation: 'heard', positionMs: 1e6, contextId: 'second' })
    await socket.until((frames) => messagesIn(frames).some(({ type }) => type === 'heard'))
    expect(messagesIn(socket.frames).at(-1)).toMatchObject({ heard: 'Hello there. ', remaining: '' })
  }
})

async function close(socket: RecordedSocket) {
  socket.socket.close()
  await socket.closed
}

test('tells what was heard on the socket of a token, also after it was closed, and nothing is said on it', async () => {
  const service = await startService()
  const token = await tokenOf(service)
  const socket = await recordSocket(service, WS3, bearer(token))
  expect(await heard(service, token)).toEqual([404, 'nothing is known of what was heard'])
  await turn(socket, 'One two. Three four.', 'a')
  socket.send({ operation: 'clear' })
  await socket.roundTrip()
  expect(messagesIn(socket.frames).filter(({ type }) => type === 'heard')).toEqual([])
  const answer = {
    contextId: 'a',
    heard: 'One two.',
    remaining: ' Three four.',
    positionMs: 190,
    from: 'client',
    precision: 'word',
    isComplete: true,
  }
  expect(await heard(service, token, { positionMs: 190 })).toEqual([200, answer])
  await close(socket)
  expect(await heard(service, token, { positionMs: 190 })).toEqual([200, answer])
  const [, byClock] = await heard(service, token)
  expect(byClock).toMatchObject({ from: 'clock' })
  expect(byClock.heard + byClock.remaining).toBe('One two. Three four.')
})

test('is about the last turn with audio, or about that of a context', async () => {
  const service = await startService()
  const token = await tokenOf(service)
  const socket = await recordSocket(service, WS3, bearer(token))
  await turn(socket, 'One two.', 'a')
  await turn(socket, 'Three four.', 'b')
  socket.send({ text: 'Five', contextId: 'c' })
  await socket.roundTrip()
  expect((await heard(service, token, { positionMs: 60 }))[1]).toMatchObject({ contextId: 'b', heard: 'Three' })
  expect((await heard(service, token, { positionMs: 60, contextId: 'a' }))[1]).toMatchObject({ heard: 'One' })
  expect((await heard(service, token, { positionMs: 60, contextId: 'c' }))[1]).toMatchObject({
    heard: '',
    remaining: 'Five',
    isComplete: false,
  })
  expect(await heard(service, token, { contextId: 'd' })).toEqual([404, expect.any(String)])
})

test('asks for more when several sockets of a token are open', async () => {
  const service = await startService()
  const token = await tokenOf(service)
  const idle = await recordSocket(service, WS3, bearer(token))
  const sockets = await Promise.all(['a', 'b'].map(() => recordSocket(service, WS3, bearer(token))))
  await turn(sockets[0] as RecordedSocket, 'One.', 'a')
  expect((await heard(service, token, { positionMs: 70 }))[1]).toMatchObject({ heard: 'One.' })
  await turn(sockets[1] as RecordedSocket, 'Two.', 'b')
  expect(await heard(service, token, { positionMs: 70 })).toEqual([
    409,
    'several connections are open: contextId or requestId is required',
  ])
  expect((await heard(service, token, { positionMs: 70, contextId: 'a' }))[1]).toMatchObject({ heard: 'One.' })
  await close(sockets[1] as RecordedSocket)
  expect((await heard(service, token, { positionMs: 70 }))[1]).toMatchObject({ contextId: 'b', heard: 'Two.' })
  await close(idle)
})

test('is only for who opened the socket', async () => {
  const service = await startService()
  const [token, other, plain] = await Promise.all([tokenOf(service), tokenOf(service), tokenOf(service, {})])
  expect(token).not.toBe(other)
  const terms = { name: '', roles: ['synthesis'], expiresAt: null, maxConcurrent: null } as const
  const { key } = await createKey(service.keys, { ...terms, roles: ['synthesis'] }, new Date())
  await turn(await recordSocket(service, WS3, bearer(token)), 'One two.', 'secret')
  for (const credential of [other, plain, key, TEST_KEY]) {
    expect(await heard(service, credential, { contextId: 'secret' })).toEqual([404, expect.any(String)])
  }
  expect((await fetch(`${service.url}/v1/heard`)).status).toBe(401)
  await turn(await recordSocket(service, WS3, bearer(plain)), 'Three.', 'plain')
  expect(await heard(service, plain)).toEqual([404, expect.any(String)])
  await turn(await recordSocket(service, `${WS3}&heard=true`, bearer(key)), 'Four.', 'own')
  expect((await heard(service, key, { positionMs: 70 }))[1]).toMatchObject({ contextId: 'own', heard: 'Four.' })
})

test.each([
  [{ positionMs: -1 }, 'positionMs must be at least 0'],
  [{ positionMs: 'NaN' }, 'positionMs must be a number'],
  [{ positionMs: 'Infinity' }, 'positionMs must be a number'],
  [{ contextId: 'x'.repeat(1001) }, 'contextId is too long'],
])('refuses %j', async (query, message) => {
  const service = await startService()
  expect(await heard(service, await tokenOf(service), query)).toEqual([400, message])
})

test('takes an empty and a huge position', async () => {
  const service = await startService()
  const token = await tokenOf(service)
  await turn(await recordSocket(service, WS3, bearer(token)), 'One two.')
  expect((await heard(service, token, { positionMs: '' }))[1]).toMatchObject({ contextId: null, from: 'clock' })
  expect((await heard(service, token, { positionMs: '1e300' }))[1]).toMatchObject({
    heard: 'One two.',
    positionMs: 200,
  })
})

test('tells what was heard of a turn that failed', async () => {
  const service = await startTestService({
    async *speak({ text, sampleRateHz }) {
      yield { kind: 'word', span: { start: 0, end: 3 }, spoken: 'one', startSample: 0, endSample: sampleRateHz / 10 }
      const { Samples } = await import('../../src/core/samples.ts')
      yield { kind: 'audio', samples: new Samples(new Int16Array(sampleRateHz / 10)) }
      if (text.includes('two')) throw new SpeechError('engine.crashed', 'gone')
    },
  })
  const token = await tokenOf(service)
  const socket = await recordSocket(service, WS3, bearer(token))
  socket.send({ text: 'One two. Three.', contextId: 'a' })
  socket.send({ operation: 'flush' })
  expect(await socket.closed).toMatchObject({ code: 1011 })
  expect((await heard(service, token, { positionMs: 5000 }))[1]).toMatchObject({
    contextId: 'a',
    heard: 'One',
    remaining: ' two. Three.',
    positionMs: 100,
    isComplete: false,
  })
})

test('knows the sockets of all protocols', async () => {
  const service = await startService()
  const raw = await tokenOf(service)
  const rawSocket = await recordSocket(service, '/ws?speaker=luna&modelId=coda', bearer(raw))
  rawSocket.send('One two. ')
  await rawSocket.until((frames) => audioIn(frames).length >= 9600)
  expect((await heard(service, raw, { positionMs: 60 }))[1]).toMatchObject({ heard: 'One', remaining: ' two. ' })

  const late = await tokenOf(service)
  const v1 = await openV1(service, { path: '/coda/ws', headers: {} })
  v1.send({ config: { authorization: late } })
  v1.send({ contextId: 'x', start: { speaker: 'luna', text: 'One two.' } })
  await v1.finished('x')
  expect((await heard(service, late, { positionMs: 60, contextId: 'x' }))[1]).toMatchObject({ heard: 'One' })
  const started = v1.events.find(({ payload }) => payload.case === 'started')?.payload.value as { requestId: string }
  expect((await heard(service, late, { requestId: started.requestId, positionMs: 160 }))[1]).toMatchObject({
    contextId: 'x',
    heard: 'One two.',
  })

  const flux = await tokenOf(service)
  const fluxSocket = await recordSocket(service, '/v2/speak?model=flux-haley-en', { authorization: `Token ${flux}` })
  fluxSocket.send({ type: 'Speak', text: 'One two.' })
  fluxSocket.send({ type: 'Flush' })
  const frames = await fluxSocket.until((all) => messagesIn(all).some(({ type }) => type === 'SpeechMetadata'))
  const { speech_id } = messagesIn(frames).at(-1) as { speech_id: string }
  expect((await heard(service, flux, { positionMs: 60 }))[1]).toMatchObject({ contextId: speech_id, heard: 'One' })

  const eleven = await tokenOf(service)
  const single = await recordSocket(service, '/v1/text-to-speech/luna/stream-input', { 'xi-api-key': eleven })
  single.send({ text: 'One two. ' })
  single.send({ text: '' })
  await single.closed
  expect((await heard(service, eleven, { positionMs: 60 }))[1]).toMatchObject({ contextId: null, heard: 'One' })
})

test('knows where the client of a token was that interrupted Flux without an offset, and changes nothing of what it is told', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const service = await startService()
  const token = await tokenOf(service)
  const socket = await recordSocket(service, '/v2/speak?model=flux-haley-en', { authorization: `Token ${token}` })
  const count = (name: string) => messagesIn(socket.frames).filter(({ type, code }) => name === (code ?? type)).length
  const interrupt = async (name: string, offset = {}) => {
    const before = count(name)
    socket.send({ type: 'Interrupt', ...offset })
    await socket.until(() => count(name) > before)
    return messagesIn(socket.frames).at(-1)
  }
  socket.send({ type: 'Speak', text: 'One two three. Four' })
  await socket.until((all) => audioIn(all).length >= 3 * 4800)
  vi.advanceTimersByTime(170)
  // As without a token: the rest counts as played for those who do not know better.
  expect(await interrupt('SpeechInterrupted')).toMatchObject({ audio_played_ms: 300 })
  vi.advanceTimersByTime(5000)
  const first = { heard: 'One two', remaining: ' three. Four', positionMs: 170, from: 'clock', isComplete: false }
  expect((await heard(service, token))[1]).toMatchObject(first)
  expect((await heard(service, token, { positionMs: 80 }))[1]).toMatchObject({ heard: 'One', from: 'client' })

  socket.send({ type: 'Speak', text: 'Five six seven.' })
  socket.send({ type: 'Flush' })
  await socket.until(() => count('SpeechMetadata') === 1)
  vi.advanceTimersByTime(80)
  await interrupt('NO_ACTIVE_SPEECH')
  vi.advanceTimersByTime(90)
  await interrupt('NO_ACTIVE_SPEECH')
  vi.advanceTimersByTime(5000)
  expect((await heard(service, token))[1]).toMatchObject({ heard: 'Five', remaining: ' six seven.', positionMs: 80 })
  const offset = { playback_offset: { type: 'time_ms', value: 300 + 170 } }
  expect(await interrupt('SpeechInterrupted', offset)).toMatchObject({ text_spoken: 'Five six', audio_played_ms: 470 })
})

test("knows the answers of OpenAI's API by the id of their request, in both formats", async () => {
  const service = await startService()
  const token = await tokenOf(service)
  const speak = (credential: string, body: object = {}, query = '') =>
    fetch(`${service.url}/v1/audio/speech${query}`, {
      method: 'POST',
      headers: bearer(credential),
      body: JSON.stringify({ input: 'One two. Three.', response_format: 'pcm', ...body }),
    })
  const answers = await Promise.all([
    speak(token),
    speak(token, { stream_format: 'sse' }),
    speak(TEST_KEY, {}, '?heard=true'),
  ])
  const credentials = [token, token, TEST_KEY]
  for (const [i, answer] of answers.entries()) {
    await answer.arrayBuffer()
    const requestId = answer.headers.get('x-request-id')
    expect(await heard(service, credentials[i] as string, { requestId, positionMs: 170 })).toEqual([
      200,
      {
        contextId: null,
        heard: 'One two.',
        remaining: ' Three.',
        positionMs: 170,
        from: 'client',
        precision: 'word',
        isComplete: true,
      },
    ])
    expect(await heard(service, await tokenOf(service), { requestId })).toEqual([404, expect.any(String)])
  }
  expect(await heard(service, token)).toEqual([404, expect.any(String)])
  const unkept = await speak(TEST_KEY)
  await unkept.arrayBuffer()
  expect((await heard(service, TEST_KEY, { requestId: unkept.headers.get('x-request-id') }))[0]).toBe(404)
  expect((await speak(TEST_KEY, {}, '?heard=true&heardLagMs=9999')).status).toBe(400)
})

test('a minute after the end of a socket, its texts are forgotten', async () => {
  const service = await startTestService()
  const token = await tokenOf(service)
  const socket = await recordSocket(service, WS3, bearer(token))
  await turn(socket, 'One two.')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await close(socket)
  await vi.waitFor(() => expect(service.log.some((line) => line.includes('"session"'))).toBe(true))
  vi.advanceTimersByTime(58_000)
  expect((await heard(service, token, { positionMs: 60 }))[1]).toMatchObject({ heard: 'One' })
  vi.advanceTimersByTime(3000)
  expect((await heard(service, token))[0]).toBe(404)
})

test('texts and contexts never reach the log', async () => {
  const service = await startService()
  const token = await tokenOf(service)
  const socket = await recordSocket(service, `${WS3}&heard=true`, bearer(token))
  await turn(socket, 'Mellifluous words.', 'my-context')
  socket.send({ operation: 'clear', positionMs: 60 })
  await heard(service, token, { contextId: 'my-context' })
  await close(socket)
  expect(service.log.join('\n')).not.toMatch(/Mellifluous|my-context|hft_/)
})
