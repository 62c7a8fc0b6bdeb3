import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Heartbeat } from './heartbeat.ts'

const BEAT_MS = 10

async function start() {
  const activity = { isSending: false, framesTaken: 0, gone: 0, onGone: () => void activity.gone++ }
  const heartbeat = new Heartbeat(BEAT_MS)
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, request) => heartbeat.watch(socket, request.socket, activity))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    heartbeat[Symbol.dispose]()
    for (const socket of sockets.clients) socket.terminate()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { sockets, port, url: `ws://127.0.0.1:${port}`, activity }
}

/** A client that answers no pings, like some clients while they do not read, but sends messages. */
async function openQuiet(url: string) {
  const socket = new WebSocket(url, { autoPong: false })
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  socket.send('alive')
  return socket
}

const rounds = async (socket: WebSocket, count: number) => {
  for (let round = 0; round < count; round++) await once(socket, 'ping')
}

test('WebSocket pings: a peer that never answers is dropped after nine rounds', async () => {
  const { sockets, port, activity } = await start()
  const silent: Socket = connect(port, '127.0.0.1')
  silent.write(
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n',
  )
  await once(sockets, 'connection')
  silent.resume()
  await once(silent, 'close')
  await vi.waitFor(() => expect(sockets.clients.size).toBe(0))
  expect(activity.gone).toBe(1)
})

test('WebSocket pings: one that answers stays, idle as it is', async () => {
  const { sockets, url } = await start()
  const socket = new WebSocket(url)
  await once(socket, 'open')
  await rounds(socket, 18)
  expect([socket.readyState, sockets.clients.size]).toEqual([WebSocket.OPEN, 1])
  socket.terminate()
})

test('WebSocket pings: one that lived and is owed nothing may be quiet for 75 rounds', async () => {
  const { url } = await start()
  const socket = await openQuiet(url)
  await rounds(socket, 60)
  expect(socket.readyState).toBe(WebSocket.OPEN)
  await once(socket, 'close')
})

test('WebSocket pings: one that is being sent audio may not, unless the audio goes out', async () => {
  const { url, activity } = await start()
  activity.isSending = true
  const socket = await openQuiet(url)
  for (let round = 0; round < 18; round++) {
    activity.framesTaken++
    await once(socket, 'ping')
  }
  let pings = 0
  socket.on('ping', () => pings++)
  await once(socket, 'close')
  expect(pings).toBeLessThanOrEqual(9)
})
