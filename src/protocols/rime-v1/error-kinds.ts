import { type ErrorCode, isSpeechError } from '../../core/errors.ts'
import { whatToTell } from '../../server/answers/error-reply.ts'

/** The kinds that clients know. */
export const ERROR_KINDS = [
  'invalid_input',
  'unauthenticated',
  'permission_denied',
  'not_found',
  'resource_exhausted',
  'timeout',
  'unavailable',
  'unimplemented',
  'internal',
] as const
export type ErrorKind = (typeof ERROR_KINDS)[number]

const KIND_OF_CODE = {
  'request.invalid': 'invalid_input',
  'request.too-large': 'invalid_input',
  'request.unsupported-type': 'invalid_input',
  'request.unsupported-transfer': 'invalid_input',
  'request.unsupported-expectation': 'invalid_input',
  'request.not-upgraded': 'invalid_input',
  'request.not-allowed': 'invalid_input',
  'request.unsupported-version': 'invalid_input',
  'request.head-too-large': 'invalid_input',
  'request.timed-out': 'timeout',
  'format.unsupported': 'invalid_input',
  'model.unknown': 'not_found',
  'speaker.unknown': 'not_found',
  'language.unsupported': 'invalid_input',
  'key.missing': 'unauthenticated',
  'key.empty': 'unauthenticated',
  'key.invalid': 'unauthenticated',
  'key.forbidden': 'permission_denied',
  'key.limited': 'resource_exhausted',
  'resource.unknown': 'not_found',
  'resource.conflict': 'invalid_input',
  'dictionary.unknown': 'not_found',
  'dictionary.judged': 'invalid_input',
  'store.busy': 'unavailable',
  'store.full': 'unavailable',
  'voice.unusable': 'internal',
  'engine.unusable': 'internal',
  'engine.refused': 'internal',
  'engine.crashed': 'internal',
  'encoder.crashed': 'internal',
  'pool.overloaded': 'unavailable',
  'pool.draining': 'unavailable',
} as const satisfies Record<ErrorCode, ErrorKind>

export interface V1Error {
  readonly kind: ErrorKind
  readonly message: string
}

/** What the client is told of an error; nothing of an internal one. */
export const v1ErrorOf = (error: unknown): V1Error => ({
  kind: isSpeechError(error) ? KIND_OF_CODE[error.code] : 'internal',
  message: whatToTell(error).text,
})
