import { z } from 'zod'
import { errorBodySchema } from '../../server/answers/json-errors.ts'
import type { DescribedProtocol, RouteDescription } from '../../server/description.ts'
import { keyChangesSchema, keyListSchema, listedKeySchema, newKeyAnswerSchema, newKeySchema } from './key-bodies.ts'

const KEYS: DescribedProtocol = {
  title: 'Keys',
  summary: 'API keys: list, create, change, revoke.',
  errorBody: errorBodySchema,
}

const KEY = {
  id: '4d2f6ab01c9e',
  name: 'phone',
  roles: ['synthesis'],
  createdAt: '2026-03-01T12:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  state: 'active',
  maxConcurrent: 4,
  limits: { sockets: 10 },
  lastUsedAt: null,
  isConfigured: false,
}

export const list = (): RouteDescription => ({
  protocol: KEYS,
  id: 'listKeys',
  summary: 'List the keys',
  description: 'Including those that were revoked or have expired. The keys themselves are not stored.',
  role: 'admin',
  answers: {
    200: {
      description: 'The keys, oldest first',
      content: { 'application/json': { schema: keyListSchema, example: { keys: [KEY] } } },
    },
  },
  examples: { usual: { summary: 'All keys' } },
})

export const create = (): RouteDescription => ({
  protocol: KEYS,
  id: 'createKey',
  summary: 'Create a key',
  role: 'admin',
  body: { schema: newKeySchema },
  answers: {
    201: {
      description: 'The key, which is shown only here',
      content: {
        'application/json': { schema: newKeyAnswerSchema, example: { ...KEY, key: 'hf_bGV0dGVycyBhbmQgZGlnaXRz' } },
      },
    },
  },
  errors: [507],
  examples: {
    usual: { summary: 'For speech', body: { name: 'phone' } },
    restricted: {
      summary: 'For a time, four requests at once',
      body: { name: 'trial', roles: ['synthesis'], expiresAt: '2999-12-31T00:00:00Z', maxConcurrent: 4 },
    },
  },
})

export const update = (): RouteDescription => ({
  protocol: KEYS,
  id: 'updateKey',
  summary: 'Change a key',
  description:
    'Its name, roles, expiry and limits. What is absent stays; `null` removes a limit or the expiry. New requests and sockets have the new terms within 2 s.',
  role: 'admin',
  params: z.object({ id: z.string().describe('Id of the key') }),
  body: { schema: keyChangesSchema },
  answers: {
    200: { description: 'The key', content: { 'application/json': { schema: listedKeySchema, example: KEY } } },
  },
  errors: [404, 409, 507],
  examples: {
    usual: {
      summary: 'Other limits',
      params: { id: KEY.id },
      body: { maxConcurrent: null, limits: { sockets: 10, weight: null } },
    },
  },
})

export const revoke = (): RouteDescription => ({
  protocol: KEYS,
  id: 'revokeKey',
  summary: 'Revoke a key',
  description: 'It ends everywhere within 2 s.',
  role: 'admin',
  params: z.object({ id: z.string().describe('Id of the key') }),
  answers: { 204: { description: 'It is revoked' } },
  errors: [404, 409, 507],
  examples: { usual: { summary: 'Revoke', params: { id: KEY.id } } },
})
