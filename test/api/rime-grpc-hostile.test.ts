import { create, toBinary } from '@bufbuild/protobuf'
import { Registry } from 'prom-client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { TextToSpeech } from '../../src/protocols/rime-messages/text-to-speech_pb.ts'
import { AUTHORIZED, framed, openGrpc, openHttp2, openRaw, rawAnswerOf } from './grpc-client.ts'
import { callFields, dataFrame, frameOf, GOAWAY, headersFrame, openFrames, resetFrame } from './http2-frames.ts'
import { shareTestService, type TestService } from './test-service.ts'

const start = shareTestService()
const addressOf = ({ port }: TestService): string => `127.0.0.1:${port}`
const { getSupportedLanguages } = TextToSpeech.method
const METHOD = '/rime.TextToSpeech/SynthesizeStreaming'

/** A key of its own. */
async function addKey({ url }: TestService, fields: object): Promise<string> {
  const answer = await fetch(`${url}/v1/keys`, {
    method: 'POST',
    headers: AUTHORIZED,
    body: JSON.stringify({ name: 'own', roles: ['synthesis'], ...fields }),
  })
  return ((await answer.json()) as { key: string }).key
}

describe('gRPC: hostile clients', () => {
  test('calls that are reset at once count no longer, wherever the server is with them', async () => {
    const registry = new Registry()
    const service = await start({ registry })
    const key = await addKey(service, { maxConcurrent: 3 })
    const fields = callFields(METHOD, { authorization: `Bearer ${key}` })
    const { send } = await openFrames(service.port)
    const calls = Array.from({ length: 300 }, (_, i) => [headersFrame(2 * i + 1, fields), resetFrame(2 * i + 1)])
    send(...calls.flat())
    const client = openGrpc(addressOf(service), { headers: { authorization: `Bearer ${key}` } })
    await vi.waitFor(async () => {
      expect((await client.unary(getSupportedLanguages, {})).languages).toContain('en')
      expect(await registry.getSingleMetricAsString('hoarfrost_open_grpc_calls')).toMatch(/ 0$/m)
    })
    expect(service.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })

  test.each([
    [4096, 3],
    [4097, 8],
    [2 ** 20, 8],
  ])('of a message of %i bytes to a method that needs no key, the status is %i', async (length, status) => {
    const stream = openRaw(await openHttp2((await start()).url), '', { ':path': '/grpc.health.v1.Health/Check' })
    const prefix = Buffer.alloc(5)
    prefix.writeUInt32BE(length, 1)
    stream.write(prefix)
    if (status === 3) stream.end(Buffer.alloc(length, 0xff)) // no protobuf
    const { headers } = await rawAnswerOf(stream)
    expect(headers['grpc-status']).toBe(`${status}`)
  })

  test.each([
    ['/grpc.health.v1.Health/Check', {}],
    ['/rime.TextToSpeech/Synthesize', AUTHORIZED],
    ['/rime.TextToSpeech/NormalizeText', AUTHORIZED],
  ])('%s waits for its message no longer than HTTP for a request', async (path, headers) => {
    const service = await start({ requestTimeoutMs: 100 })
    const session = await openHttp2(service.url)
    const streaming = openRaw(session)
    for (const bytes of [Buffer.alloc(0), Buffer.from([0, 0, 0, 0, 9, 1])]) {
      const stream = openRaw(session, '', { ':path': path, ...headers })
      stream.write(bytes)
      const answer = await rawAnswerOf(stream)
      expect([answer.headers['grpc-status'], answer.headers['grpc-message']]).toEqual(['4', 'request timed out'])
    }
    expect(streaming.closed).toBe(false)
    // Node 20 as a client goes round for ever if a session with an open stream ends after another was reset.
    streaming.end()
    await rawAnswerOf(streaming)
  })

  test('a request that is none of gRPC ends, though its client has no room for the text of the refusal', async () => {
    const service = await start({})
    const { send, isReset } = await openFrames(service.port, { window: 0 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    send(headersFrame(1, { ...callFields('/health'), 'content-type': 'text/plain' }))
    while (!isReset(1)) {
      vi.advanceTimersByTime(1000)
      await new Promise(setImmediate)
    }
    expect(service.log.filter((line) => line.includes('"status":415'))).toHaveLength(1)
  })

  test('a message in pieces of one byte is the same', async () => {
    const service = await start()
    const stream = openRaw(await openHttp2(service.url), 'Synthesize')
    const { input } = TextToSpeech.method.synthesize
    const message = framed(toBinary(input, create(input, { speaker: 'clementine', text: 'Hello there. '.repeat(20) })))
    for (const byte of message) stream.write(Buffer.from([byte]))
    stream.end()
    expect((await rawAnswerOf(stream)).trailers['grpc-status']).toBe('0')
    expect(service.spoken.map(({ text }) => text).join('')).toContain('Hello there. Hello there.')
  })

  test.each([
    ['a frame larger than any may be', Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0])],
    ['a window that overflows', frameOf(8, 0, 0, Buffer.from([0x7f, 0xff, 0xff, 0xff]))],
    ['headers that cannot be decoded', frameOf(1, 4, 3, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))],
  ])('%s ends the calls of its connection, whether the client closes it or not', async (_name, bytes) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const registry = new Registry()
    const service = await start({ registry })
    const openCalls = () => registry.getSingleMetricAsString('hoarfrost_open_grpc_calls')
    const connections = [await openFrames(service.port), await openFrames(service.port)]
    for (const { send } of connections) send(headersFrame(1, callFields(METHOD)))
    await vi.waitFor(async () => expect(await openCalls()).toMatch(/ 2$/m))
    for (const { send } of connections) send(bytes)
    await vi.waitFor(() =>
      expect(
        connections.every(({ socket, received }) => socket.closed || received.some(({ type }) => type === GOAWAY)),
      ).toBe(true),
    )
    connections[0]?.socket.destroy()
    for (let i = 0; i < 2; i++) {
      await new Promise(setImmediate)
      vi.advanceTimersByTime(20_000)
    }
    await vi.waitFor(async () => expect(await openCalls()).toMatch(/ 0$/m))
  })

  test.each(['SynthesizeStreaming', 'Synthesize', 'GetSupportedSpeakers'])(
    '%s without a message is refused, also if it ends while its key is checked',
    async (method) => {
      const service = await start()
      const fields = callFields(`/rime.TextToSpeech/${method}`)
      const first = [headersFrame(1, fields), dataFrame(1, Buffer.alloc(0), true)]
      const { received } = await openFrames(service.port, { first })
      await vi.waitFor(() => expect(received.some(({ type, flags }) => type === 1 && (flags & 1) === 1)).toBe(true))
      expect(service.log.filter((line) => line.includes('"grpcStatus":3'))).toHaveLength(1)
    },
  )
})
