import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startTestService, TEST_KEY, type TestServiceOptions } from './test-service.ts'

const CODA = { text: 'Hello.', speaker: 'luna', modelId: 'coda' }
const MISTV3 = { text: 'Hello.', speaker: 'luna', modelId: 'mistv3' }

async function refusal(body: unknown, headers: Record<string, string> = {}, options: TestServiceOptions = {}) {
  const service = await startTestService(options)
  const answer = await service.speech(body, headers)
  expect(service.spoken).toEqual([])
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  return [answer.status, await answer.text()]
}

/** Writes bytes that no HTTP client would, and reads until the server closes. */
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

describe('Errors: what is wrong with a body is said in the contract’s words', () => {
  const deep = '['.repeat(1_000_000)
  const cases: [string, unknown, string][] = [
    ['no bytes', '', 'request body is required'],
    ['broken JSON', '{"text": "Hello', 'request body is not valid JSON'],
    ['a word', 'hello', 'request body is not valid JSON'],
    ['NaN', '{"text":"a","speaker":"luna","temperature":NaN}', 'request body is not valid JSON'],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00]), 'request body is not valid JSON'],
    ['deep nesting, unfinished', deep, 'request body is not valid JSON'],
    ['deep nesting', deep + ']'.repeat(1_000_000), 'payload must be an object'],
    ['an array', [CODA], 'payload must be an object'],
    ['a string', '"hello"', 'payload must be an object'],
    ['a number', '1', 'payload must be an object'],
    ['null', 'null', 'payload must be an object'],
    ['no text', { speaker: 'luna' }, 'text is required'],
    ['text null', { ...CODA, text: null }, 'text is required'],
    ['text a number', { ...CODA, text: 5 }, 'text must be a string'],
    ['text deeply nested', `{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'text must be a string'],
    ['empty text', { ...CODA, text: '' }, 'text must not be empty'],
    ['long text', { ...MISTV3, text: 'x'.repeat(501) }, 'text is too long'],
    ['no speaker', { text: 'Hello.' }, 'speaker is required'],
    ['speaker null', { ...CODA, speaker: null }, 'speaker is required'],
    ['speaker an array', { ...CODA, speaker: ['luna'] }, 'speaker must be a string'],
    ['lang a number', { ...CODA, lang: 1 }, 'lang must be a string'],
    ['audioFormat a boolean', { ...MISTV3, audioFormat: true }, 'audioFormat must be a string'],
    ['audioFormat unknown', { ...MISTV3, audioFormat: 'flac' }, 'audioFormat must be one of wav, mp3, mulaw, pcm, ogg'],
    ['an unknown speaker', { ...CODA, speaker: 'nobody-at-all' }, 'Speaker not found'],
    ['an unknown language', { ...MISTV3, lang: 'tlh' }, 'Language tlh is not supported for model mistv3'],
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
    const told: unknown[] = []
    for (const field of ['text', 'speaker', 'lang', 'audioFormat', 'samplingRate'] as const) {
      told.push((await refusal(body))[1])
      body = { ...body, [field]: right[field] }
    }
    told.push((await refusal(body))[1], (await refusal({ ...body, lang: 'eng' }))[1])
    expect(told).toEqual([
      'text must be a string',
      'speaker must be a string',
      'lang must be a string',
      'audioFormat must be a string',
      'samplingRate must be an integer',
      'Language tlh is not supported for model mistv3',
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
    expect(await refusal(bodyOf(9 * 2 ** 20))).toEqual([413, 'request body is too large'])
  })

  test('the limit itself is not', async () => {
    const service = await startTestService({ limits })
    const answer = await service.speech(bodyOf(1000))
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  })

  test('the connection serves the next request', async () => {
    const service = await startTestService({ limits })
    const head = `POST /v1/rime-tts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\n`
    const large = bodyOf(100_000)
    const answers = await rawAnswer(
      service.port,
      `${head}Content-Length: ${large.length}\r\n\r\n${large}GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  })
})

test('Errors: a body that never comes is not waited for without end', async () => {
  const { port } = await startTestService({ requestTimeoutMs: 50 })
  const head = `POST /v1/rime-tts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\nContent-Length: 100\r\n\r\n`
  expect(await rawAnswer(port, `${head}{"text":`)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
})

describe('Errors: 404 and 405', () => {
  test.each(['/', '/v1', '/v1/rime-tts/more', '/v2/rime-tts', '/data/voices', '/%zz', '/%00', '/livez2'])(
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

describe('Errors: what is not HTTP is refused without a word of ours', () => {
  test.each([
    ['noise', 'hello there\r\n\r\n', 400],
    ['a header too large', `GET /livez HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s', async (_what, bytes, status) => {
    const { port } = await startTestService()
    expect(await rawAnswer(port, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\\r\\n\\r\\n$`, 's'))
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
