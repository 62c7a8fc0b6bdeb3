import { createToken } from '../../app/keys/tokens.ts'
import type { ApiKey } from '../../core/api-key.ts'
import { SpeechError } from '../../core/errors.ts'
import { refuseToken } from '../../server/auth/authorization.ts'
import { readOptionalJson } from '../../server/bodies/read-json.ts'
import type { Protocol } from '../../server/protocol.ts'
import * as reference from './reference.ts'
import { type NewToken, parseTokenBody } from './token-body.ts'

const MAX_BODY_BYTES = 2 ** 16

/** Tokens for browsers and other clients that must not hold a key: `POST /v1/tokens`. */
export const tokensProtocol: Protocol = {
  name: 'tokens',
  register({ http, requireKey }, app) {
    http.post(
      '/v1/tokens',
      { onRequest: requireKey('synthesis'), config: { describe: reference.create } },
      async (request, reply) => {
        refuseToken(request)
        const { expiresIn, speaker, origin, heard } = parseTokenBody(
          await readOptionalJson(request.raw, MAX_BODY_BYTES),
        )
        if (speaker !== undefined && app.catalogue.named(speaker).length === 0) {
          throw new SpeechError('speaker.unknown', 'Speaker not found', { field: 'speaker' })
        }
        const expiresAt = new Date(app.clock().getTime() + 1000 * expiresIn)
        const token = createToken(request.apiKey as ApiKey, { expiresAt, speaker, origin, keepsHeard: heard })
        const answer: NewToken = { token, expiresAt: expiresAt.toISOString() }
        return reply.code(201).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(answer))
      },
    )
  },
}
