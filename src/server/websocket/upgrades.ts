import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { isToken } from '../../app/keys/tokens.ts'
import { invalidRequest, SpeechError } from '../../core/errors.ts'
import { whenClosed } from '../observe/request-log.ts'

/** Upgrades requests to WebSockets. */
export interface Upgrades {
  /**
   * `subprotocol` is one of those that the client offers, or undefined. Throws `request.not-upgraded` for a request without
   * a handshake of the version that is served, and `request.invalid` for an invalid one; Fastify then still answers.
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
  const ownHeaders = new WeakMap<IncomingMessage, readonly string[]>()
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
  server.on('headers', (lines, request) => void lines.push(...(ownHeaders.get(request) ?? [])))

  const lastResponses = new WeakMap<Socket, ServerResponse>()
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    lastResponses.set(socket, response)
  })
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const { method, headers } = request
    const offered = (headers.upgrade ?? '').split(',').map((name) => name.trim().toLowerCase())
    if (method !== 'GET' || !offered.includes('websocket')) {
      const again = (): void => serveWithoutUpgrade(app, request, socket, head)
      const before = lastResponses.get(socket)
      // Two parsers of a connection would not answer in order.
      return before === undefined ? again() : whenClosed(before, again)
    }
    headers.upgrade = 'websocket' // ws takes no list
    heads.set(request, head)
    app.routing(request, responseOn(socket, request))
  })
  // Without a listener Node would close the connection without an answer.
  app.server.on('connect', (request: IncomingMessage, socket: Socket) => {
    app.routing(request, responseOn(socket, request))
  })

  return {
    accept(request, reply, subprotocol) {
      const { raw } = request
      const head = heads.get(raw)
      if (head === undefined) throw notUpgraded('upgrade required')
      checkHandshake(raw)
      if (subprotocol !== undefined) subprotocols.set(raw, subprotocol)
      ownHeaders.set(raw, headerLines(reply))
      let accepted: WebSocket | undefined
      server.handleUpgrade(raw, raw.socket, head, (socket) => {
        accepted = socket
      })
      if (accepted === undefined) throw invalidRequest('Sec-WebSocket-Protocol is invalid') // all else is checked
      reply.hijack()
      reply.raw.statusCode = 101
      reply.raw.detachSocket(raw.socket)
      // Listeners of the response may read how the WebSocket was closed.
      accepted.once('close', () => setImmediate(() => reply.raw.destroy().emit('close')))
      return accepted
    },
  }
}

/** What hooks have set for the answer, such as the id of the request. */
const headerLines = (reply: FastifyReply): readonly string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    OF_HANDSHAKE.test(name) ? [] : [value ?? []].flat().map((each) => `${name}: ${each}`),
  )

const OF_HANDSHAKE = /^(?:connection|upgrade|content-.*|transfer-encoding|sec-websocket-.*)$/

/** A response on a connection that Node has given away, which it ends. */
function responseOn(socket: Socket, request: IncomingMessage): ServerResponse {
  socket.on('error', () => {}) // a close follows
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.on('finish', () => socket.destroySoon())
  return response
}

const KEY = /^[+/0-9A-Za-z]{22}==$/

/** What RFC 6455 asks of a handshake besides `Upgrade` and `Connection`. */
function checkHandshake({ httpVersion, headers }: IncomingMessage): void {
  if (httpVersion !== '1.1') throw notUpgraded('a WebSocket needs HTTP/1.1')
  const { 'sec-websocket-key': key, 'sec-websocket-version': version } = headers
  if (key === undefined) throw invalidRequest('not a WebSocket handshake')
  if (version !== '13') throw notUpgraded('Sec-WebSocket-Version must be 13')
  if (!KEY.test(key)) throw invalidRequest('Sec-WebSocket-Key must be 16 bytes in base64')
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
    throw invalidRequest('a WebSocket handshake must not have a body')
  }
}

const notUpgraded = (message: string) => new SpeechError('request.not-upgraded', message, { isFixed: true })

/** Options of `Connection`. */
const OF_UPGRADE = /(?:upgrade|http2-settings)\s*,?/gi

/**
 * Some clients offer HTTP/2 in every request. Node stops parsing a connection with an upgrade offer, so the request is
 * emitted again without it.
 */
function serveWithoutUpgrade(app: FastifyInstance, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2)
    if (/^(?:upgrade|http2-settings)$/i.test(name)) continue
    lines.push(`${name}: ${/^connection$/i.test(name) ? value.replaceAll(OF_UPGRADE, '') : value}`)
  }
  // After Node has finished with the request: earlier, it would answer no more pipelined requests.
  process.nextTick(() => {
    socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
    app.server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket)
  })
}
