import { once } from 'node:events'
import { Agent, request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import type { SpokenEvent } from '../../src/app/speak.ts'
import { healthSchema } from '../../src/contract/health.ts'
import { startTestService, TEST_KEY, type TestService } from './test-service.ts'

const BODY = { text: 'Hello.', speaker: 'luna', modelId: 'coda' }

async function get({ url }: TestService, path: string) {
  const answer = await fetch(url + path)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
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
    expect(await get(service, '/readyz')).toMatchObject({ status: 503, text: 'not ready' })
    isReady = true
    expect(await get(service, '/readyz')).toMatchObject({ status: 200, text: 'ok' })
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
        missingEngines: [],
      })
    }
  })

  test('/health names preferred engines that cannot speak here', async () => {
    const { text } = await get(await startTestService({ missingEngines: ['aria'] }), '/health')
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
        yield { kind: 'audio', samples: new Int16Array(100) }
        await finished
        yield { kind: 'audio', samples: new Int16Array(100) }
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
        message: 'request',
      },
    ])
  })
})
