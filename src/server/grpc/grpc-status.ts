import { type ErrorCode, isSpeechError } from '../../core/errors.ts'
import { whatToTell } from '../answers/error-reply.ts'

/** The statuses of gRPC that are used. */
export const GRPC_STATUS = {
  ok: 0,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const
export type GrpcStatus = (typeof GRPC_STATUS)[keyof typeof GRPC_STATUS]

const STATUS_OF_CODE = {
  'request.invalid': GRPC_STATUS.invalidArgument,
  'request.too-large': GRPC_STATUS.resourceExhausted,
  'request.unsupported-type': GRPC_STATUS.unimplemented,
  'request.unsupported-transfer': GRPC_STATUS.invalidArgument,
  'request.unsupported-expectation': GRPC_STATUS.invalidArgument,
  'request.not-upgraded': GRPC_STATUS.unimplemented,
  'request.not-allowed': GRPC_STATUS.unimplemented,
  'request.unsupported-version': GRPC_STATUS.unimplemented,
  'request.head-too-large': GRPC_STATUS.resourceExhausted,
  'request.timed-out': GRPC_STATUS.deadlineExceeded,
  'format.unsupported': GRPC_STATUS.invalidArgument,
  'model.unknown': GRPC_STATUS.invalidArgument,
  'speaker.unknown': GRPC_STATUS.invalidArgument,
  'language.unsupported': GRPC_STATUS.invalidArgument,
  'key.missing': GRPC_STATUS.unauthenticated,
  'key.empty': GRPC_STATUS.unauthenticated,
  'key.invalid': GRPC_STATUS.unauthenticated,
  'key.forbidden': GRPC_STATUS.permissionDenied,
  'key.limited': GRPC_STATUS.resourceExhausted,
  'resource.unknown': GRPC_STATUS.notFound,
  'resource.conflict': GRPC_STATUS.failedPrecondition,
  'dictionary.unknown': GRPC_STATUS.notFound,
  'dictionary.judged': GRPC_STATUS.failedPrecondition,
  'store.busy': GRPC_STATUS.unavailable,
  'store.full': GRPC_STATUS.unavailable,
  'voice.unusable': GRPC_STATUS.internal,
  'engine.unusable': GRPC_STATUS.internal,
  'engine.refused': GRPC_STATUS.internal,
  'engine.crashed': GRPC_STATUS.internal,
  'encoder.crashed': GRPC_STATUS.internal,
  'pool.overloaded': GRPC_STATUS.unavailable,
  'pool.draining': GRPC_STATUS.unavailable,
} as const satisfies Record<ErrorCode, GrpcStatus>

/** What the client is told of an error, and the status that HTTP would have; nothing of an internal error. */
export interface GrpcError {
  readonly grpcStatus: GrpcStatus
  readonly message: string
  readonly httpStatus: number
}

export function grpcErrorOf(error: unknown): GrpcError {
  const { status, text } = whatToTell(error)
  return {
    grpcStatus: isSpeechError(error) ? STATUS_OF_CODE[error.code] : GRPC_STATUS.internal,
    message: text,
    httpStatus: status,
  }
}

/** Fields of the end of a call. The message is UTF-8, percent-encoded as gRPC has it. */
export const statusFields = (grpcStatus: GrpcStatus, message = ''): Readonly<Record<string, string>> => ({
  'grpc-status': `${grpcStatus}`,
  ...(message !== '' && { 'grpc-message': percentEncoded(message) }),
})

const percentEncoded = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^ -$&-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

const MS_OF_UNIT: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }

/** Milliseconds of a header `grpc-timeout`; undefined if it is invalid. */
export function timeoutMsOf(header: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(header) ?? []
  return digits === '' ? undefined : Number(digits) * (MS_OF_UNIT[unit] as number)
}
