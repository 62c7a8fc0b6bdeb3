import type { Protocol } from '../../server/protocol.ts'
import { addVoiceRoutes } from './voice-routes.ts'

/** Listings of voices. */
export const voicesProtocol: Protocol = {
  name: 'voices',
  register: ({ http }, app) => addVoiceRoutes(http, app),
}
