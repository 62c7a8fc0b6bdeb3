import { once } from 'node:events'
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { shareTestService, startTestService, TEST_KEY, type TestService } from './test-service.ts'

const sharedService = shareTestService()
const KEY = { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' }

/** Sends raw bytes and reads until the server closes. */
async function rawAnswer({ port }: TestService, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}) // the answer is read already
  socket.write(bytes, 'latin1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('latin1')
}

const statusIn = (answer: string): number => Number(answer.split(' ', 2)[1])
const textIn = (answer: string): string | undefined => answer.split('\r\n\r\n')[1]

/** Every path with a body, with the fields in which a text may be, and where its errors have their message. */
const BODIES: readonly (readonly [string, string, object, (reported: string) => string])[] = [
  ['POST', '/v1/rime-tts', { text: 'Hi.', speaker: 'luna' }, (reported) => reported],
  ['POST', '/textnorm', { text: 'Hi.' }, (reported) => reported],
  ['POST', '/oov', { text: 'Hi.' }, (reported) => reported],
  ['POST', '/v1/text/readings', { text: 'Hi.' }, (reported) => reported],
  ['POST', '/v1/audio/speech', { input: 'Hi.' }, (reported) => JSON.parse(reported).error.message],
  ['POST', '/v1/speak', { text: 'Hi.' }, (reported) => JSON.parse(reported).err_msg],
  ['POST', '/v1/text-to-speech/luna', { text: 'Hi.' }, (reported) => JSON.parse(reported).detail.message],
  [
    'POST',
    '/v1/text-to-speech/luna/with-timestamps',
    { text: 'Hi.' },
    (reported) => JSON.parse(reported).detail.message,
  ],
  [
    'POST',
    '/vapi/synthesize',
    { message: { type: 'voice-request', text: 'Hi.' } },
    (reported) => JSON.parse(reported).error,
  ],
  ['POST', '/jambonz/synthesize', { text: 'Hi.' }, (reported) => JSON.parse(reported).error],
  ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, (reported) => JSON.parse(reported).error.message],
  ['POST', '/v1/jobs', { text: 'Hi.', speaker: 'luna' }, (reported) => JSON.parse(reported).error.message],
  ['POST', '/v1/keys', { name: 'Hi' }, (reported) => JSON.parse(reported).error.message],
  ['POST', '/v1/tokens', { speaker: 'luna' }, (reported) => reported],
  ['POST', '/v1/packs', { name: 'hi' }, (reported) => JSON.parse(reported).error.message],
  ['POST', '/v1/dictionary/requests', { word: 'hi' }, (reported) => reported],
  ['PUT', '/v1/dictionary/words/hi', { pronunciation: 'hello' }, (reported) => reported],
  ['PUT', '/v1/dictionary/words', { word: 'pronunciation' }, (reported) => reported],
  ['POST', '/dashboard/session', { key: 'hi' }, (reported) => JSON.parse(reported).error.message],
]

const send = async (
  { url }: TestService,
  method: string,
  path: string,
  body: Uint8Array,
  headers: Record<string, string>,
) => {
  const answer = await fetch(url + path, { method, headers: { ...KEY, origin: url, ...headers }, body })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

describe('HTTP: methods', () => {
  const targets = ['/v1/models', '/v1/rime-tts', '/ws3', '/nowhere', '/', '*', '/v1/dictionary/words/x']
  const heads = ['', 'Content-Type: text/plain\r\nContent-Length: 0\r\n', 'Upgrade: websocket\r\n']

  test.each([...METHODS, 'BREW', 'get', 'PoSt'])(
    '%s is refused with a 4xx or served, and logs no error',
    async (method) => {
      const service = await sharedService()
      for (const target of targets) {
        for (const head of heads) {
          const line = `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close, upgrade\r\n${head}\r\n`
          const answer = await rawAnswer(service, line)
          const isServed =
            (statusIn(answer) === 200 && ['GET', 'HEAD'].includes(method)) ||
            (statusIn(answer) === 204 && method === 'OPTIONS' && target === '*')
          expect.soft(isServed || [400, 401, 404, 405].includes(statusIn(answer)), `${line} ${answer}`).toBe(true)
          if (statusIn(answer) === 405) expect(answer).toMatch(/\r\nallow: [A-Z, ]+\r\n/i)
        }
      }
      expect(service.log.filter((line) => line.includes('"err"'))).toEqual([])
    },
  )

  test('CONNECT and QUERY of a path are told which methods it has', async () => {
    const service = await sharedService()
    for (const method of ['CONNECT', 'QUERY', 'PROPFIND', 'TRACE']) {
      const answer = await rawAnswer(service, `${method} /v1/models HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect([statusIn(answer), /\r\nallow: (.*)\r\n/i.exec(answer)?.[1]]).toEqual([405, 'GET, HEAD'])
    }
  })
})

describe('HTTP: what has no route', () => {
  const bare = 'Host: x\r\nConnection: close\r\n\r\n'

  test.each(BODIES)(
    'another method than %s of %s is refused in its own form',
    async (_method, path, _fields, reported) => {
      const service = await sharedService()
      for (const method of ['QUERY', 'PATCH']) {
        const answer = await rawAnswer(service, `${method} ${path} HTTP/1.1\r\n${bare}`)
        expect([statusIn(answer), reported(textIn(answer) as string)]).toEqual([405, 'method not allowed'])
      }
    },
  )

  test.each(['BREW', 'GETT', 'get', 'M.X-1'])(
    'the method %s, which Node does not know, is refused by path',
    async (method) => {
      const service = await sharedService()
      const ask = (target: string) => rawAnswer(service, `${method} ${target} HTTP/1.1\r\n${bare}`)
      for (const target of ['/v1/models', '/v1/models?x=1', 'http://x/v1/models/']) {
        const answer = await ask(target)
        expect([statusIn(answer), textIn(answer), /\r\nallow: (.*)\r\n/.exec(answer)?.[1]]).toEqual([
          405,
          'method not allowed',
          'GET, HEAD',
        ])
      }
      const answer = await ask('/nowhere')
      expect([statusIn(answer), textIn(answer)]).toEqual([404, 'not found'])
    },
  )

  test('RFC 9110 9.3.7: OPTIONS * tells the methods of the server, with pages that may call it too', async () => {
    for (const corsOrigins of [[], ['https://app.example.com']]) {
      const answer = await rawAnswer(await startTestService({ corsOrigins }), `OPTIONS * HTTP/1.1\r\n${bare}`)
      const allowed = /\r\nallow: (.*)\r\n/.exec(answer)?.[1]?.split(', ').sort()
      expect([statusIn(answer), allowed]).toEqual([204, ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']])
    }
  })

  test.each(['GET', 'POST', 'DELETE'])('%s * has no path', async (method) =>
    expect(statusIn(await rawAnswer(await sharedService(), `${method} * HTTP/1.1\r\n${bare}`))).toBe(404),
  )

  test.each(['HTTP/2.0', 'HTTP/3.7', 'HTTP/1.2', 'HTTP/0.9'])('%s is refused with 505', async (version) => {
    const answer = await rawAnswer(await sharedService(), `GET /livez ${version}\r\n${bare}`)
    expect([statusIn(answer), textIn(answer)]).toEqual([505, 'HTTP must be of version 1.0 or 1.1'])
  })

  test('the beginning of HTTP/2 is refused with 505 where gRPC is off, and noise with 400', async () => {
    const service = await sharedService({ hasGrpc: false })
    const beginnings = ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'SSH-2.0-x\r\n', '\x16\x03\x01', 'GET / HTTP/11\r\n\r\n']
    const statuses = await Promise.all(beginnings.map(async (bytes) => statusIn(await rawAnswer(service, bytes))))
    expect(statuses).toEqual([505, 400, 400, 400])
  })
})

describe('HTTP: malformed requests', () => {
  test.each(BODIES)(
    '%s %s refuses a body in broken chunks, in its own form',
    async (method, path, _fields, reported) => {
      const service = await sharedService()
      const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\n`
      const answer = await rawAnswer(service, `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{"\r\nzz\r\n`)
      expect([statusIn(answer), reported(textIn(answer) as string)]).toEqual([400, 'request is malformed'])
      expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    },
  )

  test.each(['hello there\r\n\r\n', 'GET /livez HTTP/1.1\r\nA B: c\r\n\r\n', 'BREW /livez HTTP/1.1\r\n\r\n'])(
    'one that is sent after others (%j) is answered after them, and takes none of their answers',
    async (malformed) => {
      const service = await sharedService()
      const body = JSON.stringify({ text: 'Hello there. '.repeat(50), speaker: 'luna', modelId: 'coda' })
      const speech = `POST /v1/rime-tts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      const answer = await rawAnswer(service, `${speech}GET /livez HTTP/1.1\r\nHost: x\r\n\r\n${malformed}`)
      const statuses = answer.match(/HTTP\/1\.1 \d+/g)
      expect(statuses).toEqual([
        'HTTP/1.1 200',
        'HTTP/1.1 200',
        malformed.startsWith('BREW') ? 'HTTP/1.1 405' : 'HTTP/1.1 400',
      ])
      expect(answer).toContain('\r\n0\r\n\r\nHTTP/1.1 200 OK') // the speech is whole
    },
  )

  test('an empty Expect expects nothing', async () => {
    const body = '{"text":"Hi."}'
    const head = `POST /textnorm HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\nConnection: close\r\n`
    for (const expectation of ['', ' , ', '100-continue,']) {
      const fields = `Expect: ${expectation}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      expect(await rawAnswer(await sharedService(), head + fields)).toMatch(/HTTP\/1\.1 200 OK\r\n/)
    }
  })
})

describe('HTTP: content codings', () => {
  test.each(BODIES)(
    '%s %s refuses a compressed body with 415, in its own form',
    async (method, path, fields, reported) => {
      const service = await sharedService()
      const json = Buffer.from(JSON.stringify(fields))
      for (const [coding, body] of [
        ['gzip', gzipSync(json)],
        ['GZIP', json],
        ['deflate', deflateSync(json)],
        ['br', json],
        ['gzip, identity', gzipSync(json)],
        ['identity, zstd', json],
      ] as const) {
        const answer = await send(service, method, path, body, { 'content-encoding': coding })
        expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity'])
        expect(reported(answer.text)).toMatch(/^content coding (?:gzip|GZIP|deflate|br|zstd) is not supported/)
      }
      expect(service.spoken).toEqual([])
    },
  )

  test.each(['identity', 'Identity', '', 'identity, identity'])('"%s" is none', async (coding) => {
    const service = await sharedService()
    const body = Buffer.from(JSON.stringify({ text: 'Hi.' }))
    const answer = await send(service, 'POST', '/textnorm', body, { 'content-encoding': coding })
    expect([answer.status, answer.text]).toEqual([200, '{"normalized":"Hi."}'])
  })

  test('a transfer coding besides chunked is refused with 501', async () => {
    const service = await sharedService()
    const head = `POST /textnorm HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\nConnection: close\r\n`
    const answer = await rawAnswer(service, `${head}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`)
    expect([statusIn(answer), textIn(answer)]).toEqual([501, 'transfer codings other than chunked are not supported'])
  })
})

describe('HTTP: encodings of texts', () => {
  const latin1 = (fields: object) => Buffer.from(JSON.stringify(fields).replaceAll(/[Hh]i/g, 'Caf\xe9'), 'latin1')

  test.each(BODIES)(
    '%s %s refuses bytes that are not UTF-8, in its own form',
    async (method, path, fields, reported) => {
      const service = await sharedService()
      const { status, text } = await send(
        service,
        method,
        path,
        Buffer.concat([latin1(fields), Buffer.from(' \xe9', 'latin1')]),
        {},
      )
      expect([status, reported(text)]).toEqual([400, 'request body is not valid UTF-8'])
      expect(service.spoken).toEqual([])
    },
  )

  const withoutLimit = BODIES.filter(([, path]) => path !== '/dashboard/session')
  test.each(withoutLimit)(
    '%s %s refuses another charset with 415, in its own form',
    async (method, path, fields, reported) => {
      const service = await sharedService()
      for (const charset of ['windows-1252', 'utf-16', '"iso-8859-1"', 'x', '']) {
        const headers = { 'content-type': `application/json; Charset=${charset}` }
        const { status, text } = await send(service, method, path, latin1(fields), headers)
        expect([status, reported(text)]).toEqual([
          415,
          `charset ${charset.replaceAll('"', '')} is not supported: send the body in UTF-8`,
        ])
      }
      expect(service.spoken).toEqual([])
    },
  )

  test.each([
    ["application/json; charset*=iso-8859-1''x", 'x'],
    ["application/json; Charset*=utf-8'en'latin1", 'latin1'],
    ['application/json; charset="lat\\in1"', 'latin1'],
    ['application/json\r\nContent-Type: application/json; charset=latin1', 'latin1'],
    ['application/json; charset=utf-8; charset=utf-16', 'utf-16'],
    ['application/json; a="b;c=\\""; charset=latin1', 'latin1'],
  ])('the charset of %j is not overlooked', async (mediaTypes, charset) => {
    const head = `POST /textnorm HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\nConnection: close\r\n`
    const fields = `Content-Type: ${mediaTypes}\r\nContent-Length: 14\r\n\r\n{"text":"Hi."}`
    const answer = await rawAnswer(await sharedService(), head + fields)
    expect([statusIn(answer), textIn(answer)]).toEqual([
      415,
      `charset ${charset} is not supported: send the body in UTF-8`,
    ])
  })

  test.each(['utf16le', 'utf16be', 'utf32le', 'utf32be'])(
    'ASCII in %s without a mark is not taken for UTF-8',
    async (name) => {
      const { url, spoken } = await sharedService()
      const width = name.includes('16') ? 2 : 4
      const encoded = (text: string) =>
        Buffer.from(
          [...text].flatMap((letter) => {
            const bytes = [letter.charCodeAt(0), ...Array.from({ length: width - 1 }, () => 0)]
            return name.endsWith('be') ? bytes.reverse() : bytes
          }),
        )
      for (const [path, type, text] of [
        ['/textnorm', 'application/json', '{"text":"Hi."}'],
        ['/v1/speak', 'text/plain', 'Hi.'],
      ] as const) {
        const answer = await fetch(url + path, {
          method: 'POST',
          headers: { ...KEY, 'content-type': type },
          body: encoded(text),
        })
        expect([answer.status, await answer.text()]).toEqual([
          400,
          expect.stringContaining('request body is not valid UTF-8'),
        ])
      }
      expect(spoken).toEqual([])
    },
  )

  test.each([
    'application/json; charset=utf-8',
    'application/json; charset="u\\tf-8"',
    'text/plain;charset=UTF-8',
    'application/json; charset="utf8"',
    'application/json; x="; charset=utf-16"; charset=us-ascii',
    'nonsense',
  ])('%s is UTF-8, a byte order mark is accepted', async (mediaType) => {
    const service = await sharedService()
    const headers = { 'content-type': mediaType }
    for (const mark of ['', '\ufeff']) {
      const body = Buffer.from(`${mark}${JSON.stringify({ text: 'Café für 5 €.' })}`)
      const { status, text } = await send(service, 'POST', '/textnorm', body, headers)
      expect([status, JSON.parse(text).normalized]).toEqual([200, 'Cafe fur five euros.'])
    }
  })

  test('a long text is refused wherever its invalid byte is', async () => {
    const service = await sharedService()
    const whole = Buffer.from(JSON.stringify({ text: 'Ünder. '.repeat(10_000) }))
    for (const place of [12, 1030, 40_000, whole.length - 3]) {
      const { status, text } = await send(
        service,
        'POST',
        '/textnorm',
        Buffer.from(whole).fill(0xff, place, place + 1),
        {},
      )
      expect([status, text]).toEqual([400, 'request body is not valid UTF-8'])
    }
  })

  test.each([
    ['/v1/speak?model=caf%E9', (reported: string) => JSON.parse(reported).err_msg],
    ['/v1/speak?model=%zz', (reported: string) => JSON.parse(reported).err_msg],
    ['/v1/text-to-speech/luna?output_format=%ff', (reported: string) => JSON.parse(reported).detail.message],
    ['/vapi/synthesize?speaker=%C3%28', (reported: string) => JSON.parse(reported).error],
  ])('the query of %s is refused in its own form', async (path, reported) => {
    const service = await sharedService()
    const { status, text } = await send(service, 'POST', path, Buffer.from('{"text":"Hi."}'), {})
    expect([status, reported(text)]).toEqual([400, 'query is not UTF-8 in valid percent-encoding'])
  })

  test('the query of a listing and of a socket is refused, after the key', async () => {
    const { url } = await sharedService()
    const statuses: number[] = []
    for (const path of ['/v1/usage?by=%E9', '/ws3?speaker=%E9', '/v1/audio/voices?legacy=%E9', '/nowhere?x=%E9']) {
      for (const headers of [KEY, {}]) statuses.push((await fetch(url + path, { headers })).status)
    }
    expect(statuses).toEqual([400, 401, 400, 401, 400, 400, 404, 404])
  })
})

describe('HTTP: Host and target', () => {
  const ask = async (target: string, hosts: readonly string[], version = '1.1') => {
    const fields = hosts.map((host) => `Host: ${host}\r\n`).join('')
    const answer = await rawAnswer(
      await sharedService(),
      `GET ${target} HTTP/${version}\r\n${fields}Connection: close\r\n\r\n`,
    )
    return [statusIn(answer), textIn(answer)]
  }

  test.each(['example.com', 'example.com:8000', '[::1]:8000', '127.0.0.1', 'a_b.test', '', 'xn--caf-dma.test'])(
    'Host "%s" is served',
    async (host) => expect(await ask('/livez', [host])).toEqual([200, 'ok']),
  )

  test.each(['a b', 'a/b', 'user@example.com', 'a, b', 'http://a', 'a:b', 'a:1:2', '[::1', 'a\\b', '%zz', '"a"'])(
    'Host "%s" is refused with 400',
    async (host) => expect(await ask('/livez', [host])).toEqual([400, 'Host header is invalid']),
  )

  test('several Host fields are refused with 400, in HTTP/1.0 too', async () => {
    for (const version of ['1.1', '1.0']) {
      for (const hosts of [
        ['a', 'b'],
        ['a', 'a'],
        ['a', 'b', 'c'],
      ]) {
        expect(await ask('/livez', hosts, version)).toEqual([400, 'Host header must be sent once'])
      }
    }
  })

  test('none is refused in HTTP/1.1 only', async () => {
    expect(await ask('/livez', [])).toEqual([400, 'Host header is required'])
    expect(await ask('/livez', [], '1.0')).toEqual([200, 'ok'])
  })

  test('a target with an origin, as proxies get it, is served by its path', async () => {
    expect(await ask('http://example.com/livez', ['example.com'])).toEqual([200, 'ok'])
    expect(await ask('ws://example.com/livez', ['example.com'])).toEqual([200, 'ok'])
    expect(await ask('http://example.com', ['example.com'])).toEqual(await ask('/', ['example.com']))
  })
})
