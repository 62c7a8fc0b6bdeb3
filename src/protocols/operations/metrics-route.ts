import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import * as reference from './reference.ts'

/** `/metrics` in the text format of Prometheus. */
export function addMetricsRoute(http: FastifyInstance, registry: Registry): void {
  http.get('/metrics', { config: { describe: reference.metrics } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
