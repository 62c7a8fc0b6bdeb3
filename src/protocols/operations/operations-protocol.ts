import type { Protocol } from '../../server/protocol.ts'
import { addHealthRoutes } from './health-routes.ts'
import { addIndexRoute } from './index-route.ts'
import { addLiveRoute } from './live-route.ts'
import { addMetricsRoute } from './metrics-route.ts'

/** Health and metrics, for orchestrators and monitoring. */
export const operationsProtocol: Protocol = {
  name: 'operations',
  register(server, app) {
    const { http, registry } = server
    addHealthRoutes(server, app)
    addMetricsRoute(http, registry)
    addIndexRoute(http)
    addLiveRoute(server, app)
  },
}
