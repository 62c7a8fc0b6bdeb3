import type { Protocol } from '../../server/protocol.ts'
import { addSampleRoute } from './sample-route.ts'
import { addVoiceRoutes } from './voice-routes.ts'

/** Listings of voices. */
export const voicesProtocol: Protocol = {
  name: 'voices',
  register(server, app) {
    addVoiceRoutes(server, app)
    addSampleRoute(server, app)
  },
}
