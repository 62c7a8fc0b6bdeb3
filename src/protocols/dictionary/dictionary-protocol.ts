import type { Protocol } from '../../server/protocol.ts'
import { addDictionaryRoutes } from './dictionary-routes.ts'

/** Requests for dictionary entries, and the operator's decisions. */
export const dictionaryProtocol: Protocol = { name: 'dictionary', register: addDictionaryRoutes }
