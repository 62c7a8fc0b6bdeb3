import { createToken } from '../../app/keys/tokens.ts'
import type { ApiKey } from '../../core/api-key.ts'
import { SpeechError } from '../../core/errors.ts'
import { sendJson } from '../../server/answers/send-json.ts'
import { addCheckedRoute } from '../../server/checked-route.ts'
import { jsonAnswer } from '../../server/description.ts'
import type { Protocol } from '../../server/protocol.ts'
import { type NewToken, newTokenSchema, tokenSchema } from './token-body.ts'

const MAX_BODY_BYTES = 2 ** 16

/** Tokens for browsers and other clients that must not hold a key: `POST /v1/tokens`. */
export const tokensProtocol: Protocol = {
  name: 'tokens',
  register(server, app) {
    addCheckedRoute(
      server,
      {
        protocol: {
          title: 'Tokens',
          summary: 'Short-lived tokens for browsers and other clients that must not contain a key.',
        },
        method: 'POST',
        url: '/v1/tokens',
        id: 'createToken',
        summary: 'Make a token',
        description:
          'A token is used like a key, in `Authorization` or as a WebSocket subprotocol. It has the limits of its key. Requests that carry a token are refused.',
        role: 'synthesis',
        refusesTokens: true,
        isStored: false,
        body: { schema: tokenSchema, isOptional: true, maxBytes: MAX_BODY_BYTES },
        answers: {
          201: jsonAnswer('The token', newTokenSchema, {
            token: 'hft_eyJrIjoiNGQyZiJ9.c2lnbmF0dXJl',
            expiresAt: '2026-03-01T12:10:00.000Z',
          }),
        },
        examples: {
          usual: { summary: 'For ten minutes' },
          restricted: {
            summary: 'For one speaker and one origin',
            body: { expiresIn: 60, speaker: 'luna', origin: 'https://app.example.com' },
          },
          heard: {
            summary: 'For one call, whose interruptions are to be told',
            body: { expiresIn: 3600, heard: true },
          },
        },
      },
      async ({ body: { expiresIn, speaker, origin, heard }, request }, reply) => {
        if (speaker !== undefined && app.catalogue.named(speaker).length === 0) {
          throw new SpeechError('speaker.unknown', 'Speaker not found', { field: 'speaker' })
        }
        const expiresAt = new Date(app.clock().getTime() + 1000 * expiresIn)
        const token = createToken(request.apiKey as ApiKey, { expiresAt, speaker, origin, keepsHeard: heard })
        const answer: NewToken = { token, expiresAt: expiresAt.toISOString() }
        return sendJson(reply.code(201).header('cache-control', 'no-store'), answer)
      },
    )
  },
}
