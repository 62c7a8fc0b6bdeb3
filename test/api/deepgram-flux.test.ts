import { DeepgramClient } from '@deepgram/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invalidRequest, SpeechError } from '../../src/core/errors.ts'
import { FLUX_VOICES } from '../../src/protocols/deepgram/flux-voices.ts'
import { readCatalogue } from '../../src/voices/catalogue.ts'
import '../property-seed.ts'
import { createPacedSpeech } from './paced-speech.ts'
import { audioIn, messagesIn, type RecordedSocket, recordSocket, typesOf } from './recorded-socket.ts'
import { refusalOf } from './socket-client.ts'
import { shareTestService, TEST_KEY, type TestService, type TestServiceOptions } from './test-service.ts'

const TOKEN = { authorization: `Token ${TEST_KEY}` }
const SPEAK = '/v2/speak'
const MODEL = 'model=flux-haley-en'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Bytes and milliseconds of a word of the test engine, at 24,000 samples per second. */
const WORD_BYTES = 4800
const WORD_MS = 100

const startService = shareTestService()

const open = async (query = MODEL, service?: Pick<TestService, 'url'>) =>
  recordSocket(service ?? (await startService()), `${SPEAK}?${query}`, TOKEN)

const last = ({ frames }: RecordedSocket) => messagesIn(frames).at(-1)
const codesIn = ({ frames }: RecordedSocket) =>
  messagesIn(frames).flatMap(({ code }) => (code === undefined ? [] : [code]))
const until = (socket: RecordedSocket, type: string, count = 1) =>
  socket.until((frames) => messagesIn(frames).filter((message) => message.type === type).length >= count)

async function turn(socket: RecordedSocket, ...texts: string[]) {
  const count = messagesIn(socket.frames).filter(({ type }) => type === 'SpeechMetadata').length
  for (const text of texts) socket.send({ type: 'Speak', text })
  socket.send({ type: 'Flush' })
  await until(socket, 'SpeechMetadata', count + 1)
}

/** The answer to a message that has one. */
async function ask(socket: RecordedSocket, message: object) {
  const { length } = socket.frames
  socket.send(message)
  await socket.until((frames) => frames.length > length)
  return last(socket)
}

const interrupt = (value?: number) => ({
  type: 'Interrupt',
  ...(value === undefined ? {} : { playback_offset: { type: 'time_ms', value } }),
})

test('a turn is SpeechStarted, audio, Flushed, SpeechMetadata; Close adds up and closes with 1000', async () => {
  const socket = await open()
  await turn(socket, 'Sure, ', 'I can help.')
  socket.send({ type: 'Close' })
  expect(await socket.closed).toEqual({ code: 1000, reason: '' })
  expect(typesOf(socket.frames)).toEqual([
    'Connected',
    'SpeechStarted',
    'audio',
    'Flushed',
    'SpeechMetadata',
    'SessionMetadata',
  ])
  expect(audioIn(socket.frames)).toHaveLength(4 * WORD_BYTES)
  const [connected, started, flushed, metadata, totals] = messagesIn(socket.frames)
  expect(connected).toEqual({
    type: 'Connected',
    request_id: expect.stringMatching(UUID),
    model_name: 'flux-haley-en',
    model_version: 'coda',
    model_uuids: [expect.stringMatching(UUID)],
  })
  const { speech_id } = started ?? {}
  expect(speech_id).toMatch(/^dg_sp_[0-9a-f]{12}$/)
  expect(flushed).toEqual({ type: 'Flushed', speech_id })
  expect(metadata).toEqual({
    type: 'SpeechMetadata',
    speech_id,
    audio_duration_ms: 4 * WORD_MS,
    input_character_count: 17,
    billable_character_count: 17,
    controls_applied: { pronunciations_applied: 0, breaks_applied: 0, pronunciation_warnings: 0 },
  })
  expect(totals).toEqual({
    type: 'SessionMetadata',
    total_audio_duration_ms: 4 * WORD_MS,
    total_input_character_count: 17,
    total_billable_character_count: 17,
  })
})

test('an Interrupt with an offset splits the text of the turn, and the next turn counts from there', async () => {
  const socket = await open()
  const first = 'One two three four. '
  await turn(socket, first, 'Five six.')
  const answer = await ask(socket, interrupt(370))
  expect(answer).toMatchObject({
    type: 'SpeechInterrupted',
    audio_played_ms: 370,
    text_spoken: 'One two three four.',
    text_remaining: ' Five six.',
    metadata: { audio_duration_ms: 600, input_character_count: 29 },
  })
  await turn(socket, 'Six seven eight nine.')
  expect(await ask(socket, interrupt(370))).toMatchObject({ type: 'Warning', code: 'INVALID_INTERRUPT_OFFSET' })
  expect(await ask(socket, interrupt(370 + 200))).toMatchObject({
    text_spoken: 'Six seven',
    text_remaining: ' eight nine.',
  })
  socket.send({ type: 'Close' })
  await socket.closed
  expect(last(socket)).toMatchObject({ total_audio_duration_ms: 570, total_input_character_count: 50 })
})

test('what is out of place gets a Warning, and the session goes on', async () => {
  const socket = await open()
  expect(await ask(socket, interrupt())).toMatchObject({ type: 'Warning', code: 'NO_AUDIO_GENERATED' })
  expect(await ask(socket, { type: 'Flush' })).toMatchObject({ type: 'Warning', code: 'NO_ACTIVE_SPEECH' })
  for (const text of [' ', '', '...', '?!']) {
    await turn(socket, text)
    expect(last(socket)).toMatchObject({
      type: 'SpeechMetadata',
      audio_duration_ms: 0,
      input_character_count: text.length,
    })
  }
  expect(audioIn(socket.frames)).toHaveLength(0)
  expect(codesIn(socket).slice(2)).toEqual(Array(4).fill('NO_SYNTHESIZABLE_TEXT'))
  await turn(socket, 'Hello.')
  expect(await ask(socket, interrupt())).toMatchObject({ code: 'NO_ACTIVE_SPEECH' })
  expect(await ask(socket, interrupt(WORD_MS))).toMatchObject({ code: 'NO_ACTIVE_SPEECH' })
  expect(await ask(socket, interrupt(0))).toMatchObject({
    text_spoken: '',
    text_remaining: 'Hello.',
    audio_played_ms: 0,
  })
})

test('an Interrupt stops what is being spoken, and nothing of it comes after the answer', async () => {
  const { speak, release, stopped } = createPacedSpeech()
  const socket = await open(MODEL, await startService({ speak }))
  socket.send({ type: 'Speak', text: 'One two stop three. Four' })
  const signal = await stopped
  await socket.until((frames) => audioIn(frames).length === 2 * WORD_BYTES)
  expect(await ask(socket, interrupt())).toMatchObject({ type: 'SpeechInterrupted', audio_played_ms: 200 })
  expect(last(socket)).not.toHaveProperty('text_spoken')
  expect(signal.aborted).toBe(true)
  release()
  await turn(socket, 'Five.')
  expect(typesOf(socket.frames)).toEqual([
    ...['Connected', 'SpeechStarted', 'audio', 'SpeechInterrupted'],
    ...['SpeechStarted', 'audio', 'Flushed', 'SpeechMetadata'],
  ])
  expect(audioIn(socket.frames)).toHaveLength(3 * WORD_BYTES)
})

test('with heard=true an Interrupt without an offset is answered with what the clock says was heard', async () => {
  const socket = await open(`${MODEL}&heard=true&heardLagMs=2000`)
  await turn(socket, 'One two three.')
  expect(await ask(socket, interrupt())).toMatchObject({
    type: 'SpeechInterrupted',
    audio_played_ms: 0,
    heard_from: 'clock',
    text_spoken: '',
    text_remaining: 'One two three.',
  })
})

test('Configure changes the speed of the next segment, and is answered once', async () => {
  const service = await startService()
  service.forget()
  const socket = await open(MODEL, service)
  expect(await ask(socket, { type: 'Configure' })).toEqual({ type: 'ConfigureSuccess', applied: {} })
  await turn(socket, 'One.')
  expect(await ask(socket, { type: 'Configure', speed: 1.15 })).toEqual({
    type: 'ConfigureSuccess',
    applied: { speed: 1.15 },
  })
  expect(await ask(socket, { type: 'Configure', speed: 3.5 })).toEqual({
    type: 'ConfigureFailure',
    code: 'SPEED_OUT_OF_RANGE',
    description: expect.any(String),
    field: 'speed',
    value: 3.5,
  })
  expect(await ask(socket, { type: 'Configure', speed: 1.07 })).toMatchObject({
    code: 'SPEED_INCREMENT_INVALID',
    value: 1.07,
  })
  for (const speed of [0.5, 1.5, 0.1 * 7, 1.1500000001]) {
    expect(await ask(socket, { type: 'Configure', speed }), `${speed}`).toMatchObject({ type: 'ConfigureSuccess' })
  }
  expect(await ask(socket, { type: 'Configure', speed: null })).toEqual({
    type: 'ConfigureSuccess',
    applied: { speed: 1.15 },
  })
  await turn(socket, 'Two.')
  expect(service.spoken.map(({ rate }) => rate)).toEqual([1, 1.15])
})

test.each([
  ['{nope', 'MESSAGE-0000', 1008],
  ['{}', 'MESSAGE-0000', 1008],
  ['[]', 'MESSAGE-0000', 1008],
  ['null', 'MESSAGE-0000', 1008],
  ['{"type":"Speak"}', 'MESSAGE-0000', 1008],
  ['{"type":"Speak","text":7}', 'MESSAGE-0000', 1008],
  ['{"type":"Configure","speed":"fast"}', 'MESSAGE-0000', 1008],
  [JSON.stringify(interrupt(-1)), 'MESSAGE-0000', 1008],
  ['{"type":"Interrupt","playback_offset":{"type":"time_ms"}}', 'MESSAGE-0000', 1008],
  ['{"type":"Interrupt","playback_offset":{"type":"samples","value":1}}', 'MESSAGE-0000', 1008],
  ['{"type":"Explode"}', 'DATA-0000', 1008],
  ['{"type":"Clear"}', 'DATA-0000', 1008],
  [Buffer.of(1), 'DATA-0000', 1008],
] as const)('%s ends the session with an Error', async (message, code, closeCode) => {
  const socket = await open()
  socket.send(message)
  expect(await socket.closed).toEqual({ code: closeCode, reason: code })
  expect(last(socket)).toEqual({ type: 'Error', code, description: expect.any(String) })
})

test('any JSON and any bytes end the session with an Error, or are ignored, and reach no engine', async () => {
  const service = await startService()
  service.forget()
  const message = fc.oneof(
    fc.json(),
    fc.string(),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc.record({
      type: fc.constantFrom('Speak', 'Flush', 'Interrupt', 'Configure'),
      text: fc.oneof(fc.constant(null), fc.integer(), fc.array(fc.string())),
      playback_offset: fc.jsonValue(),
      speed: fc.jsonValue(),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 4 }), async (messages) => {
      const socket = await open(MODEL, service)
      for (const each of messages) socket.send(each as object)
      socket.send('{')
      expect((await socket.closed).code).toBe(1008)
      expect(last(socket)).toMatchObject({ type: 'Error', code: expect.stringMatching(/^(?:MESSAGE|DATA)-0000$/) })
      expect(audioIn(socket.frames)).toHaveLength(0)
    }),
    { numRuns: 100 },
  )
  expect(service.spoken).toEqual([])
})

test('a thousand turns wait for one another, and all are spoken in order', async () => {
  const service = await startService()
  service.forget()
  const socket = await open(MODEL, service)
  for (let i = 0; i < 1000; i++) {
    socket.send({ type: 'Speak', text: `${i}` })
    socket.send({ type: 'Flush' })
  }
  socket.send({ type: 'Close' })
  expect((await socket.closed).code).toBe(1000)
  const turns = typesOf(socket.frames).filter((type) => type === 'SpeechMetadata' || type === 'SpeechStarted')
  expect(turns).toEqual(Array(1000).fill(['SpeechStarted', 'SpeechMetadata']).flat())
  expect(service.spoken.map(({ text }) => text)).toEqual(Array.from({ length: 1000 }, (_, i) => `${i}`))
})

test('a client that vanishes stops its speech', async () => {
  const { speak, release, stopped } = createPacedSpeech()
  const socket = await open(MODEL, await startService({ speak }))
  socket.send({ type: 'Speak', text: 'One stop two. ' })
  const signal = await stopped
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
  socket.socket.terminate()
  await Promise.all([aborted, socket.closed])
  release()
})

test.each([
  ['a text that is too long', { limits: { maxTextLength: 10 } }, 1009, 'BIG-0000'],
  [
    'a full server',
    {
      speak: () => {
        throw new SpeechError('pool.overloaded', 'full')
      },
    },
    1011,
    'NET-0000',
  ],
] as const)('%s ends the session with an Error', async (_, options: TestServiceOptions, code, reason) => {
  const socket = await open(MODEL, await startService(options))
  socket.send({ type: 'Speak', text: 'Hello there.' })
  socket.send({ type: 'Flush' })
  expect(await socket.closed).toEqual({ code, reason })
  expect(last(socket)).toMatchObject({ type: 'Error', code: reason })
})

test('controls in the text are stripped, and their word is part of what was heard', async () => {
  const socket = await open()
  const control = String.raw`\{"word": "Xeomin", "pronounce": "ˈziːoʊmɪn"\}`
  await turn(socket, 'Take ', control.slice(0, 12), control.slice(12), ' now.')
  expect(codesIn(socket)).toEqual(['INPUT_MARKUP_STRIPPED'])
  expect(last(socket)).toMatchObject({
    input_character_count: `Take ${control} now.`.length,
    billable_character_count: 'Take Xeomin now.'.length,
  })
  expect(await ask(socket, interrupt(1))).toMatchObject({ text_spoken: '', text_remaining: 'Take Xeomin now.' })
})

test('unknown fields, and those that are null, are ignored', async () => {
  const socket = await open(`${MODEL}&tag=a&tag=b&mip_opt_out=true&unheard_of=1`)
  socket.send({ type: 'Speak', text: 'Hello.', voice: 7 })
  socket.send({ type: 'Flush', now: true })
  await until(socket, 'SpeechMetadata')
  expect(await ask(socket, { type: 'Interrupt', playback_offset: null, reason: 'x' })).toMatchObject({
    code: 'NO_ACTIVE_SPEECH',
  })
})

test('a text that cannot be spoken gets one Warning, and the rest of the turn is spoken', async () => {
  const { speak: hum } = createPacedSpeech()
  const service = await startService({
    speak: (request, signal) => {
      if (request.text.includes('你好')) throw invalidRequest('text cannot be spoken')
      return hum(request, signal)
    },
  })
  const socket = await open(MODEL, service)
  await turn(socket, '你好')
  expect(codesIn(socket)).toEqual(['NO_SYNTHESIZABLE_TEXT'])
  await turn(socket, 'One. 你好')
  expect(audioIn(socket.frames)).toHaveLength(WORD_BYTES)
  expect(await ask(socket, interrupt(99))).toMatchObject({ text_spoken: 'One.', text_remaining: ' 你好' })
})

test.each([
  ['encoding=linear16', 'Bad Request', /No such model/],
  ['model=', 'Bad Request', /No such model/],
  ['model=aura-2-thalia-en', 'Bad Request', /No such model/],
  ['model=flux-nobody-en', 'Bad Request', /No such model/],
  ['model=flux-haley-xx', 'Bad Request', /No such model/],
  ['model=haley', 'Bad Request', /No such model/],
  [`${MODEL}&encoding=mp3`, 'UNSUPPORTED_AUDIO_FORMAT', /encoding/],
  [`${MODEL}&container=wav`, 'UNSUPPORTED_AUDIO_FORMAT', /container/],
  [`${MODEL}&bit_rate=48000`, 'INVALID_QUERY_PARAMETER', /bit_rate/],
  [`${MODEL}&callback=https%3A%2F%2Fexample.com`, 'INVALID_QUERY_PARAMETER', /callback/],
  [`${MODEL}&callback_method=put`, 'INVALID_QUERY_PARAMETER', /callback_method/],
  [`${MODEL}&priority=low`, 'INVALID_QUERY_PARAMETER', /priority/],
  [`${MODEL}&expressivity=1.5`, 'EXPRESSIVITY_INCREMENT_INVALID', /expressivity/],
  [`${MODEL}&expressivity=3`, 'EXPRESSIVITY_OUT_OF_RANGE', /expressivity/],
  [`${MODEL}&expressivity=-2.5`, 'EXPRESSIVITY_OUT_OF_RANGE', /expressivity/],
  [`${MODEL}&speed=0.45`, 'SPEED_OUT_OF_RANGE', /speed/],
  [`${MODEL}&speed=1.01`, 'SPEED_INCREMENT_INVALID', /speed/],
  [`${MODEL}&speed=fast`, 'INVALID_QUERY_PARAMETER', /speed/],
  [`${MODEL}&sample_rate=7999`, 'INVALID_QUERY_PARAMETER', /sample_rate/],
  [`${MODEL}&heard=maybe`, 'INVALID_QUERY_PARAMETER', /heard/],
  [`${MODEL}&heardLagMs=2001`, 'INVALID_QUERY_PARAMETER', /heardLagMs/],
] as const)('an upgrade with %s is refused with the reason in a header', async (query, err_code, reason) => {
  const { status, body, headers } = await refusalOf(await startService(), query, { path: SPEAK, headers: TOKEN })
  const { err_msg, ...rest } = JSON.parse(body)
  expect([status, rest]).toEqual([400, { err_code, request_id: headers['dg-request-id'] }])
  expect([headers['dg-error'], err_msg]).toEqual([expect.stringMatching(reason), headers['dg-error']])
})

test('a wrong key is refused, and an accepted upgrade says the id of its request', async () => {
  const service = await startService()
  const { status, body, headers } = await refusalOf(service, MODEL, {
    path: SPEAK,
    headers: { authorization: 'Token wrong' },
  })
  expect([status, JSON.parse(body).err_code, headers['dg-error']]).toEqual([401, 'INVALID_AUTH', 'invalid api key'])
  for (const authorization of [`Token ${TEST_KEY}`, `Bearer ${TEST_KEY}`]) {
    const { WebSocket } = await import('ws')
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}${SPEAK}?${MODEL}`, {
      headers: { authorization },
    })
    const id = await new Promise((resolve) =>
      socket.on('upgrade', (answer) => resolve(answer.headers['dg-request-id'])),
    )
    expect(id).toMatch(UUID)
    socket.terminate()
  }
})

test.each([
  ['', 24_000, 2],
  ['&sample_rate=22050', 22_050, 2],
  ['&encoding=mulaw', 8000, 1],
  ['&encoding=alaw&sample_rate=16000', 16_000, 1],
] as const)('a socket with %s has whole samples at that rate', async (query, rateHz, sampleBytes) => {
  const socket = await open(`${MODEL}${query}`)
  await turn(socket, 'Hello there.')
  expect(audioIn(socket.frames)).toHaveLength((2 * rateHz * sampleBytes) / 10)
  expect(last(socket)).toMatchObject({ audio_duration_ms: 200 })
})

test('speed and expressivity of the query are those of the speech', async () => {
  const service = await startService()
  service.forget()
  for (const [expressivity, temperature] of [
    [-2, 0],
    [0, 0.5],
    [2, 1],
  ] as const) {
    const socket = await open(`${MODEL}&speed=1.2&expressivity=${expressivity}`, service)
    expect(await ask(socket, { type: 'Configure' })).toEqual({ type: 'ConfigureSuccess', applied: { speed: 1.2 } })
    await turn(socket, 'Hello.')
    expect(service.spoken.at(-1)).toMatchObject({ rate: 1.2, sampling: { temperature }, voice: { speaker: 'lyra' } })
  }
})

test('each voice of Flux is another voice of the catalogue of its gender, and of its accent as far as there are any', () => {
  const catalogue = readCatalogue(new URL('../../voices/catalogue.tsv', import.meta.url))
  const women =
    'alexis bree brittany brooke elise gemma haley hannah heather kelsey maeve meena meghan paige priya sharon sienna'.split(
      ' ',
    )
  const accents: Readonly<Record<string, string>> = {
    ...{
      gemma: 'GB',
      maeve: 'IE',
      meena: 'IN',
      priya: 'IN',
      sharon: 'AU',
      colin: 'GB',
      conor: 'GB',
      jack: 'GB',
      kai: 'SG',
    },
    ...{ kit: 'GB', marcelo: 'PH', naveen: 'IN', rufus: 'GB', sean: 'GB', tanner: 'GB' },
  }
  const names = Object.keys(FLUX_VOICES)
  expect(names).toHaveLength(36)
  expect(new Set(Object.values(FLUX_VOICES)).size).toBe(36)
  const missed: string[] = []
  for (const [name, speaker] of Object.entries(FLUX_VOICES)) {
    const voice = catalogue.find('coda', speaker, 'eng')
    expect(voice?.gender, name).toBe(women.includes(name) ? 'Female' : 'Male')
    if (voice?.country !== (accents[name] ?? 'US')) missed.push(name)
  }
  const isSpare = (name: string) =>
    catalogue
      .ofModel('coda', 'eng')
      .some(
        ({ speaker, gender, country }) =>
          country === (accents[name] ?? 'US') &&
          gender === (women.includes(name) ? 'Female' : 'Male') &&
          !Object.values(FLUX_VOICES).includes(speaker),
      )
  expect(missed.filter(isSpare)).toEqual([])
})

test.each(['luna', 'flux-luna-en', 'Flux-Kit-EN', 'flux-estrella-es'])('%s is a voice', async (model) => {
  const socket = await open(`model=${model}`)
  await turn(socket, 'Hello.')
  expect(messagesIn(socket.frames)[0]).toMatchObject({ model_name: model })
})

const post = async (query: string, body: object = { text: 'Hello there.' }, service?: TestService) =>
  fetch(`${(service ?? (await startService())).url}${SPEAK}?${query}`, {
    method: 'POST',
    headers: { ...TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('POST answers with audio, as LiveKit asks for it', async () => {
  const answer = await post(`${MODEL}&encoding=linear16&container=none&sample_rate=24000&mip_opt_out=false`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/l16;rate=24000'])
  expect(answer.headers.get('dg-request-id')).toMatch(UUID)
  expect([answer.headers.get('dg-model-name'), answer.headers.get('dg-char-count')]).toEqual(['flux-haley-en', '12'])
  expect(answer.headers.get('dg-warnings')).toBeNull()
  expect((await answer.arrayBuffer()).byteLength).toBe(2 * WORD_BYTES)
  const marked = await post(`${MODEL}&speed=0.9`, { text: '<speak>Hello.</speak>' })
  expect([marked.headers.get('content-type'), marked.headers.get('dg-warnings')]).toEqual([
    'audio/mpeg',
    'INPUT_MARKUP_STRIPPED',
  ])
})

test.each([
  ['', { text: 'Hi.' }, 'Bad Request'],
  ['model=aura-asteria-en', { text: 'Hi.' }, 'Bad Request'],
  [MODEL, {}, 'Bad Request'],
  [`${MODEL}&speed=1.6`, { text: 'Hi.' }, 'SPEED_OUT_OF_RANGE'],
  [`${MODEL}&expressivity=0.5`, { text: 'Hi.' }, 'EXPRESSIVITY_INCREMENT_INVALID'],
  [`${MODEL}&callback=x`, { text: 'Hi.' }, 'INVALID_QUERY_PARAMETER'],
  [`${MODEL}&encoding=aac&container=wav`, { text: 'Hi.' }, 'UNSUPPORTED_AUDIO_FORMAT'],
] as const)('POST with %s and %j is refused', async (query, body, err_code) => {
  const answer = await post(query, body)
  expect([answer.status, await answer.json()]).toMatchObject([400, { err_code }])
  expect(answer.headers.get('dg-error')).toMatch(/\w/)
})

async function connectSdk() {
  const { url } = await startService()
  const socketUrl = url.replace('http', 'ws')
  const environment = { base: url, production: socketUrl, agent: socketUrl, agentRest: url }
  return new DeepgramClient({ apiKey: TEST_KEY, environment, maxRetries: 0 })
}

test('the SDK hears turns and interrupts them over its socket', async () => {
  const client = await connectSdk()
  const socket = await client.speak.v2.connect({
    Authorization: `Token ${TEST_KEY}`,
    model: 'flux-kit-en',
    reconnectAttempts: 0,
  })
  const messages: { readonly type: string }[] = []
  const waiting = new Map<string, () => void>()
  let bytes = 0
  socket.on('message', (message: unknown) => {
    if (message instanceof Blob) {
      bytes += message.size
      return
    }
    messages.push(message as { type: string })
    waiting.get((message as { type: string }).type)?.()
  })
  const next = (type: string) => new Promise<void>((resolve) => void waiting.set(type, resolve))
  socket.connect()
  await socket.waitForOpen()
  const over = next('SpeechMetadata')
  for (const word of ['Hello ', 'there.']) socket.sendSpeak({ type: 'Speak', text: word })
  socket.sendFlush({ type: 'Flush' })
  await over
  const configured = next('ConfigureSuccess')
  socket.sendConfigure({ type: 'Configure', speed: 1.1 })
  await configured
  const interrupted = next('SpeechInterrupted')
  socket.sendInterrupt({ type: 'Interrupt', playback_offset: { type: 'time_ms', value: 80 } })
  await interrupted
  expect(messages.at(-1)).toMatchObject({ text_spoken: 'Hello', text_remaining: ' there.' })
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.sendClose({ type: 'Close' })
  await closed
  socket.close()
  expect(messages.map(({ type }) => type)).toEqual([
    ...['Connected', 'SpeechStarted', 'Flushed', 'SpeechMetadata'],
    ...['ConfigureSuccess', 'SpeechInterrupted', 'SessionMetadata'],
  ])
  expect(bytes).toBe(2 * WORD_BYTES)
})

test('the SDK receives audio of a request, and an error that it knows', async () => {
  const { audio } = (await connectSdk()).speak.v2
  const raw = { model: 'flux-kit-en', encoding: 'linear16', container: 'none', sample_rate: 16_000 } as const
  const answer = await audio.generate({ ...raw, text: 'Hello there.' })
  expect((await answer.arrayBuffer()).byteLength).toBe(2 * 2 * 1600)
  await expect(
    audio.generate({ ...raw, text: 'Hello.', model: 'flux-nobody-en' as 'flux-kit-en' }),
  ).rejects.toMatchObject({
    statusCode: 400,
    body: { err_code: 'Bad Request' },
  })
})
