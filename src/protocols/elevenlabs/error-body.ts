import type { ErrorCode } from '../../core/errors.ts'
import type { ErrorDetails } from '../../server/answers/error-reply.ts'

/** The body of every error. */
export const errorBody = ({ status, text, code }: Pick<ErrorDetails, 'status' | 'text' | 'code'>) => ({
  detail: { status: statusName(status, code), message: text },
})

const BY_CODE: Partial<Record<ErrorCode, string>> = {
  'speaker.unknown': 'voice_not_found',
  'model.unknown': 'model_not_found',
  'language.unsupported': 'unsupported_language',
}

const BY_STATUS: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request'],
  [401, 'invalid_api_key'],
  [403, 'missing_permissions'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media_type'],
  [429, 'too_many_concurrent_requests'],
  [503, 'system_busy'],
])

/** The name of an error, as clients compare it. */
export const statusName = (status: number, code: ErrorCode | undefined): string =>
  (code && BY_CODE[code]) ?? BY_STATUS.get(status) ?? (status < 500 ? 'invalid_request' : 'internal_server_error')
