import type { FastifyInstance } from 'fastify'
import Negotiator from 'negotiator'
import { addVary } from '../../server/answers/vary.ts'
import { readVersion } from '../../server/version.ts'
import type { ServiceIndex } from './health.ts'
import * as reference from './reference.ts'

const DASHBOARD = '/dashboard'
const DOCS = '/docs'

/** `/`: leads browsers to the dashboard, or to the documentation where there is none, and tells others what there is. */
export function addIndexRoute(http: FastifyInstance): void {
  http.get('/', { config: { describe: reference.index } }, (request, reply) => {
    const hasDashboard = http.hasRoute({ method: 'GET', url: DASHBOARD })
    addVary(reply, 'accept')
    reply.header('cache-control', 'no-store')
    if (new Negotiator(request.raw).mediaType(['application/json', 'text/html']) === 'text/html') {
      // Relative: a reverse proxy may serve the path `/` under a prefix.
      return reply.redirect((hasDashboard ? DASHBOARD : DOCS).slice(1))
    }
    const index: ServiceIndex = {
      name: 'hoarfrost',
      version: readVersion(),
      docs: DOCS,
      ...(hasDashboard && { dashboard: DASHBOARD }),
      health: '/health',
      openapi: '/openapi.json',
      asyncapi: '/asyncapi.json',
    }
    return reply.send(index)
  })
}
