import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer, METHODS, type Server } from 'node:http'
import type { BlockList } from 'node:net'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { App } from '../app/app.ts'
import type { Authenticator } from '../app/keys/authenticate.ts'
import type { KeyLimiter } from '../app/keys/key-limiter.ts'
import type { Sessions } from '../app/keys/sessions.ts'
import { isToken } from '../app/keys/tokens.ts'
import type { UsageLedger } from '../app/keys/usage-ledger.ts'
import { SpeechError } from '../core/errors.ts'
import type { BeginRequest } from '../core/span.ts'
import { replyWithError } from './answers/error-reply.ts'
import { answerNotFound } from './answers/not-found.ts'
import { keepRefusals } from './answers/refusals.ts'
import { type Authorize, createAuthorize, credentialOf, type RequireKey } from './auth/authorization.ts'
import { clientAddressOf } from './auth/client-address.ts'
import { allowOrigins } from './auth/cross-origin.ts'
import { readKeyHeader } from './auth/key-header.ts'
import { leaveUnreadBodies } from './bodies/unread-bodies.ts'
import { trackClosing } from './connections/closing.ts'
import { type RootPath, rewriteRoot } from './connections/further-ports.ts'
import { ALPN_PROTOCOLS, createHttp2Connections } from './connections/http2-connections.ts'
import { createMalformedAnswer } from './connections/malformed-requests.ts'
import { watchOpenFiles } from './connections/open-files.ts'
import { paceRequests } from './connections/paced-requests.ts'
import { checkRequestHeads, isHttp2, NO_ROUTE, pathOf } from './connections/request-head.ts'
import { trackRunningReplies } from './connections/running-replies.ts'
import { endStalledReaders } from './connections/stalled-readers.ts'
import type { TlsServers } from './connections/tls-servers.ts'
import { collectDescriptions } from './description.ts'
import { createGrpcServer, refuseOtherHttp2, replyWithGrpcError } from './grpc/grpc-server.ts'
import { countRequests } from './observe/metrics.ts'
import { onceAMinute } from './observe/once-a-minute.ts'
import { sendRequestIds } from './observe/request-id.ts'
import { logRequests, type RequestLogger } from './observe/request-log.ts'
import { traceRequests } from './observe/traces.ts'
import { trackUsage } from './observe/usage.ts'
import type { Protocol } from './protocol.ts'
import { createSocketServer } from './websocket/socket-server.ts'

export interface ServerOptions {
  readonly authenticator: Authenticator
  readonly limiter: KeyLimiter
  readonly sessions: Sessions
  readonly usage: UsageLedger
  readonly logger: RequestLogger
  /** Request metrics are registered in it. */
  readonly registry: Registry
  /** Traces requests and sockets; undefined without tracing. */
  readonly beginSpan?: BeginRequest | undefined
  /** Origins of web pages that may call the service from a browser. */
  readonly corsOrigins: readonly string[]
  /** Header with the key besides `Authorization`, in lower case; null for none. */
  readonly apiKeyHeader: string | null
  /** Reverse proxies whose `X-Forwarded-For` tells the address of the client; null for none. */
  readonly trustedProxies: BlockList | null
  /** Maximum number of open WebSockets. */
  readonly maxWebsockets: number
  /** Seconds without progress after which a client's connection is reset. */
  readonly stalledReaderS: number
  /** Share of the threads' time in use, for the response header `endpoint-load-metrics`; undefined to send none. */
  readonly utilization?: (() => number) | undefined
  /** Whether the server will close soon and should get no more clients. */
  readonly isStopping: () => boolean
  /** Seconds that running answers and turns may take once the server closes. */
  readonly drainS: number
  /** Whether gRPC is served, over HTTP/2 on the same ports. */
  readonly hasGrpc: boolean
  /** Creates HTTPS servers; undefined for plain HTTP. */
  readonly tls?: Pick<TlsServers, 'create'> | undefined
  /** Ports whose path `/` stands for another. Read with each request. */
  readonly rootPaths: ReadonlyMap<number, RootPath>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Loads what the first client of HTTP/2 needs; call when the service is ready. */
    loadHttp2(): void
  }
}

// Longer than load balancers keep idle connections, so that the server does not close one that is about to be used.
const KEEP_ALIVE_MS = 72_000
const TIMEOUTS = { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 60_000 }
const CONNECTIONS = {
  headersTimeout: 20_000,
  connectionsCheckingInterval: 5000,
  requireHostHeader: false, // `checkRequestHeads` answers
}
// Long enough for routes to answer overlong parameters themselves.
const MAX_PARAMETER_LENGTH = 2000

/** WebSocket messages are decoded as a whole; 8 MB would block the event loop. */
const MAX_MESSAGE_BYTES = 2 ** 20

/**
 * Creates a server of the protocols over HTTP and WebSockets, not yet listening. Closing it refuses new requests and
 * waits for running ones.
 */
export function createServer(app: App, protocols: readonly Protocol[], options: ServerOptions): FastifyInstance {
  const { logger, registry, tls } = options
  const http2 = options.hasGrpc ? createHttp2Connections() : undefined
  const http = fastify<Server>({
    genReqId: () => randomUUID(),
    ...TIMEOUTS,
    serverFactory: (answer) => {
      const server =
        tls === undefined
          ? createHttpServer({ ...CONNECTIONS, ...TIMEOUTS }, answer)
          : tls.create(answer, { ...CONNECTIONS, ...TIMEOUTS, ...(http2 && { ALPNProtocols: ALPN_PROTOCOLS }) })
      return http2 === undefined ? server : http2.share(server)
    },
    rewriteUrl: ({ method, url = '/', socket: { localPort } }) =>
      rewriteRoot(options.rootPaths, { method, url: pathOf(url), localPort }),
    return503OnClosing: false, // its body would be JSON
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (_error, request, reply) => {
      // No hook has read the URL yet.
      request.raw.url = NO_ROUTE
      http.routing(request.raw, reply.raw)
    },
    clientErrorHandler: (error, socket) => answerMalformed(error, socket),
  })
  // Routes read bodies: Fastify would check their Content-Type and disconnect clients that send too much.
  for (const method of METHODS) http.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  readKeyHeader(http, options.apiKeyHeader)
  logRequests(http, logger)
  traceRequests(http, options.beginSpan)
  const countRequest = countRequests(http, registry)
  trackUsage(http, options.usage)
  const refusals = keepRefusals(http, app.clock)
  const running = trackRunningReplies(http)
  leaveUnreadBodies(http)
  endStalledReaders(http, running, options.stalledReaderS, logger)
  watchOpenFiles(
    http,
    onceAMinute(() => logger.error({}, TOO_MANY_FILES), app.clock),
  )
  paceRequests(http)
  sendRequestIds(http, new Set(protocols.flatMap(({ pathsWithoutRequestId = [] }) => pathsWithoutRequestId)))
  if (http2 !== undefined) refuseOtherHttp2(http)
  const methodsOf = answerNotFound(http)
  const answerMalformed = createMalformedAnswer({ running, methodsOf, logger })
  allowOrigins(http, options.corsOrigins)
  checkRequestHeads(http)
  const { utilization } = options
  if (utilization !== undefined) {
    http.addHook('onRequest', (_request, reply, done) => {
      reply.header('endpoint-load-metrics', `TEXT application_utilization=${utilization().toFixed(3)}`)
      done()
    })
  }
  const isClosing = trackClosing(http, http2)
  http.setErrorHandler((error, request, reply) => {
    const replyWith = isHttp2(request.raw) ? replyWithGrpcError : replyWithError
    return replyWith(error, request, reply, logger)
  })
  const descriptions = collectDescriptions(http)

  const authorizeOpen = createAuthorize(http, options)
  const authorize: Authorize = async (credential, role, request, reply) => {
    if (isClosing()) throw new SpeechError('pool.draining', 'the server is closing')
    return authorizeOpen(credential, role, request, reply)
  }
  const requireKey: RequireKey = (role) => async (request, reply) => {
    if (isClosing()) throw new SpeechError('pool.draining', 'the server is closing')
    return authorizeOpen(credentialOf(request), role, request, reply)
  }
  const checkKey: ReturnType<RequireKey> = async (request, reply) => {
    // Clients without a key send an empty one.
    if (!/^(?:bearer\s*)?$/i.test(request.headers.authorization ?? '')) {
      const credential = credentialOf(request)
      await authorizeOpen(credential, isToken(credential) ? 'synthesis' : 'any', request, reply) // the role of tokens
    }
  }
  const drainMs = 1000 * options.drainS
  const sockets = createSocketServer(http, {
    authorize,
    requireKey,
    speech: app.speech,
    maxMessageBytes: Math.min(app.limits.maxBodyBytes, MAX_MESSAGE_BYTES),
    maxWebsockets: options.maxWebsockets,
    drainMs,
    logger,
    heard: app.heard,
    registry,
    descriptions,
  })
  http2?.serve(http, drainMs)
  http.decorate('loadHttp2', () => http2?.load())
  const { stalledReaderS } = options
  const grpc = http2 && createGrpcServer(http, { authorize, isClosing, drainMs, stalledReaderS, logger, registry })
  const isStopping = () => isClosing() || options.isStopping()
  const isReady = () => app.isReady() && !isStopping()
  const { authenticator, sessions, usage, corsOrigins, trustedProxies } = options
  const guards = { authorize, requireKey, checkKey, authenticator, sessions, allowedOrigins: corsOrigins }
  const server = {
    http,
    sockets,
    grpc,
    ...guards,
    isReady,
    isStopping,
    logger,
    registry,
    countRequest,
    clientAddressOf: (request: FastifyRequest) => clientAddressOf(request, trustedProxies),
    usage,
    refusals,
    descriptions,
  }
  for (const protocol of protocols) protocol.register(server, app)
  return http
}

const TOO_MANY_FILES =
  'too many open files: new connections are closed; raise the limit, as with "ulimit -n 65536" or LimitNOFILE of systemd'
