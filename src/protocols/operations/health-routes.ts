import type { FastifyInstance } from 'fastify'
import type { App } from '../../app/app.ts'
import { withFallbacks } from '../../core/voice.ts'
import { replyWithText } from '../../server/answers/error-reply.ts'
import { sendJson } from '../../server/answers/send-json.ts'
import type { Server } from '../../server/protocol.ts'
import { type Health, NOT_READY, type Readiness } from './health.ts'
import * as reference from './reference.ts'

/** Probes: `/livez` succeeds while the process answers, the others while it can speak. */
export function addHealthRoutes(
  { http, isReady, isStopping }: Pick<Server, 'isReady' | 'isStopping'> & { readonly http: FastifyInstance },
  app: App,
): void {
  const { isOverloaded, isStoreReadable, clock, packStates } = app
  http.get('/livez', { logLevel: 'debug', config: { describe: reference.liveness } }, (_request, reply) =>
    replyWithText(reply, 200, 'ok'),
  )

  const readinessRoute = { logLevel: 'debug', config: { describe: reference.readiness } } as const
  http.get<{ Querystring: { exclude?: unknown } }>('/readyz', readinessRoute, ({ query }, reply) => {
    const excluded = String(query.exclude ?? '').split(',')
    const all = { starting: !isReady() && !isStopping(), draining: isStopping(), overloaded: isOverloaded() }
    const reasons = NOT_READY.filter((reason) => all[reason] && !excluded.includes(reason))
    const readiness: Readiness = {
      ready: reasons.length === 0,
      reasons,
      store: isStoreReadable() ? 'ok' : 'unavailable',
    }
    return sendJson(reply.code(readiness.ready ? 200 : 503).header('cache-control', 'no-store'), readiness)
  })

  http.get('/health', { config: { describe: reference.health } }, (_request, reply) => {
    const modelReachable = isReady()
    const health: Health = {
      apiStatus: modelReachable ? 'ok' : 'unavailable',
      timestamp: clock().toISOString(),
      modelReachable,
      licenseStatus: 'valid',
      quality: app.quality,
      engines: speakingEngines(app),
      missingEngines: [...app.missingEngines()],
      packs: packStates().map(({ name, version, state, voices, wordTimes }) => ({
        name,
        version,
        state,
        voices,
        wordTimes,
      })),
    }
    return sendJson(reply.code(modelReachable ? 200 : 503), health)
  })
}

/** With those that speak where a better one has no time. */
function speakingEngines({ catalogue, missingEngines }: App): string[] {
  const voices = catalogue.voices.flatMap(({ engineVoice }) => withFallbacks(engineVoice))
  const missing = missingEngines()
  return [...new Set(voices.map(({ engine }) => engine))].filter((engine) => !missing.includes(engine)).sort()
}
