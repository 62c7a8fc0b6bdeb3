import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { AUTHORIZATION, startWholeService, TONE_THREAD } from './whole-service.ts'

/** The statuses of as many upgrades in one instant; the sockets say nothing. */
const upgrade = (url: string, count: number): Promise<number[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws3?speaker=luna`, { headers: AUTHORIZATION })
      socket.on('error', () => {})
      onTestFinished(() => socket.terminate())
      return Promise.race([
        once(socket, 'open').then(() => 101),
        once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number),
      ])
    }),
  )

test('idle sockets are accepted however busy the server is, and speak when there is room', async () => {
  const { url } = await startWholeService({}, TONE_THREAD)
  expect(new Set(await upgrade(url, 60))).toEqual(new Set([101]))
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws3?speaker=luna`, { headers: AUTHORIZATION })
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  socket.send('{"text": "Hi."}')
  socket.send('{"operation": "flush"}')
  const [message] = await once(socket, 'message')
  expect(JSON.parse(String(message))).toMatchObject({ type: 'chunk' })
})

test('with HOARFROST_BUSY_UPGRADES=refuse, upgrades beyond the time of the threads get 503', async () => {
  // One thread of a real engine, which has more to do than an idle machine can.
  const { url } = await startWholeService({ HOARFROST_BUSY_UPGRADES: 'refuse' })
  expect(new Set(await upgrade(url, 300))).toEqual(new Set([101, 503]))
})
