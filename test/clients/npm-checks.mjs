// LiveKit Agents with its plugins, and the SDKs of ElevenLabs and Cartesia, from the folders of npm.json in argv[2].
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import {
  checkSeconds,
  checkUndisturbed,
  checkWords,
  KEY,
  PAUSE_MS,
  runChecks,
  sleep,
  TEXTS,
  URL_OF_SERVER,
  WRONG_KEY,
} from './checks.mjs'

const folder = process.argv[2]
const requireOf = (name) => createRequire(join(folder, name, 'package.json'))
const versionOf = (name, packageName) =>
  JSON.parse(readFileSync(join(folder, name, 'node_modules', packageName, 'package.json'), 'utf8')).version

const agents1 = requireOf('livekit-1.0')
// The newest with a plugin for Cartesia.
const agents18 = requireOf('livekit-1.8')
const agents = requireOf('livekit')
for (const load of [agents1, agents18, agents])
  load('@livekit/agents').initializeLogger({ pretty: false, level: 'silent' })

// Errors of streams also come as events, which the checks wait for.
process.on('unhandledRejection', () => {})

/** The audio and words of a turn; the language model stalls before the last piece. */
async function speak(client, pieces, pauseMs = 0) {
  const speech = { seconds: 0, words: [] }
  // The Deepgram plugin gives up after `timeoutMs` without a message; 10 s by default.
  const connOptions = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 2 * PAUSE_MS }
  const stream = client.capabilities.streaming ? client.stream({ connOptions }) : client.synthesize(pieces.join(''))
  const write = async () => {
    for (const [i, piece] of pieces.entries()) {
      if (i === pieces.length - 1) await sleep(pauseMs)
      for (const [part] of piece.matchAll(/.{1,6}/gs)) stream.pushText(part)
    }
    stream.endInput()
  }
  const writing = client.capabilities.streaming ? write() : undefined
  for await (const audio of stream) {
    if (typeof audio === 'symbol') break
    speech.seconds += audio.frame.samplesPerChannel / audio.frame.sampleRate
    for (const { text, startTime } of audio.timedTranscripts ?? []) speech.words.push([text, startTime])
  }
  await writing
  stream.close()
  return speech
}

/** Leaves a turn at its first audio. */
async function interrupt(client) {
  const stream = client.capabilities.streaming ? client.stream() : client.synthesize(TEXTS.interrupted)
  if (client.capabilities.streaming) {
    stream.pushText(TEXTS.interrupted)
    stream.flush()
  }
  await stream.next()
  stream.close()
}

function* livekitChecks(client, [name, packageName], open, { hasWords = false, hasPause = true } = {}) {
  const names = { client, package: packageName, version: versionOf(name, packageName) }
  const withClient = (check, key = KEY) => ({ ...names, check: check.name, run: () => check(open(key)) })
  const named = (name, check) => Object.defineProperty(check, 'name', { value: name })
  yield withClient(
    named('turns', async (tts) => {
      for (const text of TEXTS.turns) checkSeconds((await speak(tts, [text])).seconds, text)
    }),
  )
  if (hasPause && open(KEY).capabilities.streaming) {
    yield withClient(
      named('pause', async (tts) => {
        const pieces = [TEXTS.beforePause, TEXTS.afterPause]
        checkSeconds((await speak(tts, pieces, PAUSE_MS)).seconds, pieces.join(''))
      }),
    )
  }
  yield withClient(
    named('barge-in', async (tts) => {
      const undisturbed = (await speak(tts, [TEXTS.turns[1]])).seconds
      for (let i = 0; i < 3; i++) {
        await interrupt(tts)
        checkUndisturbed((await speak(tts, [TEXTS.turns[1]])).seconds, undisturbed)
      }
    }),
  )
  yield withClient(
    named('long text', async (tts) => checkSeconds((await speak(tts, [TEXTS.long])).seconds, TEXTS.long)),
  )
  if (hasWords) {
    yield withClient(
      named('word times', async (tts) => {
        const text = TEXTS.turns.join(' ')
        const speech = await speak(tts, [text])
        checkWords(speech.words, text, speech.seconds)
      }),
    )
  }
  yield withClient(
    named('wrong key', async (tts) => {
      const failed = new Promise((resolve) => tts.on('error', ({ error }) => resolve(error)))
      const thrown = speak(tts, ['Hello.']).then(({ seconds }) => seconds > 0 && assert.fail('it was accepted'), String)
      const error = await failed
      assert.match(`${error} ${error.cause ?? ''}`, /401|[Aa]uth|[Cc]onnect/)
      await Promise.race([thrown, sleep(1000)])
    }),
    WRONG_KEY,
  )
}

const elevenlabs = requireOf('elevenlabs')('@elevenlabs/elevenlabs-js')
const elevenlabsNames = {
  client: 'ElevenLabs JavaScript',
  package: '@elevenlabs/elevenlabs-js',
  version: versionOf('elevenlabs', '@elevenlabs/elevenlabs-js'),
}
const elevenlabsClient = (apiKey = KEY) =>
  new elevenlabs.ElevenLabsClient({ baseUrl: URL_OF_SERVER, apiKey, maxRetries: 0 })
const PCM = { outputFormat: 'pcm_24000', modelId: 'eleven_flash_v2_5' }
const pcmSeconds = (bytes) => bytes.length / 2 / 24_000

async function elevenlabsSpeech(text, key = KEY) {
  const parts = []
  for await (const part of await elevenlabsClient(key).textToSpeech.stream('luna', { text, ...PCM })) parts.push(part)
  return pcmSeconds(Buffer.concat(parts))
}

function wordsOf({ characters, characterStartTimesSeconds: starts }) {
  return [...characters.join('').matchAll(/\S+/g)].map(({ 0: word, index }) => [word, starts[index]])
}

const ELEVENLABS_CHECKS = {
  turns: async () => {
    for (const text of TEXTS.turns) checkSeconds(await elevenlabsSpeech(text), text)
    const client = elevenlabsClient()
    assert((await client.voices.getAll()).voices.some(({ voiceId }) => voiceId === 'luna'))
    assert((await client.models.list()).some(({ modelId }) => modelId === 'eleven_flash_v2_5'))
    assert((await client.user.subscription.get()).characterLimit > 0)
  },
  'barge-in': async () => {
    const undisturbed = await elevenlabsSpeech(TEXTS.turns[1])
    for (let i = 0; i < 3; i++) {
      const stream = await elevenlabsClient().textToSpeech.stream('luna', { text: TEXTS.interrupted, ...PCM })
      const reader = stream.getReader()
      await reader.read()
      await reader.cancel()
      checkUndisturbed(await elevenlabsSpeech(TEXTS.turns[1]), undisturbed)
    }
  },
  'long text': async () => checkSeconds(await elevenlabsSpeech(TEXTS.long), TEXTS.long),
  'word times': async () => {
    const text = TEXTS.turns.join(' ')
    const client = elevenlabsClient()
    const whole = await client.textToSpeech.convertWithTimestamps('luna', { text, ...PCM })
    checkWords(wordsOf(whole.alignment), text, pcmSeconds(Buffer.from(whole.audioBase64, 'base64')))
    const parts = []
    for await (const part of await client.textToSpeech.streamWithTimestamps('luna', { text, ...PCM })) parts.push(part)
    const seconds = pcmSeconds(Buffer.concat(parts.map((part) => Buffer.from(part.audioBase64, 'base64'))))
    checkWords(
      parts.flatMap(({ alignment }) => (alignment ? wordsOf(alignment) : [])),
      text,
      seconds,
    )
  },
  'wrong key': async () => {
    const isRefusal = ({ statusCode, body }) => statusCode === 401 && body.detail.status === 'invalid_api_key'
    await assert.rejects(elevenlabsSpeech('Hello.', WRONG_KEY), isRefusal)
  },
}

const { Cartesia } = requireOf('cartesia')('@cartesia/cartesia-js')
const cartesiaClient = (apiKey = KEY) => new Cartesia({ baseURL: URL_OF_SERVER, apiKey, maxRetries: 0 })
const CARTESIA_SPEECH = {
  model_id: 'sonic-3',
  voice: { mode: 'id', id: 'luna' },
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
}

async function cartesiaSpeech(transcript, key = KEY) {
  const answer = await cartesiaClient(key).tts.generate({ ...CARTESIA_SPEECH, transcript })
  return pcmSeconds(Buffer.from(await answer.arrayBuffer()))
}

/** The audio and words of the events of a stream or a context. */
async function heardOf(events) {
  const heard = { seconds: 0, words: [] }
  for await (const event of events) {
    if (event.type === 'chunk') heard.seconds += pcmSeconds(event.audio ?? Buffer.from(event.data, 'base64'))
    const { words = [], start = [] } = event.word_timestamps ?? {}
    heard.words.push(...words.map((word, i) => [word, start[i]]))
    assert.notEqual(event.type, 'error')
  }
  return heard
}

async function withCartesiaSocket(use, key = KEY) {
  const { hostname, port } = new URL(URL_OF_SERVER)
  // It always asks for TLS; the connection that it is given has none.
  const socket = await cartesiaClient(key).tts.websocket({ createConnection: () => connect(Number(port), hostname) })
  try {
    return await use(socket)
  } finally {
    socket.close()
  }
}

async function cartesiaContext(socket, texts, pauseMs = 0) {
  const context = socket.context({ ...CARTESIA_SPEECH, add_timestamps: true })
  const write = async () => {
    for (const [i, transcript] of texts.entries()) {
      if (i === texts.length - 1) await sleep(pauseMs)
      await context.push({ transcript })
    }
    await context.no_more_inputs()
  }
  const [heard] = await Promise.all([heardOf(context.receive()), write()])
  return heard
}

const CARTESIA_CHECKS = {
  turns: async () => {
    for (const text of TEXTS.turns) checkSeconds(await cartesiaSpeech(text), text)
    const ids = []
    for await (const { id } of cartesiaClient().voices.list({ limit: 100 })) ids.push(id)
    assert(ids.includes('luna'))
    assert.equal(new Set(ids).size, ids.length)
  },
  'barge-in': async () => {
    const undisturbed = await cartesiaSpeech(TEXTS.turns[1])
    for (let i = 0; i < 3; i++) {
      const answer = await cartesiaClient().tts.generate({ ...CARTESIA_SPEECH, transcript: TEXTS.interrupted })
      const reader = answer.body.getReader()
      await reader.read()
      await reader.cancel()
      checkUndisturbed(await cartesiaSpeech(TEXTS.turns[1]), undisturbed)
    }
  },
  'long text': async () => checkSeconds(await cartesiaSpeech(TEXTS.long), TEXTS.long),
  'word times': async () => {
    const transcript = TEXTS.turns.join(' ')
    const heard = await heardOf(
      await cartesiaClient().tts.generateSSE({ ...CARTESIA_SPEECH, transcript, add_timestamps: true }),
    )
    checkWords(heard.words, transcript, heard.seconds)
  },
  'wrong key': () =>
    assert.rejects(
      cartesiaSpeech('Hello.', WRONG_KEY),
      ({ status, error }) => status === 401 && error.request_id !== '',
    ),
}

const CARTESIA_SOCKET_CHECKS = {
  turns: () =>
    withCartesiaSocket(async (socket) => {
      for (const text of TEXTS.turns) checkSeconds((await cartesiaContext(socket, [text])).seconds, text)
      const both = await Promise.all(TEXTS.turns.map((text) => cartesiaContext(socket, [text])))
      for (const [i, text] of TEXTS.turns.entries()) checkSeconds(both[i].seconds, text)
    }),
  pause: () =>
    withCartesiaSocket(async (socket) => {
      const texts = [TEXTS.beforePause, TEXTS.afterPause]
      checkSeconds((await cartesiaContext(socket, texts, PAUSE_MS)).seconds, texts.join(''))
    }),
  'barge-in': () =>
    withCartesiaSocket(async (socket) => {
      const undisturbed = (await cartesiaContext(socket, [TEXTS.turns[1]])).seconds
      for (let i = 0; i < 3; i++) {
        const context = socket.context(CARTESIA_SPEECH)
        await context.push({ transcript: TEXTS.interrupted })
        const events = context.receive()
        await events.next()
        await context.cancel()
        checkUndisturbed((await cartesiaContext(socket, [TEXTS.turns[1]])).seconds, undisturbed)
      }
    }),
  'long text': () =>
    withCartesiaSocket(async (socket) => {
      checkSeconds((await cartesiaContext(socket, [TEXTS.long])).seconds, TEXTS.long)
    }),
  'word times': () =>
    withCartesiaSocket(async (socket) => {
      const text = TEXTS.turns.join(' ')
      const heard = await cartesiaContext(socket, [text])
      checkWords(heard.words, text, heard.seconds)
    }),
  'wrong key': () =>
    assert.rejects(
      withCartesiaSocket(() => {}, WRONG_KEY),
      ({ message }) => /401/.test(message),
    ),
}

const namedCartesia = (client) => ({
  client,
  package: '@cartesia/cartesia-js',
  version: versionOf('cartesia', '@cartesia/cartesia-js'),
})

const rime = agents1('@livekit/agents-plugin-rime')
const openai = agents('@livekit/agents-plugin-openai')
const deepgram = agents('@livekit/agents-plugin-deepgram')
const elevenlabsPlugin = agents('@livekit/agents-plugin-elevenlabs')
const cartesiaPlugin = agents18('@livekit/agents-plugin-cartesia')
const baseURL = URL_OF_SERVER

await runChecks([
  ...livekitChecks(
    'LiveKit JavaScript, Rime HTTP',
    ['livekit-1.0', '@livekit/agents-plugin-rime'],
    (apiKey) => new rime.TTS({ baseURL: `${baseURL}/v1/rime-tts`, apiKey, modelId: 'coda', speaker: 'luna' }),
  ),
  ...livekitChecks(
    'LiveKit JavaScript, OpenAI',
    ['livekit', '@livekit/agents-plugin-openai'],
    (apiKey) => new openai.TTS({ baseURL: `${baseURL}/v1`, apiKey }),
  ),
  ...livekitChecks(
    'LiveKit JavaScript, Deepgram WebSocket',
    ['livekit', '@livekit/agents-plugin-deepgram'],
    (apiKey) => new deepgram.TTS({ baseUrl: baseURL, apiKey }),
  ),
  ...livekitChecks(
    'LiveKit JavaScript, ElevenLabs WebSocket',
    ['livekit', '@livekit/agents-plugin-elevenlabs'],
    (apiKey) => new elevenlabsPlugin.TTS({ baseURL: `${baseURL}/v1`, apiKey, voiceId: 'luna' }),
    { hasWords: true },
  ),
  ...livekitChecks(
    'LiveKit JavaScript, Cartesia WebSocket',
    ['livekit-1.8', '@livekit/agents-plugin-cartesia'],
    (apiKey) => new cartesiaPlugin.TTS({ baseUrl: baseURL, apiKey, voice: 'luna' }),
    // It ends a turn in which no audio comes for 5 s, whatever the server does.
    { hasWords: true, hasPause: false },
  ),
  ...Object.entries(ELEVENLABS_CHECKS).map(([check, run]) => ({ ...elevenlabsNames, check, run })),
  ...Object.entries(CARTESIA_CHECKS).map(([check, run]) => ({
    ...namedCartesia('Cartesia JavaScript, HTTP'),
    check,
    run,
  })),
  ...Object.entries(CARTESIA_SOCKET_CHECKS).map(([check, run]) => ({
    ...namedCartesia('Cartesia JavaScript, WebSocket'),
    check,
    run,
  })),
])
process.exit()
