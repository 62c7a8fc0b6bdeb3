import { once } from 'node:events'
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createKey } from '../../src/app/keys/manage-keys.ts'
import { createPacedSpeech } from './paced-speech.ts'
import { openSocket, refusalOf, type SocketClient } from './socket-client.ts'
import {
  BEFORE_CUTOVER,
  CUTOVER,
  shareTestService,
  startTestService,
  TEST_KEY,
  type TestService,
} from './test-service.ts'

const sharedService = shareTestService()

const TERMS = { name: 'x', roles: ['synthesis'], expiresAt: null, maxConcurrent: null } as const
const PATHS = ['/ws3', '/ws2', '/ws']
const HANDSHAKE = `Authorization: Bearer ${TEST_KEY}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n`
const TYPE = 'text/plain; charset=utf-8'

/** Lets no key be read before `release`. `isRead` resolves when the first is requested. */
function holdKeys({ keys }: TestService) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { find } = keys
  const reading = vi.spyOn(keys, 'find').mockImplementation(async (ids) => {
    await released
    return find(ids)
  })
  return { release, isRead: vi.waitFor(() => expect(reading).toHaveBeenCalled()) }
}

/** The status of the answer to an upgrade. */
async function statusOf({ url }: TestService): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${TEST_KEY}` }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws3?speaker=luna`, { headers })
  onTestFinished(() => socket.terminate())
  const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode)
  return Promise.race([once(socket, 'open').then(() => 101), refused])
}

describe('WebSocket upgrade: the key', () => {
  test.each([
    [{}, 'Missing Authorization header'],
    [{ authorization: 'Bearer ' }, 'empty apikey'],
    [{ authorization: 'Bearer wrong' }, 'invalid api key'],
    [{ authorization: TEST_KEY }, 'invalid api key'],
  ])('%j is refused with 401 "%s", before the parameters are looked at', async (headers, body) => {
    const service = await sharedService()
    for (const path of PATHS) {
      expect(await refusalOf(service, 'samplingRate=x', { path, headers })).toMatchObject({
        status: 401,
        body,
        type: TYPE,
      })
    }
  })

  test.each(['api_key', 'apiKey', 'key', 'token', 'authorization', 'Authorization'])(
    'in the URL as %s and not in the header is refused with 401, and not logged',
    async (name) => {
      const service = await startTestService()
      const query = `speaker=luna&${name}=${TEST_KEY}`
      expect(await refusalOf(service, query, { headers: {} })).toMatchObject({
        status: 401,
        body: 'Missing Authorization header',
      })
      await vi.waitFor(() => expect(service.log).toHaveLength(1))
      expect(service.log.join()).not.toContain(TEST_KEY)
    },
  )

  test('without the right to synthesize is refused with 403', async () => {
    const service = await startTestService()
    const { key } = await createKey(service.keys, { ...TERMS, roles: ['admin'] }, new Date())
    const headers = { authorization: `Bearer ${key}` }
    expect(await refusalOf(service, 'speaker=luna', { headers })).toMatchObject({
      status: 403,
      body: 'access forbidden',
      type: TYPE,
    })
  })
})

describe('WebSocket upgrade: limits', () => {
  test('a key opens as many sockets as it may, and one more when one is closed', async () => {
    const service = await startTestService()
    const { key } = await createKey(service.keys, { ...TERMS, maxConcurrent: 1 }, new Date())
    const headers = { authorization: `Bearer ${key}` }
    const first = new WebSocket(`${service.url.replace('http', 'ws')}/ws3?speaker=luna`, { headers })
    await once(first, 'open')
    const refusal = await refusalOf(service, 'speaker=luna', { headers })
    expect(refusal).toMatchObject({ status: 429, body: 'Currently at websocket limit', type: TYPE })
    expect(refusal.headers['retry-after']).toBe('1')
    first.close()
    await once(first, 'close')
    await vi.waitFor(async () => {
      const next = new WebSocket(`${service.url.replace('http', 'ws')}/ws3?speaker=luna`, { headers })
      await once(next, 'open')
      next.close()
      await once(next, 'close')
    })
  })

  test('the server opens as many sockets as it may', async () => {
    const service = await startTestService({ limits: { maxWebsockets: 2 } })
    const sockets = [await openSocket(service), await openSocket(service, {}, '/ws')]
    expect(await refusalOf(service)).toMatchObject({ status: 429, body: 'Currently at websocket limit' })
    sockets[0]?.socket.close()
    await sockets[0]?.closed
    await vi.waitFor(() => openSocket(service))
  })

  test('of upgrades whose keys are read at the same time, no more are opened than the server may', async () => {
    const service = await startTestService({ limits: { maxWebsockets: 2 } })
    const { release, isRead } = holdKeys(service)
    const statuses = Array.from({ length: 6 }, () => statusOf(service))
    await isRead
    for (let i = 0; i < 5; i++) await fetch(`${service.url}/livez`) // so that all six wait for the key
    release()
    expect((await Promise.all(statuses)).toSorted()).toEqual([101, 101, 429, 429, 429, 429])
  })

  test('none is opened after the server began to close, whose key was being read by then', async () => {
    const service = await startTestService()
    const { release, isRead } = holdKeys(service)
    const status = statusOf(service)
    await isRead
    const closing = service.close()
    await vi.waitFor(() => expect(fetch(`${service.url}/livez`)).rejects.toThrow())
    release()
    expect(await status).toBe(503)
    await closing
  })

  test('none is opened while the server drains', async () => {
    const service = await startTestService()
    const { socket, send, closed } = await openSocket(service)
    send({ text: 'Not over yet' })
    const kept = connect(service.port, '127.0.0.1')
    // In one piece, so that the second request has begun when the first is answered.
    kept.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\nGET /ws3?speaker=luna HTTP/1.1\r\nHost: x\r\n')
    await once(kept, 'data')
    const closing = service.close()
    await vi.waitFor(() => expect(fetch(`${service.url}/livez`)).rejects.toThrow())
    kept.write(`${HANDSHAKE}\r\n`)
    expect(await readText(kept)).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\n\r\nservice unavailable$/)
    socket.terminate()
    await closed
    await closing
  })
})

describe('WebSocket upgrade: parameters', () => {
  test.each([
    ['modelId=coda', 'speaker is required'],
    ['speaker=', 'speaker is required'],
    ['speaker=nobody', 'Speaker not found'],
    ['speaker=luna&samplingRate=many&modelId=coda', 'samplingRate must be an integer'],
    [
      'speaker=luna&samplingRate=8001&modelId=coda',
      'samplingRate must be one of 8000, 16000, 22050, 24000, 44100, 48000, 96000',
    ],
    ['speaker=luna&samplingRate=1000', 'samplingRate must be between 4000 and 44100'],
    ['speaker=luna&modelId=coda&max_tokens=1', 'max_tokens must be between 200 and 5000'],
    ['speaker=luna&modelId=coda&top_p=2', 'top_p must be greater than 0 and at most 1'],
    ['speaker=luna&modelId=coda&temperature=hot', 'temperature must be a number'],
    ['speaker=luna&audioFormat=aac', 'audioFormat must be one of wav, mp3, ogg, flac, pcm, mulaw, alaw'],
    ['speaker=luna&segment=sometimes', 'segment must be one of bySentence, immediate, never'],
    ['speaker=luna&timestampsFrom=start', 'timestampsFrom must be one of segment, turn'],
    ['speaker=luna&immediate=perhaps', 'immediate must be a boolean'],
    ['speaker=luna&pauseBetweenBrackets=1', 'pauseBetweenBrackets must be a boolean'],
    [
      'speaker=luna&modelId=mistv3&lang=jpn',
      'Language jpn is not supported for model mistv3\nsupported languages: eng, spa, fra, ger',
    ],
    ['speaker=luna&inlineSpeedAlpha=fast', 'inlineSpeedAlpha must be a comma-separated list of positive numbers'],
  ])('?%s is refused with 400 "%s"', async (query, body) => {
    const service = await sharedService()
    for (const path of ['/ws3', '/ws']) {
      expect(await refusalOf(service, query, { path })).toMatchObject({ status: 400, body, type: TYPE })
    }
  })

  test('without parameters, /ws3 is refused with 400 "speaker is required"', async () => {
    const service = await sharedService()
    expect(await refusalOf(service, '')).toMatchObject({ status: 400, body: 'speaker is required', type: TYPE })
  })

  test('numbers and booleans are read from strings, unknown and empty parameters ignored, the first of two counts', async () => {
    const service = await sharedService()
    const query =
      'speaker=cove&modelId=mistv2&samplingRate=16000&speedAlpha=2.0&pauseBetweenBrackets=true&phonemizeBetweenBrackets=False&noTextNormalization=TRUE&inlineSpeedAlpha=,0.5&lang=&segment=null&max_tokens=nonsense&reduceLatency=true&x&speaker=luna'
    const { send, untilDone } = await openSocket(service, query)
    send({ text: 'Hello.' })
    send({ operation: 'flush' })
    await untilDone()
    expect(service.spoken[0]).toMatchObject({
      model: 'mistv2',
      sampleRateHz: 16_000,
      rate: 0.5,
      markup: { pauses: true, phonemes: false, inlineRates: [2] },
      isNormalized: false,
      voice: { speaker: 'cove' },
    })
  })

  test('S-model-1, S-model-2: without a known modelId mistv3 speaks, on /ws2 mistv2', async () => {
    const service = await sharedService()
    for (const [path, query] of [
      ['/ws3', 'speaker=luna'],
      ['/ws', 'speaker=luna&modelId=gpt'],
      ['/ws2', 'speaker=luna'],
      ['/ws2', 'speaker=luna&modelId=gpt'],
      ['/ws2', 'speaker=luna&modelId=mistv2'],
    ] as const) {
      const { send } = await openSocket(service, query, path)
      const before = service.spoken.length
      send(path === '/ws' ? 'Hello.' : { text: 'Hello.' })
      send(path === '/ws' ? '<FLUSH>' : { operation: 'flush' })
      await vi.waitFor(() => expect(service.spoken.length).toBeGreaterThan(before))
    }
    expect(service.spoken.map(({ model }) => model)).toEqual(['mistv3', 'mistv3', 'mistv2', 'mistv2', 'mistv2'])
  })

  test.each([
    ['cloud', BEFORE_CUTOVER, 'arcana'],
    ['cloud', CUTOVER, 'coda'],
    ['onprem', CUTOVER, 'arcana'],
  ] as const)('S-model-3: %s at %s speaks arcana with %s', async (deployment, now, model) => {
    const service = await startTestService({ deployment, clock: () => now })
    for (const modelId of ['arcana', 'arcanav2', 'arcanav3']) {
      const { send, untilDone } = await openSocket(service, { modelId })
      send({ text: 'Hello.' })
      send({ operation: 'flush' })
      await untilDone()
    }
    expect(service.spoken.map((request) => request.model)).toEqual([model, model, model])
  })

  test.each([
    ['O-model-7: a voice that the model lacks', 'speaker=orion&modelId=coda&lang=spa', { language: 'spa' }],
    ['O-lang-1: no lang', 'speaker=alba&modelId=coda', { language: 'spa' }],
    ['O-lang-2: a lang that the speaker does not speak', 'speaker=luna&modelId=coda&lang=de', { language: 'ger' }],
  ])('%s is served by one who fits', async (_rule, query, expected) => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service, query)
    send({ text: 'Hello.' })
    send({ operation: 'flush' })
    await untilDone()
    expect(service.spoken[0]).toMatchObject({ ...expected, voice: expected })
  })

  test('O-model-10: strict refuses what does not fit', async () => {
    const service = await startTestService({ isStrict: true })
    const { status, body } = await refusalOf(service, 'speaker=luna&modelId=coda&lang=spa')
    expect([status, body]).toEqual([400, expect.stringContaining('Speaker luna does not speak spa on model coda')])
  })

  test('saveOovs=true hands the words of mistv2 texts over when the turn is done', async () => {
    const service = await sharedService()
    const query = 'speaker=cove&modelId=mistv2&saveOovs=true&phonemizeBetweenBrackets=true'
    const { send, untilDone } = await openSocket(service, query)
    send({ text: 'Blorbify {h0El1o} it. Twi' })
    send({ text: 'ce.' })
    send({ operation: 'flush' })
    await untilDone()
    expect(service.oovTexts).toEqual(['Blorbify   it. ', 'Twice.'])
  })

  test.each([
    ['modelId=coda', 24_000],
    ['modelId=mistv3', 24_000],
    ['modelId=mistv2', 16_000],
    ['modelId=coda&audioFormat=mulaw', 8000],
    ['modelId=mistv3&audioFormat=wav', 22_050],
    ['modelId=coda&samplingRate=48000', 48_000],
  ])('%s is spoken at %i Hz', async (query, sampleRateHz) => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service, `speaker=luna&${query}`)
    send({ text: 'Hello.' })
    send({ operation: 'flush' })
    await untilDone()
    expect(service.spoken[0]?.sampleRateHz).toBe(sampleRateHz)
  })
})

describe('WebSocket upgrade: what is none', () => {
  test('a plain GET is told to upgrade, another method that it may not', async () => {
    const service = await sharedService()
    const headers = { authorization: `Bearer ${TEST_KEY}` }
    const get = await fetch(`${service.url}/ws3?speaker=luna`, { headers })
    expect([get.status, await get.text(), get.headers.get('upgrade')]).toEqual([426, 'upgrade required', 'websocket'])
    const post = await fetch(`${service.url}/ws3`, { method: 'POST', headers, body: '{}' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('another path is not found', async () => {
    const service = await sharedService()
    expect(await refusalOf(service, {}, { path: '/ws4' })).toMatchObject({ status: 404, body: 'not found' })
  })

  test('a wrong handshake is refused with 400', async () => {
    const service = await sharedService()
    const socket = connect(service.port, '127.0.0.1')
    socket.write(
      `GET /ws3?speaker=luna HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    const answer = await readText(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer.split('\r\n\r\n')[1]).toBe('not a WebSocket handshake')
  })

  const OPEN = { path: '/ws3?speaker=luna', line: 'GET', version: '1.1' }
  /** The answer to a handshake with fields replaced, by lower-case name; an undefined one is left out. */
  async function shakeHands(fields: Record<string, string | undefined>, given: Partial<typeof OPEN> = {}) {
    const { path, line, version } = { ...OPEN, ...given }
    const { port } = await sharedService()
    const all = {
      host: 'x',
      authorization: `Bearer ${TEST_KEY}`,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'MDEyMzQ1Njc4OWFiY2RlZg==',
      ...fields,
    }
    const lines = Object.entries(all).map(([name, value]) => (value === undefined ? '' : `${name}: ${value}\r\n`))
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`${line} ${path} HTTP/${version}\r\n${lines.join('')}\r\n`)
    const [head = '', body] = String((await once(socket, 'data'))[0]).split('\r\n\r\n')
    return { status: Number(head.split(' ', 2)[1]), head, body }
  }

  test.each([
    ['99', '/ws3?speaker=luna', (body: string) => body],
    ['8', '/ws?speaker=luna', (body: string) => body],
    ['13, 8', '/coda/ws', (body: string) => body],
    ['', '/ws2?speaker=luna', (body: string) => body],
    ['12', '/v1/speak', (body: string) => JSON.parse(body).err_msg],
    ['12', '/v1/text-to-speech/luna/stream-input', (body: string) => JSON.parse(body).detail.message],
    ['12', '/jambonz/stream', (body: string) => JSON.parse(body).error],
  ])('version "%s" at %s is refused with 426 and the version that is served', async (version, path, reported) => {
    const { status, head, body = '' } = await shakeHands({ 'sec-websocket-version': version }, { path })
    expect([status, reported(body)]).toEqual([426, 'Sec-WebSocket-Version must be 13'])
    expect(head).toMatch(/\r\nsec-websocket-version: 13\r\n/i)
    expect(head).toMatch(/\r\nupgrade: websocket\r\n/i)
  })

  test.each([
    ['a short key', { 'sec-websocket-key': 'MDEy' }, 400, 'Sec-WebSocket-Key must be 16 bytes in base64'],
    ['an empty key', { 'sec-websocket-key': '' }, 400, 'Sec-WebSocket-Key must be 16 bytes in base64'],
    ['no key', { 'sec-websocket-key': undefined }, 400, 'not a WebSocket handshake'],
    ['no version', { 'sec-websocket-version': undefined }, 426, 'Sec-WebSocket-Version must be 13'],
    ['no Upgrade', { upgrade: undefined }, 426, 'upgrade required'],
    ['no Connection', { connection: undefined }, 426, 'upgrade required'],
    ['Connection without the token', { connection: 'keep-alive' }, 426, 'upgrade required'],
    ['another Upgrade', { upgrade: 'websockets' }, 426, 'upgrade required'],
    ['a body', { 'content-length': '3' }, 400, 'a WebSocket handshake must not have a body'],
    ['subprotocols that are none', { 'sec-websocket-protocol': 'a,,b' }, 400, 'Sec-WebSocket-Protocol is invalid'],
    [
      'a wrong key of the service first',
      { authorization: 'Bearer x', 'sec-websocket-version': '9' },
      401,
      'invalid api key',
    ],
  ])('%s is refused', async (_what, fields, status, text) => {
    expect(await shakeHands(fields)).toMatchObject({ status, body: text })
  })

  test.each([
    ['as Firefox sends it', { connection: 'keep-alive, Upgrade' }],
    ['in capitals', { connection: 'UPGRADE', upgrade: 'WEBSOCKET' }],
    ['with another offer', { upgrade: 'h2c, websocket' }],
    [
      'with extensions',
      { 'sec-websocket-extensions': 'permessage-deflate; client_max_window_bits, x-webkit-deflate-frame' },
    ],
    [
      'through proxies',
      { 'x-forwarded-proto': 'wss', via: '1.1 a', forwarded: 'for=1.2.3.4;proto=wss', te: 'trailers' },
    ],
  ])('a handshake %s is accepted', async (_what, fields) => {
    const { status, head } = await shakeHands(fields)
    expect(status).toBe(101)
    expect(head).toMatch(/\r\nSec-WebSocket-Accept: BACScCJPNqyz\+UBoqMH89VmURoA=/)
    expect(head).not.toMatch(/sec-websocket-extensions/i)
  })

  test('HTTP/1.0 and other methods open none', async () => {
    expect(await shakeHands({}, { version: '1.0' })).toMatchObject({ status: 426, body: 'a WebSocket needs HTTP/1.1' })
    expect((await shakeHands({}, { line: 'POST' })).status).toBe(405)
    expect((await shakeHands({}, { line: 'PUT' })).status).toBe(405)
  })

  test('a POST that offers one is answered as if it did not', async () => {
    const { port } = await sharedService()
    const body = JSON.stringify({ text: 'Hi.' })
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /textnorm HTTP/1.1\r\nHost: x\r\n${HANDSHAKE.replace('Connection: ', 'Connection: close, ')}Content-Length: ${body.length}\r\n\r\n${body}`,
    )
    expect(await readText(socket)).toMatch(/^HTTP\/1\.1 200 .*\{"normalized":"Hi\."\}$/s)
  })

  test('a request that offers HTTP/2 is answered as if it did not', async () => {
    const service = await sharedService()
    const body = JSON.stringify({ text: 'Hello.', speaker: 'luna', modelId: 'coda' })
    const socket = connect(service.port, '127.0.0.1')
    socket.write(
      `POST /v1/rime-tts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    )
    await delay(20)
    socket.write(`${body.slice(10)}GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    const answers = await readText(socket.setEncoding('latin1'))
    expect(answers.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(2)
  })

  test('requests that offer HTTP/2 and are sent at once are all answered', async () => {
    const service = await sharedService()
    const socket = connect(service.port, '127.0.0.1')
    const offers = 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'.repeat(5)
    socket.write(`${offers}GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    const answers = await readText(socket.setEncoding('latin1'))
    expect(answers.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(6)
  })

  test('a request that offers HTTP/2 while another one of its connection is answered is answered after it', async () => {
    const { speak, stopped, release } = createPacedSpeech()
    const service = await sharedService({ speak })
    const body = JSON.stringify({ text: 'stop', speaker: 'luna', modelId: 'coda' })
    const offer = 'Connection: Upgrade\r\nUpgrade: h2c\r\n'
    const slow = `POST /v1/rime-tts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\n${offer}Content-Length: ${body.length}\r\n\r\n${body}`
    const quick = `GET /livez HTTP/1.1\r\nHost: x\r\n${offer}\r\n`
    const socket = connect(service.port, '127.0.0.1')
    socket.write(`${slow}${quick}${quick}GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    await stopped
    release()
    const answers = await readText(socket.setEncoding('latin1'))
    expect(answers.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(4)
    expect(answers).toMatch(/^HTTP\/1\.1 200 OK\r\n.*audio/s)
  })

  test('a connection on which every request offers HTTP/2 gathers no listeners', async () => {
    const service = await sharedService()
    const warnings: Error[] = []
    const warn = (warning: Error) => void warnings.push(warning)
    process.on('warning', warn)
    onTestFinished(() => void process.off('warning', warn))
    const socket = connect(service.port, '127.0.0.1')
    for (let i = 0; i < 30; i++) {
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')
      await once(socket, 'data')
    }
    socket.destroy()
    expect(warnings).toEqual([])
  })

  test('O: a subprotocol is not echoed, since none is served', async () => {
    const service = await sharedService()
    const socket = connect(service.port, '127.0.0.1')
    socket.write(`GET /ws3?speaker=luna HTTP/1.1\r\nHost: x\r\nSec-WebSocket-Protocol: chat, rime\r\n${HANDSHAKE}\r\n`)
    const [answer] = await once(socket, 'data')
    socket.destroy()
    expect(String(answer)).toMatch(/^HTTP\/1\.1 101 /)
    expect(String(answer)).not.toMatch(/sec-websocket-protocol/i)
  })

  test('a client that goes away in the middle of its handshake does no harm', async () => {
    const service = await sharedService()
    for (let i = 0; i < 20; i++) {
      const socket = connect(service.port, '127.0.0.1')
      socket.write(`GET /ws3?speaker=luna HTTP/1.1\r\nHost: x\r\n${HANDSHAKE}\r\n`)
      if (i % 2 === 0) await once(socket, 'connect')
      socket.destroy()
    }
    expect((await fetch(`${service.url}/livez`)).status).toBe(200)
    await openSocket(service)
  })
})

test('WebSocket: the log has one line for a session, without texts, keys or parameters', async () => {
  const service = await startTestService()
  const { send, untilDone, socket, closed } = await openSocket(service, { extra: 'secret' })
  send({ text: 'Eleven secret words. ' })
  send({ operation: 'flush' })
  await untilDone()
  socket.close()
  await closed
  await vi.waitFor(() => expect(service.log).toHaveLength(1))
  expect(JSON.parse(service.log[0] ?? '')).toMatchObject({
    message: 'session',
    route: '/ws3',
    status: 101,
    model: 'coda',
    characters: 21,
    audioSeconds: 0.3,
    closeCode: 1005,
  })
  expect(service.log.join()).not.toContain('secret')
})

test.each([
  ['eos', async ({ send }: SocketClient) => send({ operation: 'eos' }), { closeCode: 1000 }],
  ['going away', async ({ socket }: SocketClient) => socket.terminate(), { closeCode: 1006 }],
  [
    'a close of the client, whose words may be anything',
    async ({ socket }: SocketClient) => socket.close(4000, 'secret'),
    { closeCode: 4000 },
  ],
  [
    'a failure',
    async ({ send }: SocketClient) => send({ text: 'secret '.repeat(100) }),
    { closeCode: 1011, closeReason: '400: text is too long' },
  ],
] as const)('WebSocket: the log tells how a session was closed: %s', async (_how, close, logged) => {
  const service = await startTestService()
  const client = await openSocket(service, 'speaker=cove')
  await close(client)
  await vi.waitFor(() => expect(service.log).toHaveLength(1))
  const line = JSON.parse(service.log[0] ?? '')
  expect({ closeCode: line.closeCode, closeReason: line.closeReason }).toEqual(logged)
  expect(service.log.join()).not.toContain('secret')
})

test('WebSocket: the log tells why an upgrade was refused, without what the client wrote', async () => {
  const service = await startTestService({ limits: { maxWebsockets: 0 } })
  await refusalOf(service, 'speaker=luna', { headers: { authorization: 'Bearer secret' } })
  await refusalOf(service)
  await refusalOf(service, 'speaker=secret', { path: '/v1/secret' })
  await vi.waitFor(() => expect(service.log).toHaveLength(3))
  const lines = service.log.map((line) => JSON.parse(line))
  expect(lines.map(({ status, reason }) => [status, reason])).toEqual([
    [401, 'key.invalid'],
    [429, 'key.limited'],
    [404, 'not found'],
  ])
  expect(service.log.join()).not.toContain('secret')
})

test('WebSocket: the log tells that the server closed', async () => {
  const service = await startTestService()
  await openSocket(service)
  await service.close()
  await vi.waitFor(() => expect(service.log).toHaveLength(1))
  expect(JSON.parse(service.log[0] ?? '')).toMatchObject({ closeCode: 1001, closeReason: 'the server is closing' })
})
