import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { WebSocket } from 'ws'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import type { RequireKey } from '../authorization.ts'
import { replyWithText } from '../error-reply.ts'
import type { RequestLogger } from '../request-log.ts'
import { Heartbeat } from './heartbeat.ts'
import { type OpenSocket, SocketConnection, type SocketHandler } from './socket-connection.ts'
import { serveUpgrades } from './upgrades.ts'

export interface SocketServer {
  /**
   * Serves a path to clients with a key. `accept` checks the request before the upgrade; a SpeechError that it throws
   * refuses it.
   */
  serve(url: string, accept: (request: FastifyRequest) => OpenSocket, scope?: SocketScope): void
}

/** Where a path is served, if a protocol has its own errors or credentials. */
export interface SocketScope {
  /** Answers errors of the upgrade. */
  readonly http: FastifyInstance
  /** Authorizes the upgrade; that of `Authorization: Bearer` by default. */
  readonly requireKey?: RequireKey
}

export interface SocketServerParts {
  readonly requireKey: RequireKey
  /** Maximum bytes of a message. */
  readonly maxMessageBytes: number
  /** Maximum number of open sockets. */
  readonly maxWebsockets: number
  readonly logger: RequestLogger
  readonly registry: Registry
}

const PING_MS = 12_000
/** Turns that run longer after the server began to close are aborted. */
const DRAIN_MS = 25_000
/** Time for the close frame to be read. */
const CLOSE_MS = 1000

/** Handles upgrades, keys, pings, limits and closing of WebSockets; protocols handle the messages. */
export function createSocketServer(app: FastifyInstance, parts: SocketServerParts): SocketServer {
  const { requireKey, maxMessageBytes, maxWebsockets, logger, registry } = parts
  const upgrades = serveUpgrades(app, maxMessageBytes)
  const heartbeat = new Heartbeat(PING_MS)
  const open = new Map<WebSocket, { readonly connection: SocketConnection; readonly handler: SocketHandler }>()
  new Gauge({
    name: 'hoarfrost_open_websockets',
    help: 'WebSockets that are open',
    registers: [registry],
    collect() {
      this.set(open.size)
    },
  })

  const requireSocketKey =
    (requireKeyOf: RequireKey): ReturnType<RequireKey> =>
    async (request, reply) => {
      await requireKeyOf('synthesis')(request, reply).catch((error: unknown) => {
        throw isSpeechError(error) && error.code === 'key.limited' ? atLimit() : error
      })
      if (open.size >= maxWebsockets) throw atLimit()
    }

  app.addHook('preClose', (done) => {
    heartbeat[Symbol.dispose]()
    for (const { handler } of open.values()) handler.drain()
    setTimeout(() => {
      for (const { connection } of open.values()) connection.end({ kind: 'draining' })
    }, DRAIN_MS).unref()
    setTimeout(() => {
      for (const socket of open.keys()) socket.terminate()
    }, DRAIN_MS + CLOSE_MS).unref()
    done()
  })

  return {
    serve(url, accept, scope = { http: app }) {
      const onRequest = requireSocketKey(scope.requireKey ?? requireKey)
      scope.http.get(url, { onRequest }, async (request, reply) => {
        const openSocket = accept(request)
        if (!upgrades.isUpgrade(request)) {
          reply.header('upgrade', 'websocket').header('connection', 'upgrade')
          return replyWithText(reply, 426, 'upgrade required')
        }
        const tcp = request.raw.socket
        const socket = upgrades.accept(request, reply)
        const connection = new SocketConnection(socket, tcp, request, logger)
        const handler = connection.serve(openSocket)
        heartbeat.watch(socket, tcp, {
          get isSending() {
            return handler.isSending
          },
          get framesTaken() {
            return connection.framesTaken
          },
          onGone: () => connection.note('no answer to pings'),
        })
        open.set(socket, { connection, handler })
        request.onKeyEnd = () => {
          connection.close(1008, 'invalid api key')
          setTimeout(() => socket.terminate(), CLOSE_MS).unref()
        }
        socket.on('close', () => open.delete(socket))
        return reply
      })
    },
  }
}

const atLimit = () => new SpeechError('key.limited', 'Currently at websocket limit')
