import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { SpeechError } from '../../src/core/errors.ts'
import { startTestService, TEST_KEY } from './test-service.ts'

const overloaded = (): never => {
  throw new SpeechError('pool.overloaded', 'the threads have no time for another stream', { retryAfterS: 7 })
}

describe('503 when overloaded (with Retry-After)', () => {
  test.each([
    '/ws3?speaker=luna',
    '/ws2?speaker=luna&modelId=mistv2',
    '/ws?speaker=luna',
    '/coda/ws',
    '/v1/speak?model=luna',
    '/jambonz/stream?voice=luna',
    '/v1/text-to-speech/luna/stream-input',
    '/v1/text-to-speech/luna/multi-stream-input',
  ])('refuses the upgrade of %s', async (path) => {
    const { url } = await startTestService({ reserve: overloaded })
    const headers = path.startsWith('/v1/text') ? { 'xi-api-key': TEST_KEY } : { authorization: `Bearer ${TEST_KEY}` }
    const subprotocols = path === '/coda/ws' ? ['rime.v1.json'] : []
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, subprotocols, { headers })
    const [, response] = await once(socket, 'unexpected-response')
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '7'])
    response.destroy()
  })

  test('refuses a request before the first byte', async () => {
    const { url } = await startTestService({
      speak: overloaded,
    })
    const answer = await fetch(`${url}/v1/rime-tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json', accept: 'audio/wav' },
      body: JSON.stringify({ text: 'Hello.', speaker: 'luna', modelId: 'coda' }),
    })
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '7',
      'service unavailable',
    ])
  })
})
