import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { createKey } from '../../src/app/keys/manage-keys.ts'
import { shareTestService, startTestService, TEST_KEY, type TestServiceOptions } from './test-service.ts'

const CODA = { text: 'Hello.', speaker: 'luna', modelId: 'coda' }
const MISTV3 = { text: 'Hello.', speaker: 'luna', modelId: 'mistv3' }

const startService = shareTestService()

async function refusal(body: unknown, headers: Record<string, string> = {}, options?: TestServiceOptions) {
  const service = await startService(options)
  const answer = await service.speech(body, headers)
  expect(service.spoken).toEqual([])
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  return [answer.status, await answer.text()]
}

/** Sends raw bytes and reads until the server closes. */
async function rawAnswer(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text
  })
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}

/** What a client receives that reads while it writes, and how its connection ends. */
async function rawExchange(port: number, write: (socket: Socket) => unknown) {
  const socket = connect(port, '127.0.0.1')
  const errors: unknown[] = []
  let answer = ''
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text
  })
  socket.on('error', (error) => errors.push(error.message))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.once('end', () => socket.destroy())
  await write(socket)
  await closed
  return { answer, errors }
}

/** The connections that servers of this process take from now on. */
function watchConnections() {
  const sockets: Socket[] = []
  const watch = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
  subscribe('net.server.socket', watch)
  return {
    bytesRead: () => sockets.map((socket) => socket.bytesRead),
    open: () => sockets.filter((socket) => !socket.destroyed).length,
    [Symbol.dispose]: () => unsubscribe('net.server.socket', watch),
  }
}

describe('Errors: what is wrong with a body is said in the contract’s words', () => {
  const deep = '['.repeat(30_000)
  const cases: [string, unknown, string][] = [
    ['no bytes', '', 'request body is required'],
    ['broken JSON', '{"text": "Hello', 'request body is not valid JSON'],
    ['a word', 'hello', 'request body is not valid JSON'],
    ['NaN', '{"text":"a","speaker":"luna","temperature":NaN}', 'request body is not valid JSON'],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00]), 'request body is not valid UTF-8'],
    ['deep nesting, unfinished', deep, 'request body is not valid JSON'],
    ['deep nesting', deep + ']'.repeat(30_000), 'payload must be an object'],
    ['an array', [CODA], 'payload must be an object'],
    ['a string', '"hello"', 'payload must be an object'],
    ['a number', '1', 'payload must be an object'],
    ['null', 'null', 'payload must be an object'],
    ['no text', { speaker: 'luna' }, 'text is required'],
    ['text null', { ...CODA, text: null }, 'text is required'],
    ['text a number', { ...CODA, text: 5 }, 'text must be a string'],
    ['text deeply nested', `{"text":${deep}${']'.repeat(30_000)}}`, 'text must be a string'],
    ['empty text', { ...CODA, text: '' }, 'text must not be empty'],
    ['long text', { ...MISTV3, text: 'x'.repeat(501) }, 'text is too long'],
    ['no speaker', { text: 'Hello.' }, 'speaker is required'],
    ['speaker null', { ...CODA, speaker: null }, 'speaker is required'],
    ['speaker an array', { ...CODA, speaker: ['luna'] }, 'speaker must be a string'],
    ['lang a number', { ...CODA, lang: 1 }, 'lang must be a string'],
    ['audioFormat a boolean', { ...MISTV3, audioFormat: true }, 'audioFormat must be a string'],
    [
      'audioFormat unknown',
      { ...MISTV3, audioFormat: 'aac' },
      'audioFormat must be one of wav, mp3, ogg, flac, pcm, mulaw, alaw',
    ],
    ['an unknown speaker', { ...CODA, speaker: 'nobody-at-all' }, 'Speaker not found'],
    [
      'an unknown language',
      { ...MISTV3, lang: 'tlh' },
      'Language tlh is not supported for model mistv3\nsupported languages: eng, spa, fra, ger',
    ],
    ['samplingRate a string', { ...CODA, samplingRate: '24000' }, 'samplingRate must be an integer'],
    ['samplingRate broken', { ...MISTV3, samplingRate: 8000.5 }, 'samplingRate must be an integer'],
    [
      'samplingRate not on the list',
      { ...CODA, samplingRate: 12_000 },
      'samplingRate must be one of 8000, 16000, 22050, 24000, 44100, 48000, 96000',
    ],
    ['samplingRate out of range', { ...MISTV3, samplingRate: 48_000 }, 'samplingRate must be between 4000 and 44100'],
    ['speedAlpha a string', { ...CODA, speedAlpha: '1' }, 'speedAlpha must be a number'],
    ['speedAlpha zero', { ...MISTV3, speedAlpha: 0 }, 'speedAlpha must be greater than 0'],
    ['timeScaleFactor a boolean', { ...CODA, timeScaleFactor: true }, 'timeScaleFactor must be a number'],
    ['max_tokens broken', { ...CODA, max_tokens: 200.5 }, 'max_tokens must be an integer'],
    ['max_tokens small', { ...CODA, max_tokens: 199 }, 'max_tokens must be between 200 and 5000'],
    ['max_tokens large', { ...CODA, max_tokens: 5001 }, 'max_tokens must be between 200 and 5000'],
    ['repetition_penalty zero', { ...CODA, repetition_penalty: 0 }, 'repetition_penalty must be greater than 0'],
    ['temperature below 0', { ...CODA, temperature: -0.1 }, 'temperature must be at least 0'],
    [
      'temperature beyond numbers',
      '{"text":"a","speaker":"luna","modelId":"coda","temperature":1e999}',
      'temperature must be a number',
    ],
    ['top_p zero', { ...CODA, top_p: 0 }, 'top_p must be greater than 0 and at most 1'],
    ['top_p above 1', { ...CODA, top_p: 1.01 }, 'top_p must be greater than 0 and at most 1'],
    ['a flag as a string', { ...MISTV3, pauseBetweenBrackets: 'true' }, 'pauseBetweenBrackets must be a boolean'],
    ['a flag as a number', { ...MISTV3, phonemizeBetweenBrackets: 1 }, 'phonemizeBetweenBrackets must be a boolean'],
    ...[0.5, 'fast', '1,-1', '1,0', '1;2', 'Infinity', ['1']].map((inlineSpeedAlpha): [string, unknown, string] => [
      `inlineSpeedAlpha ${JSON.stringify(inlineSpeedAlpha)}`,
      { ...MISTV3, inlineSpeedAlpha },
      'inlineSpeedAlpha must be a comma-separated list of positive numbers',
    ]),
  ]
  test.each(cases)('%s', async (_what, body, text) => {
    expect(await refusal(body)).toEqual([400, text])
  })

  test('the first failure is told, in the order of the fields', async () => {
    const worst = { text: 1, speaker: 1, lang: 1, audioFormat: 1, samplingRate: 'x' }
    const right = { text: 'Hello.', speaker: 'nobody-at-all', lang: 'tlh', audioFormat: 'wav', samplingRate: 8000 }
    let body: Record<string, unknown> = worst
    const reported: unknown[] = []
    for (const field of ['text', 'speaker', 'lang', 'audioFormat', 'samplingRate'] as const) {
      reported.push((await refusal(body))[1])
      body = { ...body, [field]: right[field] }
    }
    reported.push((await refusal(body))[1], (await refusal({ ...body, lang: 'eng' }))[1])
    expect(reported).toEqual([
      'text must be a string',
      'speaker must be a string',
      'lang must be a string',
      'audioFormat must be a string',
      'samplingRate must be an integer',
      expect.stringMatching(/^Language tlh is not supported for model mistv3\n/),
      'Speaker not found',
    ])
  })

  test('a limit of our own on texts speaks the same words', async () => {
    const limits = { maxBodyBytes: 2 ** 23, maxTextLength: 10 }
    expect(await refusal({ ...CODA, text: 'x'.repeat(11) }, {}, { limits })).toEqual([400, 'text is too long'])
  })

  test('fields that come by way of a prototype are no fields', async () => {
    expect(await refusal('{"__proto__":{"text":"Hello.","speaker":"luna"}}')).toEqual([400, 'text is required'])
    expect(Object.hasOwn(Object.prototype, 'text')).toBe(false)
  })
})

describe('Synthesis: a body is JSON whatever its Content-Type says', () => {
  test.each([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'nonsense',
    ';;',
    '"',
  ])('%s', async (contentType) => {
    const service = await startTestService()
    const answer = await service.speech(CODA, { 'content-type': contentType })
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  })

  test('none at all, in chunks, after a byte order mark', async () => {
    const { port } = await startTestService()
    const json = `\ufeff${JSON.stringify(CODA)}`
    const head = `POST /v1/rime-tts HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${TEST_KEY}\r\n`
    const chunk = `${Buffer.byteLength(json).toString(16)}\r\n${json}\r\n0\r\n\r\n`
    expect(await rawAnswer(port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })
})

test.each(['\u0000\u0007', 'a\ud800b', '\udc00', '\u202eright to left', '𝕳𝖊𝖑𝖑𝖔', 'x'.repeat(100_000)])(
  'Errors: an odd text is not one of them (case %#)',
  async (text) => {
    const service = await startTestService()
    const answer = await service.speech({ ...CODA, text })
    expect(answer.status).toBe(200)
    expect(service.spoken[0]?.text).toBe(text)
    await answer.arrayBuffer()
  },
)

describe('Errors: 413', () => {
  const limits = { maxBodyBytes: 1000, maxTextLength: Number.POSITIVE_INFINITY }
  const bodyOf = (length: number) => JSON.stringify(CODA).padEnd(length, ' ')

  test('a body of more than the limit is too large, and the client that is still sending it sees that', async () => {
    expect(await refusal(bodyOf(1001), {}, { limits })).toEqual([413, 'request body is too large'])
    const tooLong = { ...CODA, text: 'x'.repeat(9 * 2 ** 20) }
    expect(await refusal(tooLong)).toEqual([413, 'request body is too large'])
  })

  test.each([
    ['nesting', '['.repeat(1_000_000)],
    ['fields', `{${Array.from({ length: 100_000 }, (_, i) => `"f${i}":0`).join()}}`],
    ['values', `{"text":[${'0,'.repeat(500_000)}0]}`],
    ['short strings', JSON.stringify({ ...CODA, more: Array.from({ length: 10_000 }, () => 'short string') })],
  ])('so is one that is too large apart from its text: %s', async (_what, body) => {
    expect(await refusal(body)).toEqual([413, 'request body is too large apart from its text'])
  })

  test('the limit itself is not', async () => {
    const service = await startTestService({ limits })
    const answer = await service.speech(bodyOf(1000))
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  })
})

test('Errors: a body that never comes is not waited for without end', async () => {
  const { port } = await startTestService({ requestTimeoutMs: 50 })
  const head = `POST /v1/rime-tts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\nContent-Length: 100\r\n\r\n`
  expect(await rawAnswer(port, `${head}{"text":`)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
})

describe('Errors: 404 and 405', () => {
  test.each(['/v1', '/v1/rime-tts/more', '/v2/rime-tts', '/data/voices', '/%zz', '/%00', '/livez2'])(
    '%s is not found',
    async (path) => {
      const { url } = await startTestService()
      const answer = await fetch(url + path, { method: 'POST' })
      expect([answer.status, await answer.text()]).toEqual([404, 'not found'])
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    },
  )

  test.each([
    ['GET', '/v1/rime-tts', 'POST'],
    ['PUT', '/v1/rime-tts/', 'POST'],
    ['DELETE', '/v1/rime-tts?speaker=luna', 'POST'],
    ['PROPFIND', '/v1/rime-tts', 'POST'],
    ['POST', '/livez', 'GET, HEAD'],
    ['PATCH', '/data/voices/all-v2.json', 'GET, HEAD'],
    ['OPTIONS', '/health', 'GET, HEAD'],
  ])('%s %s is not allowed', async (method, path, allow) => {
    const { url } = await startTestService()
    const answer = await fetch(url + path, { method })
    expect([answer.status, await answer.text(), answer.headers.get('allow')]).toEqual([
      405,
      'method not allowed',
      allow,
    ])
  })
})

describe('Errors: a malformed request is answered, and its connection not reset', () => {
  const post = `POST /v1/rime-tts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\n`
  test.each([
    ['noise', 'hello there\r\n\r\n', 400, 'request is malformed'],
    ['much noise', 'hello there\r\n'.repeat(500_000), 400, 'request is malformed'],
    [
      'a header too large',
      `GET /livez HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'request header is too large',
    ],
    ['no Host', 'GET /livez HTTP/1.1\r\n\r\n', 400, 'Host header is required'],
    [
      'a body in broken chunks',
      `${post}Transfer-Encoding: chunked\r\n\r\n5\r\n{"tex\r\nzz\r\n`,
      400,
      'request is malformed',
    ],
    ['two lengths', `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"tex`, 400, 'request is malformed'],
  ])('%s', async (_what, bytes, status, text) => {
    const service = await startTestService()
    const { answer, errors } = await rawExchange(service.port, (socket) => socket.write(bytes))
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\\r\\n\\r\\n${text}$`, 's'))
    expect(answer).toContain('content-type: text/plain; charset=utf-8\r\n')
    expect(answer.match(/connection: close/gi)).toHaveLength(1)
    expect(errors).toEqual([])
    await vi.waitFor(() =>
      expect(service.log.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ status, reason: text })]),
    )
  })

  test('one that the client ends in the middle', async () => {
    const { port } = await startTestService()
    const { answer } = await rawExchange(port, (socket) => socket.end(`${post}Content-Length: 100\r\n\r\n{`))
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*\r\n\r\nrequest is malformed$/s)
  })
})

describe('Errors: the body of a refused request is not read on, and its client sees the answer', () => {
  const BODY_BYTES = 8 * 2 ** 20
  // 64 kB after the answer, and what comes before it: the parser's and the request's buffers, which grow with Node's version.
  const MAX_READ = 8 * 65_536

  const withKey = (key: string) => `Authorization: Bearer ${key}\r\n`

  /** Until all is sent or the connection closed: as fast as it is taken, or with a rest after each piece. */
  async function sendBody(socket: Socket, isSlow: boolean): Promise<void> {
    const piece = Buffer.alloc(16_384, ' ')
    for (let sent = 0; sent < BODY_BYTES && socket.writable; sent += piece.length) {
      const isTaken = socket.write(piece)
      if (isSlow) await delay(1)
      else if (!isTaken) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    }
  }

  test.each(['fast', 'slow'])('401, 403, 404, 405 and 413, to a %s client', async (speed) => {
    const service = await startTestService({ limits: { maxBodyBytes: 1000 } })
    const terms = { name: 'admin', roles: ['admin'], expiresAt: null, maxConcurrent: null } as const
    const admin = await createKey(service.keys, terms, new Date())
    const refusals = [
      ['POST /v1/rime-tts', '', 401, 'Missing Authorization header'],
      ['POST /v1/rime-tts', withKey(admin.key), 403, 'access forbidden'],
      ['POST /nowhere', '', 404, 'not found'],
      ['POST /%zz', '', 404, 'not found'],
      ['PUT /v1/rime-tts', '', 405, 'method not allowed'],
      ['POST /v1/rime-tts', withKey(TEST_KEY), 413, 'request body is too large'],
    ] as const
    using server = watchConnections()
    const refuse = async ([line, key, status, text]: (typeof refusals)[number]) => {
      const { answer, errors } = await rawExchange(service.port, async (socket) => {
        socket.write(`${line} HTTP/1.1\r\nHost: x\r\n${key}Content-Length: ${BODY_BYTES}\r\n\r\n`)
        await sendBody(socket, speed === 'slow')
      })
      expect([line, answer]).toEqual([
        line,
        expect.stringMatching(new RegExp(`^HTTP/1.1 ${status} .*\r\n\r\n${text}$`, 's')),
      ])
      expect(answer).toMatch(/\r\nconnection: close\r\n/i)
      expect(errors).toEqual([])
    }
    await Promise.all(refusals.map(refuse))
    expect(Math.max(...server.bytesRead())).toBeLessThan(MAX_READ)
  })

  test('503 while the server drains', async () => {
    const service = await startTestService()
    let answers = ''
    const { errors } = await rawExchange(service.port, async (socket) => {
      socket.on('data', (text) => {
        answers += text
      })
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\nPOST /v1/rime-tts HTTP/1.1\r\nHost: x\r\n')
      await once(socket, 'data')
      void service.close()
      socket.write(`${withKey(TEST_KEY)}Content-Length: ${BODY_BYTES}\r\n\r\n`)
      await sendBody(socket, false)
    })
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503'])
    expect(answers).toMatch(/\r\n\r\nservice unavailable$/)
    expect(errors).toEqual([])
  })

  test('the next request on its connection is not served', async () => {
    const service = await startTestService()
    const body = JSON.stringify(CODA)
    const refused = `PUT /v1/rime-tts HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n`
    const next = `POST /v1/rime-tts HTTP/1.1\r\nHost: x\r\n${withKey(TEST_KEY)}Content-Length: ${body.length}\r\n\r\n${body}`
    const { answer } = await rawExchange(service.port, async (socket) => {
      socket.write(refused)
      await once(socket, 'data')
      socket.write(`0123456789${next}`)
    })
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 405'])
    expect(service.spoken).toEqual([])
  })

  test('a client that never closes its side is left after some seconds', async () => {
    const { port } = await startTestService()
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {}) // the connection is reset in the end
    socket.write(`PUT /v1/rime-tts HTTP/1.1\r\nHost: x\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`)
    using server = watchConnections()
    socket.resume()
    await once(socket, 'end')
    await vi.waitFor(() => expect(server.open()).toBe(0), { timeout: 10_000 })
    socket.destroy()
  })
})

describe('Errors: a client that asks before it sends its body (Expect: 100-continue)', () => {
  const body = JSON.stringify(CODA)
  const head = (key: string) =>
    `POST /v1/rime-tts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`

  test('is told to once its key is known to be good', async () => {
    const { port } = await startTestService()
    const socket = connect(port, '127.0.0.1')
    socket.write(head(TEST_KEY))
    expect(String(await once(socket, 'data'))).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write(body)
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    socket.destroy()
  })

  test('is refused without having to send it', async () => {
    const { port } = await startTestService()
    const { answer } = await rawExchange(port, (socket) => socket.write(head('wrong')))
    expect(answer).toMatch(/^HTTP\/1\.1 401 .*\r\n\r\ninvalid api key$/s)
  })

  test.each(['cake', '100-continue, cake', 'cake=1'])('of %s is refused with 417', async (expectation) => {
    const service = await startTestService()
    const request = `${head(TEST_KEY).replace('100-continue', `${expectation}\r\nConnection: close`)}${body}`
    expect(await rawAnswer(service.port, request)).toMatch(/^HTTP\/1\.1 417 .*\r\n\r\nExpect must be 100-continue$/s)
    expect(service.spoken).toEqual([])
  })

  test('in HTTP/1.0, which has no expectations, is answered without being told', async () => {
    const { port } = await startTestService()
    for (const expectation of ['100-continue', 'cake']) {
      const request = head(TEST_KEY).replace('HTTP/1.1', 'HTTP/1.0').replace('100-continue', expectation)
      expect(await rawAnswer(port, request + body)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    }
  })

  test.each([
    ['too large', 'Content-Length: 99999999\r\n', 413, 'request body is too large'],
    ['compressed', 'Content-Encoding: gzip\r\n', 415, /^content coding gzip is not supported/],
    ['not in UTF-8', 'Content-Type: application/json; charset=utf-16\r\n', 415, /^charset utf-16 is not supported/],
  ])('of a body that is %s is refused at once, and after the key', async (_what, header, status, text) => {
    const { port } = await startTestService()
    for (const key of [TEST_KEY, 'wrong']) {
      const asked = head(key).replace(/Content-Length.*\r\n\r\n/s, `Content-Length: 10\r\n${header}\r\n`)
      const request = header.startsWith('Content-Length') ? asked.replace('Content-Length: 10\r\n', '') : asked
      const { answer } = await rawExchange(port, (socket) => socket.write(request))
      const [head1 = '', reported] = answer.split('\r\n\r\n')
      expect(head1).toContain(`HTTP/1.1 ${key === TEST_KEY ? status : 401} `)
      expect(reported).toEqual(
        key === TEST_KEY ? (typeof text === 'string' ? text : expect.stringMatching(text)) : 'invalid api key',
      )
    }
  })
})

test.each(['PUT', 'DELETE', 'PATCH'])(
  'Errors: %s with a body that is not JSON is no failure of ours',
  async (method) => {
    const { url, log } = await startTestService()
    const answer = await fetch(`${url}/v1/rime-tts`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: '{bad',
    })
    expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([
      405,
      'POST',
      'method not allowed',
    ])
    expect(log.join('')).not.toContain('failed')
  },
)

test('Errors: a text that JSON could not hold is refused before it is spoken', async () => {
  const { speech, spoken } = await startTestService()
  const answer = await speech(
    { modelId: 'coda', speaker: 'luna', text: 'word '.repeat(10_000) },
    { accept: 'application/json' },
  )
  expect([answer.status, await answer.text(), spoken.length]).toEqual([400, 'text is too long', 0])
})
