import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Heartbeat } from './heartbeat.ts'

const BEAT_MS = 20

async function start() {
  const heartbeat = new Heartbeat(BEAT_MS)
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, request) => heartbeat.watch(socket, request.socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    heartbeat[Symbol.dispose]()
    for (const socket of sockets.clients) socket.terminate()
    server.close()
  })
  return { sockets, port: (server.address() as AddressInfo).port }
}

test('WebSocket pings: a peer that never answers is dropped after three rounds', async () => {
  const { sockets, port } = await start()
  const silent: Socket = connect(port, '127.0.0.1')
  silent.write(
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n',
  )
  await once(sockets, 'connection')
  silent.resume()
  await once(silent, 'close')
  await vi.waitFor(() => expect(sockets.clients.size).toBe(0))
})

test('WebSocket pings: one that answers stays, idle as it is', async () => {
  const { sockets, port } = await start()
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  await once(socket, 'open')
  for (let round = 0; round < 6; round++) await once(socket, 'ping')
  await delay(BEAT_MS)
  expect([socket.readyState, sockets.clients.size]).toEqual([WebSocket.OPEN, 1])
  socket.terminate()
})
