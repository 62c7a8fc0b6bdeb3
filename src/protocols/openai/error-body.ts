import { z } from 'zod'
import type { ErrorCode } from '../../core/errors.ts'
import type { ErrorDetails } from '../../server/answers/error-reply.ts'

/** The body of every error, as OpenAI's clients read it. */
export const errorBodySchema = z.object({
  error: z.object({
    message: z.string(),
    type: z.enum(['invalid_request_error', 'rate_limit_error', 'server_error']),
    param: z.string().nullable().describe('The invalid field'),
    code: z.string().nullable(),
  }),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

const CODES: Partial<Record<ErrorCode, string>> = {
  'key.missing': 'invalid_api_key',
  'key.empty': 'invalid_api_key',
  'key.invalid': 'invalid_api_key',
  'key.limited': 'rate_limit_exceeded',
  'model.unknown': 'model_not_found',
}

/** Names of fields that other protocols call otherwise. */
const PARAMS: Readonly<Record<string, string>> = { speaker: 'voice' }

export const errorBody = ({ status, text, code, field }: ErrorDetails): ErrorBody => ({
  error: {
    message: text,
    type: typeOf(status),
    param: field === undefined ? null : (PARAMS[field] ?? field),
    code: (code && CODES[code]) ?? null,
  },
})

function typeOf(status: number): ErrorBody['error']['type'] {
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}
