import type { Protocol } from '../../server/protocol.ts'
import { addDictionaryRoutes } from './dictionary-routes.ts'

/** Requests for words, and what the operator decides about them. */
export const dictionaryProtocol: Protocol = { name: 'dictionary', register: addDictionaryRoutes }
