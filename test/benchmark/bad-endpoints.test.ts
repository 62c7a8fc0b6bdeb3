import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { measureCall } from '../../src/benchmark/call.ts'
import { openEndpoint } from '../../src/endpoints/open-endpoint.ts'
import { probe } from '../../src/endpoints/probe.ts'
import type { ProtocolName } from '../../src/endpoints/protocol-names.ts'
import { answeringServer } from '../answering-server.ts'
import { freePort } from '../free-port.ts'

const KEY = 'a-key-that-is-not-told'
const PCM = { 'content-type': 'audio/pcm' }

async function call(url: string, protocol: ProtocolName = 'openai', timeoutMs = 20_000) {
  const endpoint = openEndpoint(protocol, { url, apiKey: KEY })
  const { signal } = new AbortController()
  const { result } = await measureCall(endpoint, { text: () => 'Good morning.', timeoutMs, signal })
  return result
}

/** Over HTTP. */
describe('an endpoint that', () => {
  test('nobody listens at is unreachable', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    expect(await call(url)).toMatchObject({ failure: 'unreachable', reason: 'nothing listens there' })
    expect(await call(url, 'rime-ws3')).toMatchObject({ failure: 'unreachable' })
    expect(await call(url.replace('http', 'tcp'), 'wyoming')).toMatchObject({ failure: 'unreachable' })
  })

  test('refuses is told with its status and words', async () => {
    const url = await answeringServer((_, response) => response.writeHead(429).end('{"error": "too\nmany"}'))
    expect(await call(url)).toMatchObject({ failure: 'refused', reason: 'status 429: {"error": "too many"}' })
  })

  test('refuses with a page is told without the page', async () => {
    const url = await answeringServer((_, response) =>
      response.writeHead(502).end('<html><body>Bad gateway</body></html>'),
    )
    expect(await call(url)).toMatchObject({ failure: 'refused', reason: 'status 502: (an HTML page)' })
  })

  test('refuses without end is told from the start of it', async () => {
    const url = await answeringServer((_, response) => {
      response.writeHead(500)
      const write = () => void response.write('no '.repeat(4000), () => response.destroyed || setImmediate(write))
      write()
    })
    expect(await call(url)).toMatchObject({ failure: 'refused', reason: expect.stringMatching(/^status 500: no no/) })
  })

  test('sends HTML has no audio', async () => {
    const url = await answeringServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi'),
    )
    expect(await call(url)).toMatchObject({ failure: 'not audio', reason: expect.stringContaining('text/html') })
  })

  test('sends compressed audio as samples is told', async () => {
    const url = await answeringServer((_, response) => response.writeHead(200, PCM).end('ID3\x04\x00'))
    expect(await call(url)).toMatchObject({ failure: 'not audio', reason: expect.stringContaining('compressed') })
  })

  test('sends nothing has no audio', async () => {
    const url = await answeringServer((_, response) => response.writeHead(200, PCM).end())
    expect(await call(url)).toMatchObject({ failure: 'empty' })
  })

  test('hangs is given up after the timeout', async () => {
    const url = await answeringServer(() => {})
    expect(await call(url, 'openai', 150)).toMatchObject({
      failure: 'hung',
      reason: 'no audio within 0.15 s (--timeout)',
    })
    expect(await call(url, 'rime-ws3', 150)).toMatchObject({ failure: 'hung' })
  })

  test('never ends is given up after the timeout', async () => {
    const url = await answeringServer((_, response) => void response.writeHead(200, PCM).write(Buffer.alloc(4800, 1)))
    expect(await call(url, 'openai', 150)).toMatchObject({
      failure: 'without end',
      reason: 'no end within 0.15 s (--timeout)',
    })
  })

  test('sends audio without end is stopped before the timeout', async () => {
    const piece = Buffer.alloc(2 ** 20, 1)
    const url = await answeringServer((_, response) => {
      response.writeHead(200, PCM)
      const write = () => void response.write(piece, () => response.destroyed || setImmediate(write))
      write()
    })
    expect(await call(url)).toMatchObject({ failure: 'too long' })
  })

  test('closes early is told', async () => {
    const url = await answeringServer((_, response) => {
      response.writeHead(200, { ...PCM, 'content-length': 100_000 })
      response.write(Buffer.alloc(4800, 1), () => response.destroy())
    })
    expect(await call(url)).toMatchObject({ failure: 'cut off' })
  })

  test('moves elsewhere is not followed, so that the key goes nowhere else', async () => {
    const url = await answeringServer((_, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    )
    expect(await call(url)).toMatchObject({ failure: 'refused', reason: 'status 302: moved to http://127.0.0.1:1/' })
  })
})

describe('a WebSocket that', () => {
  async function listenSocket(
    answer: (send: (message: string | Buffer) => void, close: (code?: number) => void) => void,
  ) {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    server.on('connection', (socket) =>
      socket.once('message', () =>
        answer(
          (message) => socket.send(message),
          (code) => socket.close(code, 'no more'),
        ),
      ),
    )
    onTestFinished(() => {
      for (const socket of server.clients) socket.terminate()
      server.close()
    })
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const CHUNK = JSON.stringify({ type: 'chunk', data: Buffer.alloc(960, 1).toString('base64') })

  test.each([
    [
      'closes early',
      (_: unknown, close: (code?: number) => void) => close(1000),
      'cut off',
      'closed with 1000 no more',
    ],
    [
      'is overloaded',
      (_: unknown, close: (code?: number) => void) => close(1013),
      'refused',
      'closed with 1013 no more',
    ],
    [
      'tells an error',
      (send: (m: string) => void) => send('{"type":"error","message":"bad voice"}'),
      'refused',
      'bad voice',
    ],
    [
      'is done without audio',
      (send: (m: string) => void) => send('{"type":"done"}'),
      'empty',
      'the text ended without audio',
    ],
    [
      'sends no JSON',
      (send: (m: string) => void) => send('hello'),
      'not audio',
      'a message that does not belong to the protocol',
    ],
  ] as const)('%s is told', async (_, answer, failure, reason) => {
    const url = await listenSocket(answer as Parameters<typeof listenSocket>[0])
    expect(await call(url, 'rime-ws3')).toMatchObject({ kind: 'failed', failure, reason })
  })

  test('speaks and never is done is given up after the timeout', async () => {
    const url = await listenSocket((send) => send(CHUNK))
    expect(await call(url, 'rime-ws3', 300)).toMatchObject({ failure: 'without end' })
  })
})

describe('a Wyoming server that', () => {
  test.each([
    ['sends a page', '<html>\n', 'not audio'],
    ['cannot speak', '{"type":"info","data":{"tts":[]}}\n', 'refused'],
  ])('%s is told', async (_, bytes, failure) => {
    const server = createTcpServer((socket) => socket.end(bytes)).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const url = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await call(url, 'wyoming')).toMatchObject({ failure })
  })
})

test('probing an endpoint that hangs ends after the timeout', async () => {
  const url = await answeringServer(() => {})
  const found = probe({ url, apiKey: KEY }, { timeoutMs: 200, signal: new AbortController().signal })
  await expect(found).rejects.toThrow('no protocol is spoken there (rime-ws3: no audio within 0.2 s)')
})

test('a WAV file is read by its header, in pieces of any size', async () => {
  const header = Buffer.alloc(44 + 8)
  header.write('RIFF', 0)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(2, 22) // channels
  header.writeUInt32LE(16_000, 24)
  header.writeUInt16LE(16, 34)
  header.write('LIST', 36)
  header.write('data', 44)
  const url = await answeringServer((_, response) => {
    response.writeHead(200, { 'content-type': 'audio/wav' })
    const all = Buffer.concat([header, Buffer.alloc(64_000, 1)])
    for (let at = 0; at < all.length; at += 33) response.write(all.subarray(at, at + 33))
    response.end()
  })
  expect(await call(url)).toMatchObject({ kind: 'spoken', audioS: 1 })
})
