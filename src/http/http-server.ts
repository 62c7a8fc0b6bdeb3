import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { createAuthenticate } from '../app/authenticate.ts'
import type { ApiKeyStore } from '../core/api-key.ts'
import { SpeechError } from '../core/errors.ts'
import { createRequireKey, type RequireKey } from './authorization.ts'
import { trackClosing } from './closing.ts'
import { addDictionaryRoutes, type DictionaryParts } from './dictionary-routes.ts'
import { replyWithError, replyWithText } from './error-reply.ts'
import { addHealthRoutes } from './health-routes.ts'
import { addMetrics } from './metrics.ts'
import { answerNotFound } from './not-found.ts'
import { logRequests, whenClosed } from './request-log.ts'
import { addSpeechRoute, type SpeechRouteDeps } from './speech-route.ts'
import { addTextRoutes, type TextRouteDeps } from './text-routes.ts'
import { addVoiceRoutes } from './voice-routes.ts'
import { addWebsocketRoutes, type WebsocketRouteDeps } from './websocket-routes.ts'

export interface HttpServerDeps extends SpeechRouteDeps, TextRouteDeps, WebsocketRouteDeps {
  readonly limits: SpeechRouteDeps['limits'] & WebsocketRouteDeps['limits']
  readonly apiKeys: Pick<ApiKeyStore, 'find'>
  readonly dictionary: DictionaryParts
  /** Whether speech can be made; closing the server is no longer ready, whatever this says. */
  readonly isReady: () => boolean
  /** Preferred engines that cannot speak here. */
  readonly missingEngines: readonly string[]
  /** What else `/metrics` tells; its own are added. */
  readonly registry: Registry
}

// Longer than load balancers keep idle connections, so that it is never us who closes one that is about to be used.
const KEEP_ALIVE_MS = 72_000
const REQUEST_TIMEOUT_MS = 60_000
const HEADERS_TIMEOUT_MS = 20_000
const TIMEOUT_CHECKS_MS = 5000
// Long enough for whatever is too long to be told so.
const LONGEST_PARAMETER = 2000

/** The whole HTTP edge, not yet listening. Closing it takes no new requests and waits for the running ones. */
export function createHttpServer(deps: HttpServerDeps): FastifyInstance {
  const answering = new WeakSet<Socket>()
  const app = fastify({
    genReqId: () => randomUUID(),
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECKS_MS },
    return503OnClosing: false, // its body would be JSON
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER },
    frameworkErrors: (_error, _request, reply) => void replyWithText(reply, 404, 'not found'),
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, answering.has(socket)),
  })
  // Bodies are read by the routes: Fastify would judge their Content-Type, and cut off clients that send too much.
  for (const method of METHODS_WITH_BODY) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  logRequests(app, deps.logger)
  addMetrics(app, deps.registry)
  app.addHook('onRequest', (request, { raw }, done) => {
    const { socket } = request.raw
    answering.add(socket)
    whenClosed(raw, () => answering.delete(socket))
    done()
  })
  const isClosing = trackClosing(app)
  app.setErrorHandler((error, request, reply) => replyWithError(error, request, reply, deps.logger))
  answerNotFound(app)

  addHealthRoutes(app, { ...deps, isReady: () => deps.isReady() && !isClosing() })
  addVoiceRoutes(app, deps.catalogue)
  const requireValidKey = createRequireKey(createAuthenticate(deps.apiKeys, deps.clock))
  const requireKey: RequireKey = (role) => (request, reply) => {
    if (isClosing()) throw new SpeechError('pool.draining', 'the server is closing')
    return requireValidKey(role)(request, reply)
  }
  addSpeechRoute(app, requireKey, deps)
  addTextRoutes(app, requireKey, deps)
  addDictionaryRoutes(app, requireKey, deps)
  addWebsocketRoutes(app, requireKey, deps)
  return app
}

const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Answers what is not HTTP, or never becomes a whole request. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket, isAnswering: boolean): void {
  // Words put in the middle of an answer would be taken for a part of it.
  if (isAnswering && error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return void socket.resetAndDestroy()
  const status = STATUS_BY_PARSER_ERROR.get(error.code) ?? 400
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`
  if (socket.writable) socket.write(head)
  socket.destroy()
}

const STATUS_BY_PARSER_ERROR: ReadonlyMap<string | undefined, number> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
])
