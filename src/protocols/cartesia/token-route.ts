import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { createToken } from '../../app/keys/tokens.ts'
import type { ApiKey } from '../../core/api-key.ts'
import { refuseToken } from '../../server/auth/authorization.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { readOptionalJson } from '../../server/bodies/read-json.ts'
import type { Server } from '../../server/protocol.ts'
import * as reference from './reference.ts'

const MAX_BODY_BYTES = 2 ** 16
const LIFETIMES_S = { min: 1, max: 3600 }
const DEFAULT_LIFETIME_S = 600

const tokenSchema = z.object({
  expires_in: field
    .integerBetween('expires_in', LIFETIMES_S.min, LIFETIMES_S.max)
    .default(DEFAULT_LIFETIME_S)
    .describe('Lifetime in seconds'),
  grants: z
    .object({ tts: field.boolean('grants.tts') }, 'grants must be an object')
    .refine(({ tts }) => tts, 'grants.tts must be true: a token is for speech')
    .optional()
    .describe('What the token is for: speech. Others have no effect'),
})

/** `POST /access-token`: tokens for browsers and other clients that must not hold a key. */
export function addTokenRoute({ http, requireKey }: Server, app: App): void {
  const onRequest = [requireKey('synthesis'), refuseToken]
  const describe = () => reference.createToken(tokenSchema)
  http.post('/access-token', { onRequest, config: { describe } }, async (request, reply) => {
    const { expires_in } = parseBody(tokenSchema, await readOptionalJson(request.raw, MAX_BODY_BYTES))
    const expiresAt = new Date(app.clock().getTime() + 1000 * expires_in)
    const token = createToken(request.apiKey as ApiKey, {
      expiresAt,
      speaker: undefined,
      origin: undefined,
      keepsHeard: false,
    })
    return reply.header('cache-control', 'no-store').type('application/json').send(JSON.stringify({ token }))
  })
}
