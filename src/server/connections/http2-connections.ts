import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Http2Server, ServerHttp2Session, ServerOptions } from 'node:http2'
import type { Socket } from 'node:net'
import { type TLSSocket, Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { isHttp2 } from './request-head.ts'
import { tcpSocketOf } from './tls-socket.ts'

/** Protocols of a TLS handshake. OpenSSL takes the first one that the client offers, too: browsers stay with HTTP/1.1. */
export const ALPN_PROTOCOLS = ['http/1.1', 'h2']

/** Name of the constraint of routes that are served over HTTP/2. All others are served over HTTP/1.1 alone. */
export const HTTP_2 = 'http2'

const OPTIONS: ServerOptions = {
  // Clients open no second connection, and proxies multiplex the calls of all of theirs on a few.
  settings: { maxConcurrentStreams: 1000, maxHeaderListSize: 2 ** 14 },
  maxSessionMemory: 64, // MB, for the buffers of so many streams
}
/** No connection without calls is kept longer. */
const IDLE_MS = 15 * 60_000
/**
 * Pings find clients that have vanished, and sessions that Node has ended for an error of the client's without a word: it neither
 * reads on nor closes the connection. A client has until the next one to answer, as in other servers of gRPC.
 */
const PING_MS = 20_000
/** Time in which the ends of calls are sent that outlast the time for closing. */
const CLOSE_MS = 1000

/** What the client of HTTP/2 sends first. */
const PREFACE = Buffer.from('PRI ')

interface Session {
  readonly session: ServerHttp2Session
  readonly socket: Socket
  isPinged: boolean
}

export interface Http2Connections {
  /** Shares the connections of a server, on which nothing listens yet: with TLS by ALPN, in plaintext by their first bytes. */
  share<S extends HttpServer>(server: S): S
  /** Serves the requests over HTTP/2 by the routes with the constraint `HTTP_2`. */
  serve(app: FastifyInstance, drainMs: number): void
  /** Loads what the first connection needs. */
  load(): void
  /** Whether a connection of TCP has HTTP/2. */
  has(socket: Socket): boolean
}

/** Connections with HTTP/2 beside those with HTTP/1.1, on the same ports. */
export function createHttp2Connections(): Http2Connections {
  const sessions = new Set<Session>()
  const sockets = new WeakSet<Socket>()
  let http: FastifyInstance | undefined
  let opening: Promise<Http2Server> | undefined

  /** Node's module takes 40 ms to load, too long for the start of the service and for the first call. */
  async function openServer(): Promise<Http2Server> {
    const { createServer } = await import('node:http2')
    const server = createServer(OPTIONS)
    server.on('request', (request, response) => {
      http?.routing(request as unknown as IncomingMessage, response as unknown as ServerResponse)
    })
    return server
  }

  function opened(): Promise<Http2Server> {
    opening ??= openServer()
    return opening
  }

  function accept(socket: Socket): void {
    sockets.add(tcpSocketOf(socket))
    socket.allowHalfOpen = false
    socket.on('error', () => {}) // a close follows
    void opened().then((server) => {
      if (socket.destroyed) return
      // Both happen at once.
      server.once('session', (session) => watch(session, socket))
      server.emit('connection', socket)
    })
  }

  function watch(session: ServerHttp2Session, socket: Socket): void {
    const watched: Session = { session, socket, isPinged: false }
    sessions.add(watched)
    let openStreams = 0
    const closeIfIdle = () => setTimeout(() => session.close(), IDLE_MS).unref()
    let idle = closeIfIdle()
    session.on('error', () => {}) // a close follows
    const handshake = setTimeout(() => session.destroy(), http?.server.headersTimeout)
    session.once('remoteSettings', () => clearTimeout(handshake))
    session.on('stream', (stream) => {
      openStreams++
      clearTimeout(idle)
      stream.once('close', () => {
        openStreams--
        if (openStreams === 0) idle = closeIfIdle()
      })
    })
    session.on('close', () => {
      clearTimeout(handshake)
      clearTimeout(idle)
      sessions.delete(watched)
    })
  }

  function ping(watched: Session): void {
    const { session, socket } = watched
    // It has ended, and the client does not close its side.
    if (session.destroyed) return void socket.destroy()
    // Pings of a session that takes no more calls are not answered.
    if (session.closed) return
    if (watched.isPinged) return session.destroy()
    watched.isPinged = true
    session.ping((error) => {
      if (error === null) watched.isPinged = false
    })
  }

  return {
    has: (socket) => sockets.has(socket),
    load: () => void opened(),
    share(server) {
      const isSecure = server instanceof TlsServer
      const event = isSecure ? 'secureConnection' : 'connection'
      const listeners = server.listeners(event)
      const serveHttp1 = (socket: Socket): void => {
        for (const listener of listeners) listener.call(server, socket)
      }
      const seen = new WeakSet<Socket>() // requests with an offer to upgrade are emitted again
      server.removeAllListeners(event).on(event, (socket: Socket) => {
        if (isSecure) return (socket as TLSSocket).alpnProtocol === 'h2' ? accept(socket) : serveHttp1(socket)
        if (seen.has(socket)) return serveHttp1(socket)
        seen.add(socket)
        readFirstBytes(socket, server, (isPreface) => (isPreface ? accept(socket) : serveHttp1(socket)))
      })
      return server
    },
    serve(app, drainMs) {
      http = app
      app.addConstraintStrategy({
        name: HTTP_2,
        mustMatchWhenDerived: true,
        deriveConstraint: (request) => (isHttp2(request as IncomingMessage) ? true : undefined),
        storage: () => {
          const handlers = new Map<unknown, never>()
          return {
            get: (key) => handlers.get(key) ?? null,
            set: (key, handler) => void handlers.set(key, handler as never),
          }
        },
      })
      const pinging = setInterval(() => sessions.forEach(ping), PING_MS).unref()
      app.addHook('preClose', (done) => {
        clearInterval(pinging)
        for (const { session } of sessions) session.close()
        const cutOff = () => {
          for (const { session } of sessions) session.destroy()
        }
        setTimeout(cutOff, drainMs + CLOSE_MS).unref()
        done()
      })
    },
  }
}

/** Reads the beginning of a connection and puts it back. Without one in time, the client is told as with HTTP/1.1. */
function readFirstBytes(socket: Socket, server: HttpServer, decide: (isPreface: boolean) => void): void {
  let first = Buffer.alloc(0)
  const read = (): void => {
    const bytes: Buffer | null = socket.read()
    if (bytes === null) return
    first = Buffer.concat([first, bytes])
    const length = Math.min(first.length, PREFACE.length)
    const isPreface = first.subarray(0, length).equals(PREFACE.subarray(0, length))
    if (isPreface && length < PREFACE.length) return
    stop()
    socket.unshift(first)
    decide(isPreface)
  }
  const destroy = (): void => void socket.destroy()
  const timeout = (): void => {
    stop()
    socket.on('error', () => {}) // a close follows
    const error = Object.assign(new Error('no request came in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    if (!server.emit('clientError', error, socket)) socket.destroy()
  }
  const stop = (): void => {
    clearTimeout(timer)
    socket.off('readable', read).off('end', destroy).off('error', destroy).off('close', stop)
  }
  const timer = setTimeout(timeout, server.headersTimeout)
  socket.on('readable', read).on('end', destroy).on('error', destroy).on('close', stop)
}
