import { once } from 'node:events'
import { Agent, request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { SpokenEvent } from '../../src/app/speech/narrator.ts'
import { SpeechError } from '../../src/core/errors.ts'
import { Samples } from '../../src/core/samples.ts'
import { healthSchema, readinessSchema } from '../../src/protocols/operations/health.ts'
import { openSocket } from './socket-client.ts'
import { startTestService, TEST_KEY, type TestService } from './test-service.ts'

const BODY = { text: 'Hello.', speaker: 'luna', modelId: 'coda' }

async function get({ url }: TestService, path: string) {
  const answer = await fetch(url + path)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

async function readiness(service: TestService, query = '') {
  const { status, text } = await get(service, `/readyz${query}`)
  return { status, ...readinessSchema.parse(JSON.parse(text)) }
}

describe('Operations', () => {
  test('/livez answers while the process lives, ready or not, without a key', async () => {
    for (const isReady of [true, false]) {
      const { status, text, type } = await get(await startTestService({ isReady: () => isReady }), '/livez')
      expect([status, text, type]).toEqual([200, 'ok', 'text/plain; charset=utf-8'])
    }
  })

  test('/readyz follows whether speech can be made', async () => {
    let isReady = false
    const service = await startTestService({ isReady: () => isReady })
    expect(await readiness(service)).toEqual({ status: 503, ready: false, reasons: ['starting'], store: 'ok' })
    isReady = true
    expect(await readiness(service)).toEqual({ status: 200, ready: true, reasons: [], store: 'ok' })
  })

  test('/readyz fails while the server drains or is overloaded, unless the reason is excluded', async () => {
    const service = await startTestService({ isStopping: () => true, isOverloaded: () => true })
    const reasonsOf = async (query: string) => (await readiness(service, query)).reasons
    expect(await reasonsOf('')).toEqual(['draining', 'overloaded'])
    expect(await reasonsOf('?exclude=overloaded')).toEqual(['draining'])
    expect(await readiness(service, '?exclude=overloaded,draining')).toMatchObject({ status: 200, ready: true })
    expect(await reasonsOf('?exclude=overloaded&exclude=all')).toEqual(['draining'])
    expect(await get(service, '/livez')).toMatchObject({ status: 200 })
  })

  test('/readyz tells of an unavailable store, without which the service goes on', async () => {
    const service = await startTestService({ isStoreReadable: () => false })
    expect(await readiness(service)).toEqual({ status: 200, ready: true, reasons: [], store: 'unavailable' })
  })

  test('/health tells the state, the time and whether a model is reachable', async () => {
    const now = new Date('2026-03-04T05:06:07.089Z')
    for (const modelReachable of [true, false]) {
      const service = await startTestService({ isReady: () => modelReachable, clock: () => now })
      const { status, type, text } = await get(service, '/health')
      expect([status, type]).toEqual([modelReachable ? 200 : 503, expect.stringMatching(/^application\/json/)])
      expect(healthSchema.parse(JSON.parse(text))).toEqual({
        apiStatus: modelReachable ? 'ok' : 'unavailable',
        timestamp: now.toISOString(),
        modelReachable,
        licenseStatus: 'valid',
        quality: 'auto',
        engines: ['espeak', 'flite'],
        missingEngines: [],
        packs: [],
      })
    }
  })

  test('/health names the installed voice packs and their states', async () => {
    const pack = { name: 'kokoro', version: '1.1', state: 'failed' as const, voices: 0, wordTimes: 'exact' as const }
    const { text } = await get(await startTestService({ packStates: () => [{ ...pack, failures: 3 }] }), '/health')
    expect(healthSchema.parse(JSON.parse(text)).packs).toEqual([pack])
  })

  test('/health names preferred engines that cannot speak here', async () => {
    const { text } = await get(await startTestService({ missingEngines: () => ['aria'] }), '/health')
    expect(JSON.parse(text)).toMatchObject({ apiStatus: 'ok', missingEngines: ['aria'] })
  })

  test('a closing server finishes what it speaks, takes nothing new, and is then gone', async () => {
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const isReady = vi.fn(() => true)
    const service = await startTestService({
      isReady,
      async *speak(): AsyncGenerator<SpokenEvent> {
        yield { kind: 'audio', samples: new Samples(new Int16Array(100)) }
        await finished
        yield { kind: 'audio', samples: new Samples(new Int16Array(100)) }
      },
    })
    const running = await service.speech(BODY)
    // A connection in use stays when the closing begins, and may bring another request.
    const json = JSON.stringify(BODY)
    const one = `POST /v1/rime-tts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\nContent-Length: ${json.length}\r\n\r\n${json}`
    const socket = connect(service.port, '127.0.0.1')
    let answers = ''
    socket.on('data', (data) => {
      answers += data.toString('latin1')
    })
    socket.write(one)
    await once(socket, 'data')
    const closed = service.close()
    await vi.waitFor(() => expect(fetch(`${service.url}/livez`)).rejects.toThrow())
    socket.write(`${one}GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n`)
    await vi.waitFor(() => expect(isReady).toHaveBeenCalled())
    finish()
    await once(socket, 'close')
    await closed
    expect((await running.arrayBuffer()).byteLength).toBe(44 + 400)
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503'])
    expect(answers).toMatch(/connection: close/i)
    expect(service.spoken).toHaveLength(2)
  })

  test('a closing server does not wait for connections that have asked for nothing', async () => {
    const service = await startTestService()
    const silent = connect(service.port, '127.0.0.1')
    const slow = connect(service.port, '127.0.0.1')
    slow.write('POST /v1/rime-tts HTTP/1.1\r\nHost:')
    for (const socket of [silent, slow]) socket.on('error', () => {})
    await (await fetch(`${service.url}/livez`)).text() // by now it knows of both
    await service.close()
  })

  test('connections stay open between requests for longer than load balancers keep them', async () => {
    const service = await startTestService()
    const agent = new Agent({ keepAlive: true })
    const request = sendRequest({ host: '127.0.0.1', port: service.port, path: '/livez', agent }).end()
    const [answer] = await once(request, 'response')
    expect(Number(/timeout=(\d+)/.exec(answer.headers['keep-alive'])?.[1])).toBeGreaterThanOrEqual(65)
    agent.destroy()
  })

  test('a request is logged once, by its route, with what was spoken and not its words', async () => {
    const service = await startTestService()
    await (await service.speech({ ...BODY, text: 'Eleven secret words.' })).arrayBuffer()
    await fetch(`${service.url}/readyz?token=secret`)
    await vi.waitFor(() => expect(service.log).toHaveLength(2))
    expect(service.log.map((line) => JSON.parse(line))).toEqual([
      {
        id: service.spoken[0]?.id,
        method: 'POST',
        route: '/v1/rime-tts',
        status: 200,
        ms: expect.any(Number),
        keyId: expect.stringMatching(/^[0-9a-f]{12}$/),
        model: 'coda',
        voice: 'luna',
        characters: 20,
        audioSeconds: expect.closeTo(0.3),
        firstAudioMs: expect.any(Number),
        message: 'request',
      },
      {
        id: expect.any(String),
        method: 'GET',
        route: '/readyz',
        status: 200,
        ms: expect.any(Number),
        level: 'debug',
        message: 'request',
      },
    ])
  })

  test('probes of orchestrators are logged at the level debug, whatever their answer, and no other request is', async () => {
    const service = await startTestService({ isReady: () => false })
    for (const path of ['/livez', '/readyz', '/readyz/?x', '/health', '/metrics']) await fetch(service.url + path)
    await vi.waitFor(() => expect(service.log).toHaveLength(5))
    const levels = service.log.map((line) => JSON.parse(line)).map(({ route, level }) => [route, level])
    expect(levels).toEqual([
      ['/livez', 'debug'],
      ['/readyz', 'debug'],
      ['/readyz', 'debug'],
      ['/health', undefined],
      ['/metrics', undefined],
    ])
  })
})

describe('Operations: x-request-id', () => {
  const headers = { authorization: `Bearer ${TEST_KEY}` }

  test.each([
    ['GET', '/livez'],
    ['GET', '/health'],
    ['GET', '/metrics'],
    ['GET', '/data/voices/all-v2.json'],
    ['GET', '/v1/dictionary/words'],
    ['POST', '/textnorm'],
    ['POST', '/oov'],
    ['DELETE', '/oov'],
    ['GET', '/nowhere'],
    ['GET', '/%zz'],
    ['GET', '/v1/rime-tts-2'],
  ])('%s %s tells the id of its log line', async (method, path) => {
    const service = await startTestService()
    const answer = await fetch(service.url + path, { method, headers: { ...headers, 'x-request-id': 'mine' } })
    await vi.waitFor(() => expect(service.log).toHaveLength(1))
    expect(answer.headers.get('x-request-id')).toBe(JSON.parse(service.log[0] ?? '').id)
  })

  test.each([
    ['POST', '/v1/rime-tts'],
    ['POST', '/v1/rime-tts/?x=1'],
    ['GET', '/v1/rime-tts'],
    ['OPTIONS', '/v1/rime-tts'],
    ['GET', '/ws'],
    ['GET', '/ws2?speaker=luna'],
    ['POST', '/ws3/'],
  ])('S-model-4: %s %s tells none, refused as it is', async (method, path) => {
    for (const corsOrigins of [[], ['https://app.example']]) {
      const service = await startTestService({ corsOrigins })
      for (const authorization of ['Bearer wrong', headers.authorization]) {
        const answer = await fetch(service.url + path, { method, headers: { authorization } })
        expect([answer.ok && method !== 'OPTIONS', answer.headers.get('x-request-id')]).toEqual([false, null])
      }
    }
  })
})

describe('Operations: the log line of a refusal tells its reason', () => {
  const withKey = { authorization: `Bearer ${TEST_KEY}` }
  const post = (body: unknown, headers: object = withKey): [string, RequestInit] => [
    '/v1/rime-tts',
    { method: 'POST', headers: { ...headers }, body: JSON.stringify(body) },
  ]
  test.each<[string, [string, RequestInit], number]>([
    ['key.missing', post(BODY, {}), 401],
    ['key.empty', post(BODY, { authorization: 'Bearer ' }), 401],
    ['key.invalid', post(BODY, { authorization: 'Bearer secret' }), 401],
    ['request body is not valid JSON', ['/v1/rime-tts', { method: 'POST', headers: withKey, body: '{"secret' }], 400],
    ['samplingRate must be an integer', post({ ...BODY, samplingRate: 'secret' }), 400],
    ['text is too long', post({ ...BODY, modelId: 'mistv3', text: 'secret '.repeat(100) }), 400],
    ['language.unsupported', post({ ...BODY, lang: 'secret' }), 400],
    ['speaker.unknown', post({ ...BODY, speaker: 'secret' }), 400],
    ['format.unsupported', post(BODY, { ...withKey, accept: 'audio/secret' }), 406],
    ['request.too-large', post({ ...BODY, text: 'secret '.repeat(10_000) }), 413],
    ['dictionary.unknown', ['/v1/dictionary/words/secret', { method: 'DELETE', headers: withKey }], 404],
    ['not found', ['/secret', {}], 404],
    ['method not allowed', ['/v1/rime-tts?secret', {}], 405],
    ['upgrade required', ['/ws3?speaker=luna', { headers: withKey }], 426],
  ])('%s', async (reason, [path, init], status) => {
    const service = await startTestService({ limits: { maxBodyBytes: 10_000 } })
    await (await fetch(service.url + path, init)).text()
    await vi.waitFor(() => expect(service.log).toHaveLength(1))
    expect(JSON.parse(service.log[0] ?? '')).toMatchObject({ status, reason, message: 'request' })
    expect(service.log[0]).not.toContain('secret')
  })

  test('and of a failure its code', async () => {
    const failing = async function* (): AsyncGenerator<SpokenEvent> {
      yield { kind: 'audio', samples: new Samples(new Int16Array(0)) }
      throw new SpeechError('pool.overloaded', '256 streams wait')
    }
    const service = await startTestService({ speak: failing })
    await (await service.speech(BODY, { accept: 'application/json' })).text()
    await vi.waitFor(() => expect(service.log).toHaveLength(1))
    expect(JSON.parse(service.log[0] ?? '')).toMatchObject({ status: 503, reason: 'pool.overloaded' })
  })

  test('whatever a client writes, nothing of it is in the log', async () => {
    const MARK = 'qzxmarkqzx'
    const marked = fc.oneof(
      fc.constantFrom(MARK, `{${MARK}}`, `<${MARK}>`, `[${MARK}]`, `"${MARK}"`, [MARK], { [MARK]: 1 }),
      fc.string().map((text) => `${text}${MARK}`),
    )
    const field = (usual: unknown) => fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, marked)
    const body = fc.record({
      text: field('Hello.'),
      speaker: field('luna'),
      modelId: field('mistv2'),
      lang: field('eng'),
      audioFormat: field('wav'),
      samplingRate: field(8000),
      inlineSpeedAlpha: field('1'),
      phonemizeBetweenBrackets: field(true),
      word: marked,
      pronunciation: marked,
      note: marked,
    })
    const path = fc.constantFrom(
      '/v1/rime-tts',
      '/textnorm',
      '/oov',
      '/v1/dictionary/requests',
      `/v1/dictionary/words/${MARK}`,
      `/v1/dictionary/requests/${MARK}/approve`,
      `/${MARK}`,
      `/ws3?speaker=${MARK}&lang=${MARK}`,
    )
    const service = await startTestService({ isStrict: true })
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE')
    const headers = fc.record({
      authorization: fc.constantFrom(`Bearer ${TEST_KEY}`, `Bearer ${TEST_KEY}`, `Bearer ${MARK}`, MARK),
      accept: fc.constantFrom('*/*', `audio/${MARK}`),
    })
    await fc.assert(
      fc.asyncProperty(path, method, headers, body, async (path, method, headers, body) => {
        const init = { method, headers, body: method === 'GET' ? null : JSON.stringify(body) }
        await (await fetch(service.url + path, init)).arrayBuffer()
      }),
      { numRuns: 300 },
    )
    expect(service.log.length).toBeGreaterThan(250)
    expect(service.log.filter((line) => line.includes(MARK))).toEqual([])
  })
})

describe('Operations: a model that does not exist', () => {
  const WARNING = 'requests named a model that does not exist; the default model serves them'
  const warnings = ({ log }: TestService) => log.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')

  test('S-model-2: is told of once a minute, by how often it was named', async () => {
    let now = new Date('2026-03-04T05:06:00Z')
    const service = await startTestService({ clock: () => now })
    const ask = async (modelId: unknown) => (await service.speech({ ...BODY, modelId })).arrayBuffer()
    for (const modelId of [undefined, null, '', 'coda', 'arcanav3', 'mistv2']) await ask(modelId)
    expect(warnings(service)).toEqual([])
    for (const modelId of ['mist', 'secret', 7]) await ask(modelId)
    await openSocket(service, { modelId: 'secret' }, '/ws2')
    expect(warnings(service)).toEqual([{ level: 'warn', count: 1, message: WARNING }])
    now = new Date(now.getTime() + 60_000)
    await ask('mist')
    await ask('mist')
    expect(warnings(service).slice(1)).toEqual([{ level: 'warn', count: 4, message: WARNING }])
  })
})
