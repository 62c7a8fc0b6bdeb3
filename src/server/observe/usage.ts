import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { UsageLedger } from '../../app/keys/usage-ledger.ts'
import type { RouteDescription, SocketDescription } from '../description.ts'
import { NO_ANSWER, statusOf, whenClosed } from './request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a socket, since several protocols may share a path. */
    describeSocket: (() => SocketDescription) | undefined
  }
  interface FastifyContextConfig {
    /** Title of the protocol of a route that the API reference does not describe. */
    readonly protocol?: string
  }
}

/** Counts the speech of all requests and sockets. Call after `logRequests`, before the routes. */
export function trackUsage(app: FastifyInstance, usage: Pick<UsageLedger, 'track'>): void {
  app.decorateRequest('describeSocket', undefined)
  app.addHook('onRequest', (request, { raw }, done) => {
    const end = usage.track(request, () => protocolOf(request))
    whenClosed(raw, () => {
      const status = statusOf(request, raw)
      const isRefused = status >= 400 && status !== NO_ANSWER // a client may leave
      end(isRefused || request.reason !== undefined || request.closing.closeCode === INTERNAL_ERROR)
    })
    done()
  })
}

/** Close code of a socket that failed. */
const INTERNAL_ERROR = 1011

const titles = new WeakMap<() => RouteDescription | SocketDescription, string>()

/** The title of the protocol of a request, or the pattern of a route without a description. */
export function protocolOf({ describeSocket, routeOptions }: FastifyRequest): string {
  const describe = describeSocket ?? routeOptions.config.describe
  if (describe === undefined) return routeOptions.config.protocol ?? routeOptions.url ?? 'none'
  const title = titles.get(describe) ?? describe().protocol.title
  titles.set(describe, title)
  return title
}
