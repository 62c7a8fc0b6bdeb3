import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { readinessSchema } from '../src/protocols/operations/health.ts'
import { audioOf, openGrpc } from './api/grpc-client.ts'
import { AUTHORIZATION, startWholeService, TONE_THREAD } from './whole-service.ts'

const LONG_TEXT = 'This sentence takes about three seconds to be read aloud. '.repeat(2000)

const speech = (url: string, text = 'Hello there.') =>
  fetch(`${url}/v1/rime-tts`, {
    method: 'POST',
    headers: { ...AUTHORIZATION, accept: 'audio/pcm' },
    body: JSON.stringify({ modelId: 'coda', speaker: 'luna', text }),
  })

const readiness = async (url: string) => readinessSchema.parse(await (await fetch(`${url}/readyz`)).json())

/** The status of a call on a new connection. */
const openRefused = async (url: string): Promise<number> => {
  const client = openGrpc(url.replace('http://', ''), { headers: AUTHORIZATION })
  return (await client.synthesize({ speaker: 'clementine', text: 'Hello.' })).code
}

describe('a server that stops', () => {
  test('says so in /readyz for HOARFROST_DRAIN_DELAY_S while it still takes requests and sockets, then refuses', async () => {
    const { url, close } = await startWholeService({ HOARFROST_DRAIN_DELAY_S: '2' }, TONE_THREAD)
    expect(await readiness(url)).toEqual({ ready: true, reasons: [], store: 'ok' })
    const closing = close()
    expect(await readiness(url)).toEqual({ ready: false, reasons: ['draining'], store: 'ok' })
    expect((await speech(url)).status).toBe(200)
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws3?speaker=luna&modelId=coda`, {
      headers: AUTHORIZATION,
    })
    await once(socket, 'open')
    await closing
    await expect(speech(url)).rejects.toThrow()
  })

  test('completes the calls of gRPC that last, whose text is still being written, too (G-13)', async () => {
    const { url, close } = await startWholeService({}, TONE_THREAD)
    const client = openGrpc(url.replace('http://', ''), { headers: AUTHORIZATION })
    const start = { speaker: 'clementine', audioParameters: { audioFormat: 'audio/pcm', samplingRate: 24_000 } }
    const spoken = async () => audioOf((await client.synthesize({ ...start, text: 'Hello there. One more.' })).messages)
    const whole = (await spoken()).length
    const call = client.stream()
    call.header(start)
    call.text('Hello there. ')
    await call.headers
    const closing = close()
    const refused = await openRefused(url)
    call.text('One more.')
    call.end()
    const { code, messages } = await call.ended
    expect(code).toBe(0)
    expect(audioOf(messages).length).toBeGreaterThan(0.9 * whole)
    await closing
    expect(refused).toBe(14)
  })

  test('cuts answers off that take longer than HOARFROST_DRAIN_S', async () => {
    const { url, close } = await startWholeService({ HOARFROST_DRAIN_S: '1' }, TONE_THREAD)
    const answer = await speech(url, LONG_TEXT) // whose client reads nothing yet
    await close()
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })
})
