import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { create, toBinary } from '@bufbuild/protobuf'
import { credentials } from '@grpc/grpc-js'
import fc from 'fast-check'
import { Registry } from 'prom-client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SpokenEvent } from '../../src/app/speech/narrator.ts'
import { Samples } from '../../src/core/samples.ts'
import { StreamingSynthesisRequestSchema, TextToSpeech } from '../../src/protocols/rime-messages/text-to-speech_pb.ts'
import { audioOf, failure, framed, openGrpc, openHttp2, openRaw, rawAnswerOf } from './grpc-client.ts'
import { createPacedSpeech } from './paced-speech.ts'
import { type Speak, shareTestService, TEST_KEY, type TestService } from './test-service.ts'

const start = shareTestService()
const addressOf = ({ port }: TestService): string => `127.0.0.1:${port}`
const { getSupportedLanguages } = TextToSpeech.method
const CLEMENTINE = { speaker: 'clementine', audioParameters: { audioFormat: 'audio/pcm', samplingRate: 24_000 } }

type Payload = Parameters<typeof create<typeof StreamingSynthesisRequestSchema>>[1]
const message = (payload: Payload): Buffer =>
  framed(toBinary(StreamingSynthesisRequestSchema, create(StreamingSynthesisRequestSchema, payload)))
const HEADER = message({ payload: { case: 'header', value: CLEMENTINE } })
const chunk = (text: string): Buffer => message({ payload: { case: 'textChunk', value: text } })
const statusIn = ({ headers, trailers }: Awaited<ReturnType<typeof rawAnswerOf>>) =>
  Number(headers['grpc-status'] ?? trailers['grpc-status'])

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'

/** Bytes that come until the other side closes. */
async function answerTo(port: number, bytes: string): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const chunks: Buffer[] = []
  socket.on('data', (each: Buffer) => chunks.push(each)).on('error', () => {})
  if (bytes !== '') socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(chunks)
}

describe('HTTP/2: frames of messages (G-15)', () => {
  test('a message in any pieces is the same', async () => {
    const service = await start()
    const session = await openHttp2(service.url)
    const all = Buffer.concat([HEADER, chunk('Hello '), chunk('there. '), chunk('')])
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: all.length - 1 }), { maxLength: 12 }), async (cuts) => {
        service.forget()
        const stream = openRaw(session)
        const places = [0, ...new Set(cuts.toSorted((a, b) => a - b)), all.length]
        for (const [i, place] of places.slice(1).entries()) {
          stream.write(all.subarray(places[i], place))
          await new Promise(setImmediate)
        }
        stream.end()
        expect(statusIn(await rawAnswerOf(stream))).toBe(0)
        expect(service.spoken.map(({ text }) => text.trim())).toEqual(['Hello there.'])
      }),
      { numRuns: 30 },
    )
  })

  test.each([
    ['compressed', Buffer.concat([HEADER, framed(Buffer.alloc(3), 1)]), 12],
    ['with an unknown flag', framed(Buffer.alloc(3), 0x80), 3],
    ['of more than 1 MiB', Buffer.from([0, 0, 0x10, 0, 1]), 8],
    ['of 4 GiB', Buffer.from([0, 0xff, 0xff, 0xff, 0xff, 1, 2]), 8],
    ['cut short', HEADER.subarray(0, -1), 3],
    ['of four bytes of a prefix', Buffer.alloc(4), 3],
    ['of small fields', framed(Buffer.from('0a02'.repeat(1) + '5a00'.repeat(100_000), 'hex')), 8],
  ])('a message %s ends the call, and not the connection', async (_name, bytes, status) => {
    const service = await start()
    const session = await openHttp2(service.url)
    const stream = openRaw(session)
    stream.end(bytes)
    const answer = await rawAnswerOf(stream)
    expect([statusIn(answer), answer.rstCode]).toEqual([status, 0])
    expect({ ...answer.headers }['grpc-accept-encoding']).toBe('identity')
    expect(service.spoken).toEqual([])
    const next = openRaw(session, 'GetSupportedLanguages')
    next.end(framed(Buffer.alloc(0)))
    expect(statusIn(await rawAnswerOf(next))).toBe(0)
  })

  test('messages of 131,072 bytes and of a mebibyte are taken', async () => {
    const service = await start()
    for (const length of [131_072, 2 ** 20 - 5]) {
      const call = openGrpc(addressOf(service)).stream()
      call.header(CLEMENTINE)
      call.text(`${' '.repeat(length - 3)}Hi.`)
      call.end()
      expect(await call.ended).toMatchObject({ code: 0 })
    }
  })

  test('more text than may be pending is RESOURCE_EXHAUSTED', async () => {
    const { speak, release } = createPacedSpeech()
    const service = await start({ speak })
    const call = openGrpc(addressOf(service)).stream()
    call.header({ ...CLEMENTINE, text: 'Now stop. ' })
    for (let i = 0; i < 20; i++) call.text('Some more words. '.repeat(4000))
    expect(await call.ended).toMatchObject({ code: 8, details: 'too much text is pending' })
    release()
  })

  test('a header with more text than may be pending ends the call, and the rest of it is not spoken', async () => {
    const { speak, release } = createPacedSpeech()
    const service = await start({ speak, limits: { maxBodyBytes: 4096 } })
    const client = openGrpc(addressOf(service))
    const call = client.stream()
    call.header({ ...CLEMENTINE, text: `Now stop. ${'Some more words. '.repeat(1000)}` })
    expect(await call.ended).toMatchObject({ code: 8, details: 'too much text is pending' })
    release()
    const next = client.stream()
    next.header({ ...CLEMENTINE, text: 'Hello there.' })
    next.end()
    expect((await next.ended).code).toBe(0)
    expect(service.spoken.filter(({ text }) => text.includes('Some more'))).toEqual([])
  })

  test.each([
    ['application/json', 415],
    [undefined, 415],
    ['text/plain', 415],
    ['application/grpc', 200],
    ['application/grpc+proto', 200],
    ['application/grpc; charset=utf-8', 200],
    ['application/grpc+json', 200],
    ['application/grpc-web+proto', 200],
  ])('the content type %s has the HTTP status %i', async (contentType, status) => {
    const session = await openHttp2((await start()).url)
    const stream = openRaw(session, 'GetSupportedLanguages', { 'content-type': contentType })
    stream.end(framed(Buffer.alloc(0)))
    const answer = await rawAnswerOf(stream)
    expect(answer.headers[':status']).toBe(status)
    if (status === 415) expect(answer.bytes.toString()).toBe('HTTP/2 is for gRPC alone: use HTTP/1.1')
    else expect(statusIn(answer)).toBe(/json|web/.test(contentType ?? '') ? 12 : 0)
  })

  test('other requests over HTTP/2 are refused, and gRPC over HTTP/1.1 has no path', async () => {
    const { url } = await start()
    const session = await openHttp2(url)
    for (const [method, path] of [
      ['GET', '/health'],
      ['HEAD', '/health'],
      ['POST', '/v1/rime-tts'],
      ['OPTIONS', '*'],
      ['GET', '/dashboard'],
      ['DELETE', '/%zz'],
    ]) {
      const stream = session.request({ ':method': method, ':path': path })
      stream.end()
      expect((await rawAnswerOf(stream)).headers[':status'], path).toBe(415)
    }
    const answer = await fetch(`${url}/rime.TextToSpeech/GetSupportedLanguages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/grpc' },
    })
    expect(answer.status).toBe(404)
  })
})

/** What a client may send of a call, in any order. */
const PIECES = {
  header: HEADER,
  chunk: chunk('Hello there. '),
  empty: chunk(''),
  none: framed(Buffer.alloc(0)),
  unknownSpeaker: message({ payload: { case: 'header', value: { ...CLEMENTINE, speaker: 'nobody-at-all' } } }),
  badLexicon: message({
    payload: { case: 'header', value: { ...CLEMENTINE, customLexicon: [{ spelling: 'a', pronunciation: '!' }] } },
  }),
  noise: framed(Buffer.from('0aff', 'hex')),
  compressed: framed(Buffer.alloc(2), 1),
}
type Piece = keyof typeof PIECES

/** The status by the rules, and how many texts are spoken at most. */
function expected(pieces: readonly Piece[]): { readonly status: number; readonly maxSpoken: number } {
  let hasHeader = false
  let chunks = 0
  for (const piece of pieces) {
    if (piece === 'compressed') return { status: 12, maxSpoken: chunks }
    if (piece === 'header' && !hasHeader) hasHeader = true
    else if (piece === 'chunk' && hasHeader) chunks++
    else if (!(piece === 'empty' && hasHeader)) return { status: 3, maxSpoken: chunks }
  }
  return hasHeader ? { status: 0, maxSpoken: chunks } : { status: 3, maxSpoken: 0 }
}

describe('Rime gRPC: any order of messages', () => {
  test('has the status of the rules, and nothing that is refused reaches an engine', async () => {
    const service = await start()
    const session = await openHttp2(service.url)
    const piece = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom<Piece>('header', 'chunk') },
      { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(PIECES) as Piece[])) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), fc.boolean(), async (pieces, isOneWrite) => {
        service.forget()
        const stream = openRaw(session)
        const bytes = pieces.map((name) => PIECES[name])
        if (isOneWrite) stream.write(Buffer.concat(bytes))
        else for (const each of bytes) stream.write(each)
        stream.end()
        const { status, maxSpoken } = expected(pieces)
        expect(statusIn(await rawAnswerOf(stream))).toBe(status)
        expect(service.spoken.length).toBeLessThanOrEqual(maxSpoken)
        if (status === 0)
          expect(service.spoken.map(({ text }) => text.trim()).join(' ')).toBe(
            Array(maxSpoken).fill('Hello there.').join(' '),
          )
      }),
      { numRuns: 150 },
    )
  })

  test('any bytes end a call with a status, and the connection goes on', async () => {
    const service = await start()
    const session = await openHttp2(service.url)
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom('SynthesizeStreaming', 'Synthesize', 'NormalizeText', 'GetSupportedSpeakers'),
        async (noise, method) => {
          const stream = openRaw(session, method)
          stream.end(noise)
          expect([0, 3, 8, 12]).toContain(statusIn(await rawAnswerOf(stream)))
        },
      ),
      { numRuns: 200 },
    )
    const framedNoise = fc.uint8Array({ maxLength: 80 }).map((noise) => framed(noise))
    await fc.assert(
      fc.asyncProperty(framedNoise, async (noise) => {
        const stream = openRaw(session, 'Synthesize')
        stream.end(noise)
        expect([0, 3]).toContain(statusIn(await rawAnswerOf(stream)))
      }),
      { numRuns: 200 },
    )
    expect(session.closed).toBe(false)
    expect(service.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
})

describe('HTTP/2: connections', () => {
  test('one carries a thousand calls, at once and one after the other', async () => {
    const registry = new Registry()
    const service = await start({ registry })
    const client = openGrpc(addressOf(service))
    const open = Array.from({ length: 300 }, () => client.stream())
    for (const call of open) call.header(CLEMENTINE)
    await Promise.all(open.map((call) => call.headers))
    expect(await registry.getSingleMetricAsString('hoarfrost_open_grpc_calls')).toMatch(/ 300$/m)
    for (const call of open) {
      call.text('Hi.')
      call.end()
    }
    expect(new Set((await Promise.all(open.map((call) => call.ended))).map(({ code }) => code))).toEqual(new Set([0]))
    for (let i = 0; i < 14; i++) {
      const calls = Array.from({ length: 50 }, () => client.synthesize({ ...CLEMENTINE, text: 'Hi.' }))
      expect(new Set((await Promise.all(calls)).map(({ code }) => code))).toEqual(new Set([0]))
    }
    expect(await registry.getSingleMetricAsString('hoarfrost_open_grpc_calls')).toMatch(/ 0$/m)
    const counted = await registry.getSingleMetricAsString('hoarfrost_requests_total')
    expect(counted).toMatch(/route="\/rime\.TextToSpeech\/SynthesizeStreaming",status="200"\} 300/)
    expect(counted).toMatch(/route="\/rime\.TextToSpeech\/Synthesize",status="200"\} 700/)
  })

  test('clients that vanish at any moment leave nothing behind', async () => {
    const registry = new Registry()
    const { speak, release } = createPacedSpeech()
    const service = await start({ registry, speak })
    const sockets = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const socket = connect(service.port, '127.0.0.1')
        const session = connectHttp2(service.url, { createConnection: () => socket })
        session.on('error', () => {})
        await once(session, 'remoteSettings')
        const streams = Array.from({ length: 5 }, () => openRaw(session))
        for (const stream of streams) {
          stream.on('error', () => {})
          stream.write(i % 4 === 0 ? HEADER.subarray(0, 7) : HEADER)
          if (i % 4 > 1) stream.write(chunk('One two stop. '))
        }
        await new Promise((resolve) => session.ping(resolve))
        return { session, socket }
      }),
    )
    await vi.waitFor(async () =>
      expect(await registry.getSingleMetricAsString('hoarfrost_open_grpc_calls')).toMatch(/ 100$/m),
    )
    for (const [i, { session, socket }] of sockets.entries()) {
      if (i % 2 === 0) socket.destroy()
      else session.destroy()
    }
    await vi.waitFor(async () =>
      expect(await registry.getSingleMetricAsString('hoarfrost_open_grpc_calls')).toMatch(/ 0$/m),
    )
    release()
    expect((await openGrpc(addressOf(service)).unary(getSupportedLanguages, {})).languages).toContain('en')
    expect(service.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })

  test('a reader that takes nothing makes synthesis wait, and its call is ended', async () => {
    let spokenS = 0
    const endless: Speak = async function* ({ sampleRateHz }, signal): AsyncGenerator<SpokenEvent> {
      for (let i = 0; i < 1000; i++) {
        signal.throwIfAborted()
        spokenS += 0.1
        yield { kind: 'audio', samples: new Samples(new Int16Array(sampleRateHz / 10)) }
      }
    }
    const service = await start({ speak: endless, limits: { stalledReaderS: 0.3 } })
    const session = connectHttp2(service.url, { settings: { initialWindowSize: 2000 } })
    onTestFinished(() => session.destroy())
    session.on('error', () => {})
    const stream = openRaw(session)
    stream.on('error', () => {})
    stream.write(HEADER)
    stream.end(chunk('Hello there. '))
    await once(stream, 'response')
    stream.pause()
    const other = openRaw(session, 'GetSupportedLanguages')
    other.end(framed(Buffer.alloc(0)))
    expect(statusIn(await rawAnswerOf(other))).toBe(0)
    await vi.waitFor(() => expect(service.log.some((line) => line.includes('the client stopped reading'))).toBe(true))
    expect(spokenS).toBeLessThan(3)
    expect(session.destroyed).toBe(false)
  })

  test('a connection that sends nothing, or no more than the preface, is closed in time', async () => {
    const service = await start({ requestTimeoutMs: 100 })
    expect((await answerTo(service.port, '')).toString()).toMatch(/^HTTP\/1\.1 408 /)
    expect((await answerTo(service.port, 'PR')).toString()).toMatch(/^HTTP\/1\.1 408 /)
    const settings = await answerTo(service.port, PREFACE)
    expect(settings[3]).toBe(4) // SETTINGS
  })

  // An error of a socket that nobody hears ends the process, and the run of these tests.
  test.each([
    ['before it has sent anything, when it is told so', ''],
    ['after a part of the preface, when it is told so', 'PRI'],
  ])('a client that resets the connection %s costs nothing', async (_, bytes) => {
    const service = await start({ requestTimeoutMs: 50 })
    const socket = connect(service.port, '127.0.0.1')
    if (bytes !== '') socket.write(bytes)
    await once(socket, 'data')
    socket.resetAndDestroy()
    await once(socket, 'close')
    expect((await fetch(`${service.url}/livez`)).status).toBe(200)
  })

  test('clients that reset the connection right after the preface cost nothing', async () => {
    const service = await start({})
    for (let i = 0; i < 20; i++) {
      const socket = connect(service.port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write(PREFACE)
      await new Promise(setImmediate)
      socket.resetAndDestroy()
    }
    expect((await fetch(`${service.url}/livez`)).status).toBe(200)
  })

  test('a client that says goodbye and does not close its side is closed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const service = await start({})
    const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])
    const goaway = Buffer.from([0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    socket.resume().write(Buffer.concat([Buffer.from(PREFACE), settings, goaway]))
    await once(socket, 'end')
    vi.advanceTimersByTime(20_000)
    socket.on('error', () => {})
    while (!socket.destroyed) {
      socket.write('still here')
      await new Promise(setImmediate)
    }
    expect((await fetch(`${service.url}/livez`)).status).toBe(200)
  })

  test('HTTP/1.1 is told from HTTP/2 by the first bytes, in however many pieces they come', async () => {
    const service = await start()
    for (const request of [
      'POST /livez HTTP/1.1\r\n',
      'PUT /livez HTTP/1.1\r\n',
      'GET /livez HTTP/1.1\r\n',
      'PROPFIND /livez HTTP/1.1\r\n',
    ]) {
      const socket = connect({ port: service.port, host: '127.0.0.1', noDelay: true })
      const chunks: Buffer[] = []
      socket.on('data', (each: Buffer) => chunks.push(each))
      for (const character of `${request}Host: x\r\nConnection: close\r\n\r\n`) {
        socket.write(character)
        await new Promise(setImmediate)
      }
      await once(socket, 'close')
      expect(Buffer.concat(chunks).toString(), request).toMatch(
        request.startsWith('GET') ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 405 /,
      )
    }
  })

  test('closing lets running calls finish, tells clients to leave, and ends those that take too long (G-13)', async () => {
    const service = await start({})
    const client = openGrpc(addressOf(service))
    const session = await openHttp2(service.url)
    const goaway = once(session, 'goaway')
    const call = client.stream()
    call.header(CLEMENTINE)
    await call.headers
    const closing = service.close()
    await goaway
    call.text('Hello there.')
    call.end()
    const { code, messages } = await call.ended
    expect([code, audioOf(messages).length]).toEqual([0, 9600])
    await closing
    expect((await failure(client.unary(getSupportedLanguages, {}, { timeoutMs: 5000 })))[0]).toBe(14)
  })

  test('without HOARFROST_GRPC, HTTP/2 is not spoken', async () => {
    const service = await start({ hasGrpc: false })
    const client = openGrpc(addressOf(service), { channel: credentials.createInsecure() })
    expect((await failure(client.unary(getSupportedLanguages, {}, { timeoutMs: 5000 })))[0]).toBe(14)
    expect((await fetch(`${service.url}/livez`)).status).toBe(200)
  })
})
