import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { isToken } from '../../app/tokens.ts'
import { invalidRequest } from '../../core/errors.ts'

/** Upgrades requests to WebSockets. */
export interface Upgrades {
  isUpgrade(request: FastifyRequest): boolean
  /**
   * Call for upgrade requests only. `subprotocol` is one of those that the client offers, or undefined. Throws
   * `request.invalid` for an invalid handshake; Fastify then still answers.
   */
  accept(request: FastifyRequest, reply: FastifyReply, subprotocol: string | undefined): WebSocket
}

/**
 * Routes upgrade requests like all others, so that hooks and errors are the same. The response of an accepted upgrade
 * closes after its WebSocket; the WebSocket's owner answers pings.
 */
export function serveUpgrades(app: FastifyInstance, maxMessageBytes: number): Upgrades {
  const heads = new WeakMap<IncomingMessage, Buffer>()
  const subprotocols = new WeakMap<IncomingMessage, string>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false, // audio and base64 hardly compress, and each socket would hold its buffers
    maxPayload: maxMessageBytes,
    // Browsers give up where none of the subprotocols that they offer is selected, and a token is one of them.
    handleProtocols: (offered, request) => subprotocols.get(request) ?? [...offered].find(isToken) ?? false,
    // Processes one message per turn of the event loop, so that a flood does not block other clients.
    allowSynchronousEvents: false,
    autoPong: false, // ws would end a client that sends more than 60 pings at once
  })
  server.on('wsClientError', () => {}) // the route answers

  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return serveWithoutUpgrade(app, request, socket, head)
    socket.on('error', () => {}) // a close follows
    heads.set(request, head)
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.on('finish', () => socket.destroySoon())
    app.routing(request, response)
  })

  return {
    isUpgrade: ({ raw }) => heads.has(raw),
    accept(request, reply, subprotocol) {
      const { raw } = request
      if (subprotocol !== undefined) subprotocols.set(raw, subprotocol)
      let accepted: WebSocket | undefined
      server.handleUpgrade(raw, raw.socket, heads.get(raw) as Buffer, (socket) => {
        accepted = socket
      })
      if (accepted === undefined) throw invalidRequest('not a WebSocket handshake')
      reply.hijack()
      reply.raw.statusCode = 101
      reply.raw.detachSocket(raw.socket)
      // Listeners of the response may read how the WebSocket was closed.
      accepted.once('close', () => setImmediate(() => reply.raw.destroy().emit('close')))
      return accepted
    },
  }
}

/**
 * Some clients offer HTTP/2 in every request. Node stops parsing a connection with an upgrade offer, so the request is
 * emitted again without it.
 */
function serveWithoutUpgrade(app: FastifyInstance, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2)
    if (!/^(?:upgrade|connection|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`)
  }
  // After Node has finished with the request: earlier, it would answer no more pipelined requests.
  process.nextTick(() => {
    socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
    app.server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket)
  })
}
