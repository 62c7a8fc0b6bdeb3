import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { deadline } from '../../src/core/abort.ts'
import { LANGUAGES } from '../../src/core/language.ts'
import { ANSWER_MS, type FuzzTarget, QUIET_MS, talk } from './fuzz-target.ts'
import { grpcMessages, http2Frames } from './grpc-targets.ts'
import { anyText, mutateBytes, mutateJson } from './mutate.ts'

const SPEECH = { text: 'Hello there, it is 5:30.', speaker: 'luna', modelId: 'coda', lang: 'eng', samplingRate: 16_000 }
const CARTESIA = {
  model_id: 'sonic-3',
  voice: { mode: 'id', id: 'luna' },
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 16_000 },
}
const BODIES: readonly (readonly [method: string, path: string, body: unknown])[] = [
  ['POST', '/v1/rime-tts', SPEECH],
  [
    'POST',
    '/v1/rime-tts',
    { ...SPEECH, modelId: 'mistv2', phonemizeBetweenBrackets: true, pauseBetweenBrackets: true },
  ],
  [
    'POST',
    '/v1/rime-tts',
    { ...SPEECH, modelId: 'mistv3', inlineSpeedAlpha: '0.5,2', text: '[slow] and [fast] <200> {h1El0}' },
  ],
  ['POST', '/v1/rime-tts', { ...SPEECH, lang: 'spa', speaker: 'alba', text: 'Son las 3:15 del 4/5/2024, 1.234,56 €.' }],
  ['POST', '/v1/audio/speech', { model: 'tts-1', voice: 'luna', input: 'Hello.', response_format: 'pcm', speed: 1 }],
  ['POST', '/v1/speak?model=luna&encoding=linear16', { text: 'Hello.' }],
  ['POST', '/v2/speak?model=flux-haley-en&encoding=linear16', { text: 'Hello.' }],
  ['POST', '/tts/bytes', { ...CARTESIA, transcript: 'Hello.', generation_config: { speed: 1, volume: 1 } }],
  ['POST', '/tts/sse', { ...CARTESIA, transcript: 'Hello.', context_id: 'a', add_timestamps: true }],
  ['POST', '/access-token', { expires_in: 60, grants: { tts: true } }],
  ['POST', '/v1/text-to-speech/luna/stream/with-timestamps', { text: 'Hello.', voice_settings: { speed: 1 } }],
  ['POST', '/vapi/synthesize', { message: { type: 'voice-request', text: 'Hello.', sampleRate: 16_000 } }],
  ['POST', '/jambonz/synthesize', { text: 'Hello.', voice: 'luna', language: 'en-US', type: 'text' }],
  ['POST', '/textnorm', { text: 'Call 1-800-444-4141 by 10/12/2024, $1,045.96.', lang: 'eng' }],
  ['POST', '/textnorm', { text: 'Am 3. Oktober kostet es 49,99 €.', lang: 'ger' }],
  ['POST', '/textnorm', { text: '明日は3時15分、1,234円。', lang: 'jpn' }],
  ['POST', '/textnorm', { text: 'الساعة ٣:١٥ يوم ١٢/١٠', lang: 'ara' }],
  ['POST', '/oov', { text: 'hello kubectl blorbify' }],
  ['POST', '/v1/text/readings', { text: 'I read the lead story.', lang: 'eng' }],
  ['POST', '/v1/dictionary/requests', { word: 'kubectl', pronunciation: '{k1ubkxtxl}', note: 'a note' }],
  ['PUT', '/v1/dictionary/words/nginx', { pronunciation: 'engine x' }],
  ['PUT', '/v1/dictionary/words', 'word,pronunciation\nnginx,engine x\n"a ""b""",K AE1 T\n'],
  ['POST', '/v1/keys', { name: 'a', roles: ['synthesis'], limits: { sockets: 1 }, expiresAt: null }],
  ['POST', '/v1/tokens', { expiresIn: 60, speaker: 'luna', origin: 'https://a.example' }],
  ['POST', '/dashboard/session', { key: 'not-a-key-of-this-service' }],
  ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_voices', arguments: {} } }],
]
const ACCEPTS = [
  '*/*',
  'audio/wav',
  'audio/pcm',
  'application/json',
  'text/event-stream',
  'audio/ogg;codecs=opus',
  ';q=,',
]

/** Statuses of failures that a client's bytes must not cause. */
const isFailure = (status: number): boolean => status >= 500 && status !== 503 && status !== 501

const httpBodies: FuzzTarget = {
  name: 'HTTP bodies',
  async run({ host, port, apiKey }, random) {
    const [method, path, seed] = random.pick(BODIES)
    const json = typeof seed === 'string' ? seed : JSON.stringify(random.next() < 0.7 ? mutateJson(seed, random) : seed)
    const body =
      random.next() < 0.3 || typeof seed === 'string' ? mutateBytes(json ?? '', random) : Buffer.from(json ?? '')
    using signal = deadline(null, ANSWER_MS)
    const response = await fetch(`http://${host}:${port}${path}`, {
      method,
      body: new Uint8Array(body),
      signal,
      headers: {
        authorization: `${/^\/v[12]\/speak/.test(path) ? 'Token' : 'Bearer'} ${apiKey}`,
        'xi-api-key': apiKey,
        accept: path === '/mcp' ? 'application/json, text/event-stream' : random.pick(ACCEPTS),
        'content-type': typeof seed === 'string' ? 'text/csv' : 'application/json',
      },
    })
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 300)
    return isFailure(response.status)
      ? `${method} ${path}: ${response.status} ${text} for ${body.toString('base64')}`
      : undefined
  },
}

const V1 = { createContext: { contextId: 'a', speaker: 'luna' } }
const SOCKETS: readonly (readonly [path: string, subprotocol: string | undefined, messages: readonly unknown[]])[] = [
  [
    '/ws3?speaker=luna&modelId=coda',
    undefined,
    [{ text: 'Hello. ', contextId: 'a' }, { operation: 'flush' }, { operation: 'clear' }],
  ],
  [
    '/ws3?speaker=cove&modelId=mistv2&segment=immediate',
    undefined,
    [{ text: 'Hello <100> there. ' }, { operation: 'eos' }],
  ],
  ['/ws?speaker=luna&modelId=coda', undefined, ['Hello there. ', '<FLUSH>', '<CLEAR>', '<EOS>']],
  ['/coda/ws', 'rime.v1.json', [V1, { sendText: { contextId: 'a', text: 'Hello.' } }, { flush: { contextId: 'a' } }]],
  ['/coda/ws', 'rime.v1.binary', [V1, 'Hello.']],
  [
    '/v1/speak?model=luna',
    undefined,
    [{ type: 'Speak', text: 'Hello.' }, { type: 'Flush' }, { type: 'Clear' }, { type: 'Close' }],
  ],
  [
    '/v1/text-to-speech/luna/stream-input',
    undefined,
    [{ text: ' ', voice_settings: { speed: 1 } }, { text: 'Hello. ', flush: true }, { text: '' }],
  ],
  [
    '/v1/text-to-speech/luna/multi-stream-input',
    undefined,
    [{ text: 'Hello. ', context_id: 'a' }, { context_id: 'a', close_context: true }, { close_socket: true }],
  ],
  [
    '/ws3?speaker=luna&modelId=coda&heard=true',
    undefined,
    [
      { text: 'Hello. ', contextId: 'a' },
      { operation: 'heard', positionMs: 100 },
      { operation: 'clear', positionMs: 5 },
    ],
  ],
  [
    '/v2/speak?model=luna&heard=true',
    undefined,
    [
      { type: 'Speak', text: 'Hello. ' },
      { type: 'Flush' },
      { type: 'Interrupt', playback_offset: { type: 'time_ms', value: 100 } },
      { type: 'Configure', speed: 1.15 },
      { type: 'Close' },
    ],
  ],
  [
    '/tts/websocket?heard=true',
    undefined,
    [
      { ...CARTESIA, context_id: 'a', transcript: 'Hello. ', continue: true, add_timestamps: true },
      { ...CARTESIA, context_id: 'a', transcript: '', continue: true, flush: true },
      { context_id: 'a', cancel: true, position_ms: 100 },
      { ...CARTESIA, context_id: 'b', transcript: 'Bye.', max_buffer_delay_ms: 0 },
    ],
  ],
  ['/jambonz/stream?voice=luna', undefined, [{ type: 'stream', text: 'Hello.' }, { type: 'flush' }, { type: 'stop' }]],
]

const socketMessages: FuzzTarget = {
  name: 'WebSocket messages',
  async run({ host, port, apiKey }, random) {
    const [path, subprotocol, seeds] = random.pick(SOCKETS)
    const socket = new WebSocket(`ws://${host}:${port}${path}`, subprotocol === undefined ? [] : [subprotocol], {
      headers: { authorization: `Bearer ${apiKey}`, 'xi-api-key': apiKey },
    })
    const closed = new Promise<string | undefined>((resolve) => {
      socket.on('error', () => resolve(undefined))
      socket.on('unexpected-response', (_, response) => {
        response.resume()
        resolve(isFailure(response.statusCode ?? 0) ? `${path}: the upgrade gets ${response.statusCode}` : undefined)
      })
      socket.on('close', (code, reason) => {
        const isOurs = code === 1011 && /internal|^$/.test(reason.toString())
        resolve(isOurs ? `${path}: closed with 1011 ${reason}` : undefined)
      })
    })
    let heardAt = performance.now()
    socket.on('message', () => {
      heardAt = performance.now()
    })
    const until = performance.now() + ANSWER_MS
    const opened = await Promise.race([once(socket, 'open').then(() => true), closed.then(() => false)]).catch(
      () => false,
    )
    const sent: string[] = []
    for (let i = random.below(6); opened && i >= 0 && socket.readyState === socket.OPEN; i--) {
      const seed = random.pick(seeds)
      const isText = typeof seed === 'string'
      const message = isText ? seed : JSON.stringify(random.next() < 0.6 ? mutateJson(seed, random) : seed)
      const bytes = random.next() < 0.3 || isText ? mutateBytes(message ?? '', random) : Buffer.from(message ?? '')
      sent.push(bytes.toString('base64'))
      // Text frames must be UTF-8; other bytes would be refused by the WebSocket itself.
      const isBinary = subprotocol === 'rime.v1.binary' || random.next() < 0.1
      socket.send(isBinary ? bytes : bytes.toString('utf8'), { binary: isBinary })
    }
    while (
      opened &&
      socket.readyState === socket.OPEN &&
      performance.now() - heardAt < QUIET_MS &&
      performance.now() < until
    ) {
      await sleep(QUIET_MS)
    }
    socket.close()
    const ending = setTimeout(() => socket.terminate(), 1000)
    const wrong = await closed
    clearTimeout(ending)
    return wrong === undefined ? undefined : `${wrong} after ${sent.join(' ')}`
  },
}

const WYOMING = [
  '{"type":"describe"}\n',
  '{"type":"synthesize","data":{"text":"Hello.","voice":{"name":"luna"}}}\n',
  '{"type":"synthesize","data_length":16}\n{"text":"Hello."}',
  '{"type":"synthesize-start","data":{"voice":{"name":"luna"}}}\n{"type":"synthesize-chunk","data":{"text":"Hello. "}}\n{"type":"synthesize-stop"}\n',
  '{"type":"ping","data_length":2,"payload_length":4}\n{}abcd',
]

const wyoming: FuzzTarget = {
  name: 'Wyoming events',
  async run({ host, wyomingPort }, random) {
    const count = 1 + random.below(3)
    await talk(
      host,
      wyomingPort,
      Buffer.concat(Array.from({ length: count }, () => mutateBytes(random.pick(WYOMING), random))),
    )
    return undefined
  },
}

const RAW = [
  'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n',
  'POST /textnorm HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer KEY\r\nContent-Length: 16\r\n\r\n{"text": "a b c"}',
  'POST /oov HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nAuthorization: Bearer KEY\r\n\r\n5\r\n{"tex\r\n7\r\nt":"a"}\r\n0\r\n\r\n',
  'GET /ws3?speaker=luna HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer KEY\r\n\r\n\x81\x85\x00\x00\x00\x00hello',
]

const rawHttp: FuzzTarget = {
  name: 'HTTP and WebSocket bytes',
  async run({ host, port, apiKey }, random) {
    const seed = Buffer.from(random.pick(RAW).replace('KEY', apiKey), 'latin1')
    await talk(host, port, mutateBytes(seed, random))
    return undefined
  },
}

const texts: FuzzTarget = {
  name: 'texts of each language',
  async run({ host, port, apiKey }, random) {
    const text = anyText(random)
    const lang = random.pick(LANGUAGES)
    const path = random.pick(['/textnorm', '/v1/text/readings', '/oov'])
    using signal = deadline(null, ANSWER_MS)
    const response = await fetch(`http://${host}:${port}${path}`, {
      method: 'POST',
      body: JSON.stringify({ text, lang }),
      signal,
      headers: { authorization: `Bearer ${apiKey}` },
    })
    await response.arrayBuffer()
    return isFailure(response.status) ? `${path} ${lang}: ${response.status} for ${JSON.stringify(text)}` : undefined
  },
}

export const FUZZ_TARGETS: readonly FuzzTarget[] = [
  httpBodies,
  socketMessages,
  grpcMessages,
  wyoming,
  rawHttp,
  http2Frames,
  texts,
]
