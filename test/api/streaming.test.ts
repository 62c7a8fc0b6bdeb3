import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import type { SpokenEvent } from '../../src/app/speech/narrator.ts'
import { SpeechError } from '../../src/core/errors.ts'
import { Samples } from '../../src/core/samples.ts'
import { failWith } from './failing-speech.ts'
import { startTestService, TEST_KEY, type TestService, type TestServiceOptions } from './test-service.ts'

type Speak = NonNullable<TestServiceOptions['speak']>

const BODY = { text: 'Hello.', speaker: 'luna', modelId: 'coda' }
const AUTHORIZATION = `Bearer ${TEST_KEY}`
const audio = (length: number): SpokenEvent => ({ kind: 'audio', samples: new Samples(new Int16Array(length).fill(1)) })

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** A client that reads when the test tells it to. */
function ask({ port }: TestService, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
  const options = { host: '127.0.0.1', port, path: '/v1/rime-tts', method: 'POST', agent: false as const }
  return new Promise((resolve, reject) => {
    sendRequest({ ...options, headers: { authorization: AUTHORIZATION, ...headers } }, resolve)
      .on('error', reject)
      .end(JSON.stringify(BODY))
  })
}

/** All that the server sends to a client of HTTP/1.0, and how the connection ends. */
async function askInHttp10({ port }: TestService, onData: () => void = () => {}) {
  const socket = connect(port, '127.0.0.1')
  const json = JSON.stringify(BODY)
  socket.write(
    `POST /v1/rime-tts HTTP/1.0\r\nAuthorization: ${AUTHORIZATION}\r\nContent-Length: ${json.length}\r\n\r\n`,
  )
  socket.write(json)
  const chunks: Buffer[] = []
  const errors: unknown[] = []
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', ({ message }) => errors.push(message))
  socket.once('data', onData)
  await new Promise((resolve) => socket.once('close', resolve))
  return { answer: Buffer.concat(chunks).toString('latin1'), errors }
}

test('O-synth-6: the status line waits for the first audio and for nothing more', async () => {
  const [first, second] = [gate(), gate()]
  const service = await startTestService({
    async *speak() {
      await first.opened
      yield audio(100)
      await second.opened
      yield audio(50)
    },
  })
  const asked = service.speech(BODY)
  await vi.waitFor(() => expect(service.spoken).toHaveLength(1))
  expect(await Promise.race([asked, delay(30, 'no answer yet')])).toBe('no answer yet')
  first.open()
  const answer = await asked
  expect(answer.status).toBe(200)
  second.open()
  expect((await answer.arrayBuffer()).byteLength).toBe(44 + 300)
})

test('O-synth-9: streamed answers tell proxies neither to hold them back nor to keep them', async () => {
  const service = await startTestService()
  for (const [accept, modelId] of [
    ['audio/wav', 'coda'],
    ['audio/mpeg', 'mistv3'],
    ['text/event-stream', 'mistv2'],
  ] as const) {
    const { headers, body } = await service.speech({ ...BODY, modelId }, { accept })
    await body?.cancel()
    const reported = [headers.get('content-type'), headers.get('x-accel-buffering'), headers.get('cache-control')]
    expect(reported).toEqual([accept, 'no', 'no-store'])
  }
})

test.each([
  [new SpeechError('engine.crashed', 'thread exited with 1'), 500, 'internal error', null],
  [new SpeechError('voice.unusable', 'no such base'), 500, 'internal error', null],
  [new TypeError('x is not a function'), 500, 'internal error', null],
  [new SpeechError('pool.overloaded', '256 streams are open'), 503, 'service unavailable', '1'],
  [new SpeechError('pool.draining', 'closing'), 503, 'service unavailable', '1'],
])('O-synth-6: "%s" before the first audio answers %i', async (error, status, text, retryAfter) => {
  for (const accept of ['audio/wav', 'application/json']) {
    const service = await startTestService({
      speak: failWith(error),
    })
    const answer = await service.speech(BODY, { accept })
    expect([answer.status, await answer.text(), answer.headers.get('retry-after')]).toEqual([status, text, retryAfter])
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  }
})

const failsLate: Speak = async function* () {
  yield audio(100)
  await delay(10)
  throw new SpeechError('engine.crashed', 'thread exited with 1')
}

test('O-synth-6: a failure after the first audio breaks the connection', async () => {
  const service = await startTestService({ speak: failsLate })
  const answer = await service.speech(BODY)
  expect(answer.status).toBe(200)
  await expect(answer.arrayBuffer()).rejects.toThrow()
  expect(service.log.join()).toContain('thread exited with 1')
})

test('O-synth-6: it breaks the connection also where only the end of the connection ends an answer', async () => {
  // Once the audio was read: libuv takes a reset that comes with it for an end.
  const read = gate()
  const service = await startTestService({
    async *speak() {
      yield audio(100)
      await read.opened
      throw new SpeechError('engine.crashed', 'thread exited with 1')
    },
  })
  const { errors } = await askInHttp10(service, read.open)
  expect(errors).toEqual([expect.stringContaining('ECONNRESET')])
})

test('O-synth-6: in JSON every failure is an honest status', async () => {
  const service = await startTestService({ speak: failsLate })
  expect((await service.speech(BODY, { accept: 'application/json' })).status).toBe(500)
})

test('Answers: a client of HTTP/1.0 reads bare bytes to the end of the connection', async () => {
  const { answer, errors } = await askInHttp10(await startTestService())
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).not.toMatch(/transfer-encoding/i)
  expect(body.slice(0, 4)).toBe('RIFF')
  expect(answer.length - head.length - 4).toBe(44 + 2 * 2400)
  expect(errors).toEqual([])
})

test('Answers: when the client goes away, synthesis stops', async () => {
  let made = 0
  const stopped = gate()
  const service = await startTestService({
    async *speak(_request, signal) {
      try {
        for (; made < 10_000; made++) {
          yield audio(100)
          await delay(5, undefined, { signal })
        }
      } finally {
        stopped.open()
      }
    },
  })
  const answer = await ask(service)
  await once(answer, 'data')
  answer.destroy()
  await stopped.opened
  expect(made).toBeLessThan(10_000)
  await vi.waitFor(() => expect(service.log.join()).toContain('request aborted'))
  expect(service.log).toHaveLength(1)
})

test('Answers: when the client goes away before the first audio, synthesis stops as well', async () => {
  const stopped = gate()
  const service = await startTestService({
    // biome-ignore lint/correctness/useYield: it is stopped before it yields
    async *speak(_request, signal) {
      try {
        await delay(60_000, undefined, { signal })
      } finally {
        stopped.open()
      }
    },
  })
  const leaving = new AbortController()
  const asked = fetch(`${service.url}/v1/rime-tts`, {
    method: 'POST',
    headers: { authorization: AUTHORIZATION },
    body: JSON.stringify(BODY),
    signal: leaving.signal,
  })
  await vi.waitFor(() => expect(service.spoken).toHaveLength(1))
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await stopped.opened
  expect(service.log.join()).not.toContain('request failed')
})

test('Answers: a client that goes away before its body is complete is no failure of ours', async () => {
  const service = await startTestService()
  const socket = connect(service.port, '127.0.0.1')
  socket.write(`POST /v1/rime-tts HTTP/1.1\r\nHost: x\r\nAuthorization: ${AUTHORIZATION}\r\nContent-Length: 9\r\n\r\n{`)
  await once(socket, 'connect')
  await (await fetch(`${service.url}/livez`)).text()
  socket.destroy()
  await vi.waitFor(() => expect(service.log).toHaveLength(2))
  await delay(10)
  expect(service.log.join()).not.toContain('request failed')
})

test('Answers: a client that reads slowly makes synthesis wait, and one that then leaves stops it', async () => {
  let made = 0
  const stopped = gate()
  const service = await startTestService({
    async *speak() {
      try {
        for (;;) {
          made++
          yield audio(50_000)
        }
      } finally {
        stopped.open()
      }
    },
  })
  const answer = await ask(service)
  const settled = async () => {
    let before = -1
    while (before !== made) {
      before = made
      await delay(50)
    }
    return made
  }
  const madeUnread = await settled()
  expect(madeUnread).toBeLessThan(500) // the rest is the kernel's: some megabytes
  let length = 0
  answer.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > 2 * madeUnread * 100_000) answer.pause()
  })
  await vi.waitFor(() => expect(made).toBeGreaterThan(2 * madeUnread))
  await settled()
  answer.destroy()
  await stopped.opened
})

describe('Answers: a client that takes nothing for HOARFROST_STALLED_READER_S is disconnected', () => {
  const STALLED_S = 1
  const endless: Speak = async function* () {
    for (;;) yield audio(50_000)
  }

  const logged = (service: TestService) =>
    vi.waitFor(
      () =>
        expect(service.log.map((line) => JSON.parse(line))).toContainEqual(
          expect.objectContaining({ message: 'request aborted', reason: 'the client stopped reading' }),
        ),
      { timeout: 15_000 },
    )

  test('one that stops reading a stream', async () => {
    const service = await startTestService({ speak: endless, limits: { stalledReaderS: STALLED_S } })
    const answer = await ask(service)
    answer.pause().on('error', () => {})
    await logged(service)
    answer.destroy()
  })

  test('one that stops reading an answer in JSON', async () => {
    const speak: Speak = async function* () {
      for (let i = 0; i < 100; i++) yield audio(100_000)
    }
    const service = await startTestService({ speak, limits: { stalledReaderS: STALLED_S } })
    const answer = await ask(service, { accept: 'application/json' })
    answer.pause().on('error', () => {})
    await logged(service)
    answer.destroy()
  })

  // Elsewhere a process learns of what was read by the megabyte only.
  test.runIf(process.platform === 'linux')('but not one that reads slowly', async () => {
    const service = await startTestService({ speak: endless, limits: { stalledReaderS: STALLED_S } })
    const answer = await ask(service)
    let isBroken = false
    answer.on('error', () => {
      isBroken = true
    })
    const startedMs = performance.now()
    let bytes = 0
    while (!isBroken && performance.now() - startedMs < 4000 * STALLED_S) {
      bytes += answer.read(40_000)?.length ?? 0
      await delay(50)
    }
    expect([isBroken, bytes > 1_000_000, service.log]).toEqual([false, true, []])
    answer.destroy()
  })

  test('nor one that waits for slow speech', async () => {
    const made = gate()
    const service = await startTestService({
      async *speak() {
        yield audio(100)
        await made.opened
        yield audio(100)
      },
      limits: { stalledReaderS: 0.05 },
    })
    const answer = await service.speech(BODY)
    await delay(500)
    made.open()
    expect((await answer.arrayBuffer()).byteLength).toBe(44 + 400)
  })
})

test('Answers: nothing of one answer gets into the next on the same connection', async () => {
  const service = await startTestService()
  const socket = connect(service.port, '127.0.0.1')
  const json = JSON.stringify(BODY)
  const one = `POST /v1/rime-tts HTTP/1.1\r\nHost: x\r\nAuthorization: ${AUTHORIZATION}\r\nContent-Length: ${json.length}\r\n`
  socket.write(`${one}\r\n${json}${one}Connection: close\r\n\r\n${json}`)
  let answers = ''
  socket.setEncoding('latin1').on('data', (text) => {
    answers += text
  })
  await once(socket, 'close')
  expect(answers.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(2)
  expect(answers.match(/\r\n0\r\n\r\n/g)).toHaveLength(2)
})

test.each(['GARBAGE\r\n\r\n', 'GET /livez HTTP/1.0\r\n\r\n'])(
  'O-synth-6: what follows the last request of a connection (%j) leaves its answer whole, and never joins the audio',
  async (following) => {
    const service = await startTestService({
      async *speak() {
        yield audio(100)
        yield audio(100)
      },
    })
    const socket = connect(service.port, '127.0.0.1')
    const json = JSON.stringify(BODY)
    socket.write(
      `POST /v1/rime-tts HTTP/1.0\r\nAuthorization: ${AUTHORIZATION}\r\nContent-Length: ${json.length}\r\n\r\n${json}${following}`,
    )
    const chunks: Buffer[] = []
    socket.on('error', () => {}) // what came too late is not read
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(socket, 'close')
    const answer = Buffer.concat(chunks)
    expect(answer.length - (answer.indexOf('\r\n\r\n') + 4)).toBe(44 + 400)
    expect(answer.toString('latin1')).not.toContain('400 Bad Request')
  },
)
