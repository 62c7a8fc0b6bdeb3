import type { Protocol } from '../../server/protocol.ts'
import { addTextRoutes } from './text-routes.ts'

/** What is asked of a text without speaking it: `/textnorm` and `/oov`. */
export const textProtocol: Protocol = { name: 'text', register: addTextRoutes }
