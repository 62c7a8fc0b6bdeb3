import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { App } from '../app/app.ts'
import type { Authenticator } from '../app/keys/authenticate.ts'
import type { Sessions } from '../app/keys/sessions.ts'
import type { UsageLedger } from '../app/keys/usage-ledger.ts'
import type { Refusal } from './answers/refusals.ts'
import type { Authorize, RequireKey } from './auth/authorization.ts'
import type { Descriptions } from './description.ts'
import type { GrpcServer } from './grpc/grpc-server.ts'
import type { CountRequest } from './observe/metrics.ts'
import type { RequestLogger } from './observe/request-log.ts'
import type { SocketServer } from './websocket/socket-server.ts'

/** The server, as protocols see it. */
export interface Server {
  /** For routes. Read bodies with `readJson`. */
  readonly http: FastifyInstance
  /** For WebSockets. */
  readonly sockets: SocketServer
  /** For gRPC; undefined where it is turned off. */
  readonly grpc: GrpcServer | undefined
  readonly requireKey: RequireKey
  /** An `onRequest` hook for public routes: refuses a wrong key in `Authorization`, so that clients can check theirs. */
  readonly checkKey: ReturnType<RequireKey>
  /** For credentials that are not in the header `Authorization: Bearer`. */
  readonly authorize: Authorize
  /** For signing in and out. Requests are authorized by `requireKey`. */
  readonly authenticator: Authenticator
  readonly sessions: Sessions
  /** Origins of web pages that may call the service from a browser. */
  readonly allowedOrigins: readonly string[]
  /** Whether the service can speak and is not stopping. */
  readonly isReady: () => boolean
  /** Whether the service was told to stop. */
  readonly isStopping: () => boolean
  readonly logger: RequestLogger
  readonly registry: Registry
  /** The last requests that were refused or failed, the newest first. */
  readonly refusals: () => readonly Refusal[]
  readonly countRequest: CountRequest
  /** The IP address of the client, also behind a trusted reverse proxy. */
  readonly clientAddressOf: (request: FastifyRequest) => string
  /** Counts the speech of requests over HTTP and of sockets already; others call `track`. */
  readonly usage: UsageLedger
  /** What protocols say of their routes and sockets; complete when the server listens. */
  readonly descriptions: Descriptions
}

/** A protocol: its routes, sockets, fields and errors. */
export interface Protocol {
  readonly name: string
  /** Paths whose answers have no `x-request-id`, also with their method, as in `POST /`. */
  readonly pathsWithoutRequestId?: readonly string[]
  register(server: Server, app: App): void
}
