import type { ErrorDetails } from '../../server/answers/error-reply.ts'
import { FAULT_CODES } from './flux-fields.ts'

/** The body of every HTTP error; `sockets/socket-protocol.ts` has those of sockets. */
export const errorBody = ({ status, text, field, requestId }: ErrorDetails) => ({
  err_code: FAULT_CODES.get(text) ?? codeOf(status, field),
  err_msg: text,
  request_id: requestId,
})

/** Fields whose values are valid, but not together. */
const FORMAT_FIELDS: readonly (string | undefined)[] = ['encoding', 'container']

/** Fields of the body; all others are of the query. */
const BODY_FIELDS: readonly (string | undefined)[] = ['text', undefined]

const CODES: ReadonlyMap<number, string> = new Map([
  [401, 'INVALID_AUTH'],
  [403, 'INSUFFICIENT_PERMISSIONS'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
  [429, 'TOO_MANY_REQUESTS'],
  [503, 'SERVICE_UNAVAILABLE'],
])

function codeOf(status: number, field: string | undefined): string {
  if (status !== 400) return CODES.get(status) ?? (status < 500 ? 'Bad Request' : 'INTERNAL_SERVER_ERROR')
  if (FORMAT_FIELDS.includes(field)) return 'UNSUPPORTED_AUDIO_FORMAT'
  return BODY_FIELDS.includes(field) ? 'Bad Request' : 'INVALID_QUERY_PARAMETER'
}
