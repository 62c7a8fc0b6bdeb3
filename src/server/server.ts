import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import fastify, { type FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Authenticator } from '../app/authenticate.ts'
import { invalidRequest, SpeechError } from '../core/errors.ts'
import { createRequireKey, type RequireKey } from './authorization.ts'
import { trackClosing } from './closing.ts'
import { addDictionaryRoutes, type DictionaryParts } from '../protocols/dictionary/dictionary-routes.ts'
import { replyWithError } from './error-reply.ts'
import { addHealthRoutes } from '../protocols/operations/health-routes.ts'
import { answerMalformed } from './malformed-requests.ts'
import { addMetrics } from './metrics.ts'
import { answerNotFound } from './not-found.ts'
import { onceAMinute } from './once-a-minute.ts'
import { watchOpenFiles } from './open-files.ts'
import { sendRequestIds } from './request-id.ts'
import { logRequests } from './request-log.ts'
import { trackRunningReplies } from './running-replies.ts'
import { addSpeechRoute, type SpeechRouteDeps } from '../protocols/rime/speech-route.ts'
import { endStalledReaders } from './stalled-readers.ts'
import { addTextRoutes, type TextRouteDeps } from '../protocols/text/text-routes.ts'
import { leaveUnreadBodies } from './unread-bodies.ts'
import { addVoiceRoutes } from '../protocols/voices/voice-routes.ts'
import { addWebsocketRoutes, type WebsocketRouteDeps } from '../protocols/rime/socket-routes.ts'

export interface HttpServerDeps extends SpeechRouteDeps, TextRouteDeps, WebsocketRouteDeps {
  readonly limits: SpeechRouteDeps['limits'] &
    TextRouteDeps['limits'] &
    WebsocketRouteDeps['limits'] & {
      /** Seconds in which a client has to take something of its answer. */
      readonly stalledReaderS: number
    }
  /** Origins of the web pages that may call the service from a browser. */
  readonly corsOrigins: readonly string[]
  readonly authenticator: Authenticator
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
  const app = fastify({
    genReqId: () => randomUUID(),
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECKS_MS,
      requireHostHeader: false, // Node's answer has no body
    },
    return503OnClosing: false, // its body would be JSON
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER },
    frameworkErrors: (_error, request, reply) => {
      // No hook has seen it yet.
      request.raw.url = NO_ROUTE
      app.routing(request.raw, reply.raw)
    },
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, running, deps.logger),
  })
  // Bodies are read by the routes: Fastify would judge their Content-Type, and cut off clients that send too much.
  for (const method of METHODS_WITH_BODY) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  logRequests(app, deps.logger)
  addMetrics(app, deps.registry)
  const running = trackRunningReplies(app)
  leaveUnreadBodies(app)
  endStalledReaders(app, running, deps.limits.stalledReaderS, deps.logger)
  watchOpenFiles(
    app,
    onceAMinute(() => deps.logger.error({}, TOO_MANY_FILES), deps.clock),
  )
  sendRequestIds(app)
  if (deps.corsOrigins.length > 0) app.register(cors, { ...CORS, origin: [...deps.corsOrigins] })
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (raw.httpVersion !== '1.1' || raw.headers.host !== undefined) return done()
    reply.header('connection', 'close')
    done(invalidRequest('Host header is required'))
  })
  const isClosing = trackClosing(app)
  app.setErrorHandler((error, request, reply) => replyWithError(error, request, reply, deps.logger))
  answerNotFound(app)

  addHealthRoutes(app, { ...deps, isReady: () => deps.isReady() && !isClosing() })
  addVoiceRoutes(app, deps.catalogue)
  const requireValidKey = createRequireKey(app, deps.authenticator)
  const requireKey: RequireKey = (role) => (request, reply) => {
    if (isClosing()) throw new SpeechError('pool.draining', 'the server is closing')
    return requireValidKey(role)(request, reply)
  }
  const onUnknownModel = onceAMinute((count) => deps.logger.warn({ count }, UNKNOWN_MODEL), deps.clock)
  addSpeechRoute(app, requireKey, deps, onUnknownModel)
  addTextRoutes(app, requireKey, deps)
  addDictionaryRoutes(app, requireKey, deps)
  addWebsocketRoutes(app, requireKey, deps, onUnknownModel)
  return app
}

const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE']
const UNKNOWN_MODEL = 'requests named a model that does not exist; the default model serves them'
/** Stands for paths that cannot be decoded, or have too long a parameter. */
const NO_ROUTE = '/not-a-path'
const TOO_MANY_FILES =
  'too many open files: new connections are closed; raise the limit, as with "ulimit -n 65536" or LimitNOFILE of systemd'

/** What a web page may send and read besides what every page may. */
const CORS = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  exposedHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
  maxAge: 7200,
  strictPreflight: false, // its refusal would not be in the words of all others
}
