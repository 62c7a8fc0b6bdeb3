import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { App } from '../app/app.ts'
import type { RequireKey } from './authorization.ts'
import type { RequestLogger } from './request-log.ts'
import type { SocketServer } from './websocket/socket-server.ts'

/** What a protocol is served by. */
export interface Server {
  /** For routes. Bodies are read by `readJson`. */
  readonly http: FastifyInstance
  /** For WebSockets. */
  readonly sockets: SocketServer
  readonly requireKey: RequireKey
  /** Whether speech can be made and the server is not closing. */
  readonly isReady: () => boolean
  readonly logger: RequestLogger
  readonly registry: Registry
}

/** Everything of one protocol: its routes and sockets, its fields, its errors. */
export interface Protocol {
  readonly name: string
  /** Paths whose answers carry no `x-request-id`. */
  readonly pathsWithoutRequestId?: readonly string[]
  register(server: Server, app: App): void
}
