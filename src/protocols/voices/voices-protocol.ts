import type { Protocol } from '../../server/protocol.ts'
import { addVoiceRoutes } from './voice-routes.ts'

/** The listings of voices. */
export const voicesProtocol: Protocol = {
  name: 'voices',
  register: ({ http }, { catalogue }) => addVoiceRoutes(http, catalogue),
}
