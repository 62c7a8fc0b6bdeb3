import type { Protocol } from '../../server/protocol.ts'
import { addHealthRoutes } from './health-routes.ts'
import { addLiveRoute } from './live-route.ts'
import { addMetricsRoute } from './metrics-route.ts'

/** Health and metrics, for orchestrators and monitoring. */
export const operationsProtocol: Protocol = {
  name: 'operations',
  register(server, app) {
    const { http, isReady, registry } = server
    const { clock, missingEngines, packStates } = app
    addHealthRoutes(http, { isReady, clock, missingEngines, packStates })
    addMetricsRoute(http, registry)
    addLiveRoute(server, app)
  },
}
