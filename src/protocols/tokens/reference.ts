import { type DescribedProtocol, jsonAnswer, type RouteDescription } from '../../server/description.ts'
import { newTokenSchema, tokenSchema } from './token-body.ts'

const TOKENS: DescribedProtocol = {
  title: 'Tokens',
  summary: 'Short-lived tokens for browsers and other clients that must not contain a key.',
}

export const create = (): RouteDescription => ({
  protocol: TOKENS,
  id: 'createToken',
  summary: 'Make a token',
  description:
    'A token is used like a key, in `Authorization` or as a WebSocket subprotocol. It has the limits of its key. Requests that carry a token are refused.',
  role: 'synthesis',
  body: { schema: tokenSchema, isOptional: true },
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
    heard: { summary: 'For one call, whose interruptions are to be told', body: { expiresIn: 3600, heard: true } },
  },
})
