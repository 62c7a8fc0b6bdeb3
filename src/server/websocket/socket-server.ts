import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { WebSocket } from 'ws'
import type { HeardLedgers } from '../../app/live-session/heard-ledgers.ts'
import type { Speech } from '../../app/speech/speech.ts'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import { markHeaders } from '../answers/mark-headers.ts'
import type { Authorize, RequireKey } from '../auth/authorization.ts'
import { callerOf } from '../auth/caller.ts'
import type { Descriptions, SocketDescription } from '../description.ts'
import { type RequestLogger, whenClosed } from '../observe/request-log.ts'
import { Heartbeat } from './heartbeat.ts'
import { type AcceptSocket, SocketConnection, type SocketHandler } from './socket-connection.ts'
import { serveUpgrades } from './upgrades.ts'

export interface SocketServer {
  /**
   * Serves a path to clients with a key. `accept` checks the request before the upgrade; a SpeechError that it throws
   * refuses it. Several protocols may serve one path: the one whose subprotocol is offered, else the first whose `serves`
   * is true.
   */
  serve(url: string, accept: AcceptSocket, scope?: SocketScope): void
  /** Number of open sockets. */
  readonly openCount: number
}

/** Where a path is served, if a protocol has its own errors or credentials, or shares the path. */
export interface SocketScope {
  /** Answers errors of the upgrade. Of protocols that share a path, that of the first counts. */
  readonly http?: FastifyInstance
  /**
   * Authorizes the upgrade; that of `Authorization: Bearer` by default. It may let a socket open without a key, whose
   * handler then serves nothing before it has called the upgrade's `authorize`.
   */
  readonly requireKey?: RequireKey
  readonly subprotocols?: readonly string[]
  /** Whether a request is served that offers none of the subprotocols; every one by default. */
  readonly serves?: (request: FastifyRequest) => boolean
  readonly describe?: () => SocketDescription
}

export interface SocketServerParts {
  readonly authorize: Authorize
  readonly requireKey: RequireKey
  readonly speech: Pick<Speech, 'reserve' | 'isMarked'>
  /** Maximum bytes of a message. */
  readonly maxMessageBytes: number
  /** Maximum number of open sockets, not counting those without a key. */
  readonly maxWebsockets: number
  /** Time for closing. */
  readonly drainMs: number
  readonly logger: RequestLogger
  readonly heard: HeardLedgers
  readonly registry: Registry
  /** Those of sockets are added to it. */
  readonly descriptions: Descriptions
}

/** aiohttp's clients wait anew for a message after each ping; LiveKit's give up after 10 s without either. */
const PING_MS = 4000
/** Sockets that were opened without a key and are not authorized yet. They keep no authorized client out. */
const MAX_WITHOUT_KEY = 50
/** Of the time for closing, what turns may use before they are aborted. */
const SHARE_OF_TURNS = 5 / 6
/** Time for the close frame to be read. */
const CLOSE_MS = 1000

/** Handles upgrades, keys, pings, limits and closing of WebSockets; protocols handle the messages. */
export function createSocketServer(app: FastifyInstance, parts: SocketServerParts): SocketServer {
  const { authorize, requireKey, speech, maxMessageBytes, maxWebsockets, logger, heard, registry, descriptions } = parts
  const upgrades = serveUpgrades(app, maxMessageBytes)
  const heartbeat = new Heartbeat(PING_MS)
  const withoutKey = new Set<FastifyRequest>()
  const open = new Map<WebSocket, { readonly connection: SocketConnection; readonly handler: SocketHandler }>()
  new Gauge({
    name: 'hoarfrost_open_websockets',
    help: 'WebSockets that are open',
    registers: [registry],
    collect() {
      this.set(open.size)
    },
  })

  let isClosing = false
  const routesByUrl = new Map<string, SocketRoute[]>()

  const requireSocketKey =
    (routes: readonly SocketRoute[]): ReturnType<RequireKey> =>
    async (request, reply) => {
      const requireKeyOf = routeOf(routes, request).requireKey
      await requireKeyOf('synthesis')(request, reply).catch((error: unknown) => {
        throw isSpeechError(error) && error.code === 'key.limited' ? atLimit() : error
      })
      requireOpening(request)
    }

  /** Throws if the request may open no socket now. */
  function requireOpening({ apiKey }: FastifyRequest): void {
    if (isClosing) throw new SpeechError('pool.draining', 'the server is closing')
    if (apiKey !== undefined) admit()
    else if (withoutKey.size >= Math.min(MAX_WITHOUT_KEY, maxWebsockets)) throw atLimit()
  }

  /** Throws if there are as many authorized sockets as there may be. */
  function admit(): void {
    if (open.size - withoutKey.size >= maxWebsockets) throw atLimit()
  }

  const turnsMs = parts.drainMs * SHARE_OF_TURNS
  app.addHook('preClose', (done) => {
    isClosing = true
    heartbeat[Symbol.dispose]()
    for (const { handler } of open.values()) handler.sessions.drain()
    setTimeout(() => {
      for (const { connection } of open.values()) connection.end({ kind: 'draining' })
    }, turnsMs).unref()
    setTimeout(() => {
      for (const socket of open.keys()) socket.terminate()
    }, turnsMs + CLOSE_MS).unref()
    done()
  })

  return {
    get openCount() {
      return open.size
    },
    serve(url, accept, { http = app, ...scope } = {}) {
      const { describe } = scope
      if (describe !== undefined) {
        descriptions.sockets.push({ url, subprotocols: scope.subprotocols ?? [], describe })
      }
      const route: SocketRoute = { accept, describe, requireKey, subprotocols: [], serves: () => true, ...scope }
      const others = routesByUrl.get(url)
      if (others !== undefined) return void others.push(route)
      const routes: SocketRoute[] = [route]
      routesByUrl.set(url, routes)
      http.get(url, { onRequest: requireSocketKey(routes) }, async (request, reply) => {
        const { accept: acceptSocket, subprotocols, describe: describeSocket } = routeOf(routes, request)
        request.describeSocket = describeSocket
        const subprotocol = offeredBy(request).find((name) => subprotocols.includes(name))
        const openSocket = acceptSocket(request, {
          subprotocol,
          reserve: (settings) => {
            const reservation = speech.reserve({ ...settings, owner: callerOf(request).owner })
            whenClosed(reply.raw, () => reservation[Symbol.dispose]())
            return reservation
          },
          authorize: async (credential) => {
            await authorize(credential, 'synthesis', request, reply)
            admit()
            withoutKey.delete(request)
          },
        })
        requireOpening(request) // again: others may have opened meanwhile
        const tcp = request.raw.socket
        reply.headers(markHeaders(speech))
        const socket = upgrades.accept(request, reply, subprotocol)
        const connection = new SocketConnection(socket, tcp, request, { logger, heard })
        const handler = connection.serve(openSocket)
        heartbeat.watch(socket, tcp, {
          get isSending() {
            return handler.sessions.isSpeaking
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
        if (request.apiKey === undefined) withoutKey.add(request)
        socket.on('close', () => {
          open.delete(socket)
          withoutKey.delete(request)
        })
        return reply
      })
    },
  }
}

interface SocketRoute extends Required<Omit<SocketScope, 'http' | 'describe'>> {
  readonly describe: (() => SocketDescription) | undefined
  readonly accept: AcceptSocket
}

function routeOf(routes: readonly SocketRoute[], request: FastifyRequest): SocketRoute {
  const offered = offeredBy(request)
  const route =
    routes.find(({ subprotocols }) => subprotocols.some((name) => offered.includes(name))) ??
    routes.find(({ serves }) => serves(request))
  return route ?? (routes[0] as SocketRoute)
}

/** The subprotocols that a client offers, in its order. */
const offeredBy = ({ headers }: FastifyRequest): readonly string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())

const atLimit = () => new SpeechError('key.limited', 'Currently at websocket limit')
