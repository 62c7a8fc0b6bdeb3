import type { Protocol } from '../../server/protocol.ts'
import { addTextRoutes } from './text-routes.ts'

/** Questions about a text that need no synthesis: `/textnorm` and `/oov`. */
export const textProtocol: Protocol = { name: 'text', register: addTextRoutes }
