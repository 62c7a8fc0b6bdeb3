import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { invalidRequest } from '../../core/errors.ts'

/** Makes a WebSocket of the request it is given. */
export interface Upgrades {
  isUpgrade(request: FastifyRequest): boolean
  /** Only for one that is. Throws `request.invalid` for a handshake that is none; the reply is still Fastify's then. */
  accept(request: FastifyRequest, reply: FastifyReply): WebSocket
}

/**
 * Lets the routes answer requests for an upgrade like all others, so that the same hooks and errors serve both. The
 * response of one that is accepted closes after its WebSocket has; pings are for its owner to answer.
 */
export function serveUpgrades(app: FastifyInstance, maxMessageBytes: number): Upgrades {
  const heads = new WeakMap<IncomingMessage, Buffer>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false, // audio and base64 hardly shrink, and each socket would hold its buffers
    maxPayload: maxMessageBytes,
    handleProtocols: () => false, // none is served
    // A client that sends thousands of messages at once has others served between them.
    allowSynchronousEvents: false,
    autoPong: false, // ws would end a client that sends more than 60 pings at once
  })
  server.on('wsClientError', () => {}) // answered by the route

  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return serveWithoutUpgrade(app, request, socket, head)
    socket.on('error', () => {}) // it closes after that, which is what counts
    heads.set(request, head)
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.on('finish', () => socket.destroySoon())
    app.routing(request, response)
  })

  return {
    isUpgrade: ({ raw }) => heads.has(raw),
    accept(request, reply) {
      const { raw } = request
      let accepted: WebSocket | undefined
      server.handleUpgrade(raw, raw.socket, heads.get(raw) as Buffer, (socket) => {
        accepted = socket
      })
      if (accepted === undefined) throw invalidRequest('not a WebSocket handshake')
      reply.hijack()
      reply.raw.statusCode = 101
      reply.raw.detachSocket(raw.socket)
      // Who listens to the response may ask how the WebSocket was closed.
      accepted.once('close', () => setImmediate(() => reply.raw.emit('close')))
      return accepted
    },
  }
}

/** Some clients offer HTTP/2 with every request. Node parses no more of one that offers anything, unless it is sent anew. */
function serveWithoutUpgrade(app: FastifyInstance, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2)
    if (!/^(?:upgrade|connection|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`)
  }
  // Not before Node is done with the request: it would answer no more of what a client pipelines.
  process.nextTick(() => {
    socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
    app.server.emit('connection', socket)
  })
}
