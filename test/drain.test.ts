import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { readinessSchema } from '../src/protocols/operations/health.ts'
import { AUTHORIZATION, startWholeService, TONE_THREAD } from './whole-service.ts'

const LONG_TEXT = 'This sentence takes about three seconds to be read aloud. '.repeat(2000)

const speech = (url: string, text = 'Hello there.') =>
  fetch(`${url}/v1/rime-tts`, {
    method: 'POST',
    headers: { ...AUTHORIZATION, accept: 'audio/pcm' },
    body: JSON.stringify({ modelId: 'coda', speaker: 'luna', text }),
  })

const readiness = async (url: string) => readinessSchema.parse(await (await fetch(`${url}/readyz`)).json())

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

  test('cuts answers off that take longer than HOARFROST_DRAIN_S', async () => {
    const { url, close } = await startWholeService({ HOARFROST_DRAIN_S: '1' }, TONE_THREAD)
    const answer = await speech(url, LONG_TEXT) // whose client reads nothing yet
    await close()
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })
})
