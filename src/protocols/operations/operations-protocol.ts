import type { Protocol } from '../../server/protocol.ts'
import { addHealthRoutes } from './health-routes.ts'
import { addMetricsRoute } from './metrics-route.ts'

/** Health and metrics, for orchestrators and monitoring. */
export const operationsProtocol: Protocol = {
  name: 'operations',
  register({ http, isReady, registry }, { clock, missingEngines, packStates }) {
    addHealthRoutes(http, { isReady, clock, missingEngines, packStates })
    addMetricsRoute(http, registry)
  },
}
