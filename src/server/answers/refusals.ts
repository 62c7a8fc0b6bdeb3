import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../core/clock.ts'
import { NO_ANSWER, statusOf, whenClosed } from '../observe/request-log.ts'
import { protocolOf } from '../observe/usage.ts'

/** A request that was refused or failed. Nothing in it is the client's. */
export interface Refusal {
  readonly at: Date
  readonly protocol: string
  /** Pattern of the route. */
  readonly route: string
  /** 101 for a WebSocket that was open. */
  readonly status: number
  readonly reason: string
}

const MAX_KEPT = 200

/** The last refusals of routes that are not asked all the time, the newest first. Call after `logRequests`, before the routes. */
export function keepRefusals(app: FastifyInstance, clock: Clock): () => readonly Refusal[] {
  const kept: Refusal[] = []
  app.addHook('onRequest', (request, { raw }, done) => {
    whenClosed(raw, () => {
      const status = statusOf(request, raw)
      const { reason, routeOptions } = request
      if (routeOptions.logLevel === 'debug') return
      if (reason === undefined && (status < 400 || status === NO_ANSWER)) return
      const route = routeOptions.url ?? 'none'
      kept.unshift({ at: clock(), protocol: protocolOf(request), route, status, reason: reason ?? '' })
      kept.splice(MAX_KEPT)
    })
    done()
  })
  return () => kept
}
