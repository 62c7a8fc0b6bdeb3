import type { FastifyInstance } from 'fastify'
import type { PackState } from '../../app/pack-fallback.ts'
import type { Clock } from '../../core/clock.ts'
import { replyWithText } from '../../server/error-reply.ts'
import type { Health } from './health.ts'
import * as reference from './reference.ts'

export interface HealthParts {
  readonly isReady: () => boolean
  readonly clock: Clock
  readonly missingEngines: readonly string[]
  readonly packStates: () => readonly PackState[]
}

/** Probes: `/livez` succeeds while the process answers, the others while it can speak. */
export function addHealthRoutes(
  http: FastifyInstance,
  { isReady, clock, missingEngines, packStates }: HealthParts,
): void {
  http.get('/livez', { logLevel: 'debug', config: { describe: reference.liveness } }, (_request, reply) =>
    replyWithText(reply, 200, 'ok'),
  )

  http.get('/readyz', { logLevel: 'debug', config: { describe: reference.readiness } }, (_request, reply) =>
    isReady() ? replyWithText(reply, 200, 'ok') : replyWithText(reply, 503, 'not ready'),
  )

  http.get('/health', { config: { describe: reference.health } }, (_request, reply) => {
    const modelReachable = isReady()
    const health: Health = {
      apiStatus: modelReachable ? 'ok' : 'unavailable',
      timestamp: clock().toISOString(),
      modelReachable,
      missingEngines: [...missingEngines],
      packs: packStates().map(({ name, version, state, voices, wordTimes }) => ({
        name,
        version,
        state,
        voices,
        wordTimes,
      })),
    }
    return reply
      .code(modelReachable ? 200 : 503)
      .type('application/json')
      .send(JSON.stringify(health))
  })
}
