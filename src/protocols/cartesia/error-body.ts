import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { type ErrorCode, isSpeechError } from '../../core/errors.ts'
import { type ErrorDetails, whatToTell } from '../../server/answers/error-reply.ts'

/** Statuses of errors that are others here than in other protocols. */
export const STATUSES = { 'speaker.unknown': 404 } as const satisfies Partial<Record<ErrorCode, number>>

export const errorBodySchema = z.object({
  error_code: z.string().nullable(),
  title: z.string(),
  message: z.string(),
  request_id: z.uuid(),
})

type ErrorBody = z.infer<typeof errorBodySchema>

/** The body of every HTTP error. */
export function errorBody({ status, text, code, field = '', requestId }: ErrorDetails): ErrorBody {
  const error_code = codeOf(code, field)
  return {
    error_code,
    title: error_code === null ? (STATUS_CODES[status] ?? 'Error') : titleOf(error_code),
    message: code === 'speaker.unknown' ? 'There is no voice with this id. GET /voices lists the voices.' : text,
    request_id: requestId,
  }
}

/** Status and body of an error that is told in a message. */
export function errorOf(error: unknown, requestId: string): { readonly status: number; readonly body: ErrorBody } {
  const { status, text } = whatToTell(error, STATUSES)
  const { code = undefined, field = undefined } = isSpeechError(error) ? error : {}
  return { status, body: errorBody({ status, text, code, field, requestId }) }
}

const BY_CODE: Partial<Record<ErrorCode, string>> = {
  'speaker.unknown': 'voice_not_found',
  'model.unknown': 'model_not_found',
  'language.unsupported': 'language_not_supported',
  'key.limited': 'concurrency_limited',
  'request.too-large': 'file_too_large',
}

function codeOf(code: ErrorCode | undefined, field: string): string | null {
  const named = code && BY_CODE[code]
  if (named !== undefined) return named
  if (code !== 'request.invalid') return null
  if (field.startsWith('output_format.')) return 'unsupported_audio_format'
  return field === 'speaker' ? 'voice_model_mismatch' : null
}

/** `voice_not_found` is `Voice not found`. */
const titleOf = (code: string): string => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ')
