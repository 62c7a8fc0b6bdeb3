import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { createKey, rotateKey, updateKey } from '../../app/keys/manage-keys.ts'
import type { ApiKey } from '../../core/api-key.ts'
import { invalidRequest, SpeechError } from '../../core/errors.ts'
import { answerWithMessage, errorBodySchema } from '../../server/answers/json-errors.ts'
import { addCheckedRoute } from '../../server/checked-route.ts'
import { type DescribedProtocol, jsonAnswer } from '../../server/description.ts'
import type { Protocol, Server } from '../../server/protocol.ts'
import {
  keyChangesSchema,
  keyListSchema,
  type ListedKey,
  listedKey,
  listedKeySchema,
  type NewKey,
  newKeyAnswerSchema,
  newKeySchema,
  rotationSchema,
} from './key-bodies.ts'

const KEYS: DescribedProtocol = {
  title: 'Keys',
  summary: 'API keys: list, create, change, rotate, revoke.',
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

const NEW_KEY = 'hf_bGV0dGVycyBhbmQgZGlnaXRz'

const MAX_BODY_BYTES = 2 ** 16

/** Management of API keys: `/v1/keys`, for keys with the role `admin`. */
export const keysProtocol: Protocol = {
  name: 'keys',
  register(server, app) {
    server.http.register(async (http) => {
      http.setErrorHandler(answerWithMessage(server.logger))
      addRoutes({ ...server, http }, app)
    })
  },
}

const notInFuture = () => invalidRequest('expiresAt must be in the future', 'expiresAt')
const fixedKey = (message: string) => new SpeechError('resource.conflict', message, { isFixed: true })

function addRoutes(server: Server, { store: { apiKeys: store }, configuredKey: configured, clock }: App): void {
  const { authenticator } = server
  const listed = (key: ApiKey): ListedKey => ({
    ...listedKey(key, configured, clock()),
    lastUsedAt: authenticator.lastUseOf(key)?.toISOString() ?? null,
  })
  const described = { protocol: KEYS, role: 'admin' } as const
  const ofOneKey = {
    ...described,
    url: '/v1/keys/:id',
    params: z.object({ id: z.string().describe('Id of the key') }),
    errors: [404, 409, 507],
  } as const

  addCheckedRoute(
    server,
    {
      ...described,
      method: 'GET',
      url: '/v1/keys',
      id: 'listKeys',
      summary: 'List the keys',
      description: 'Including those that were revoked or have expired. The keys themselves are not stored.',
      answers: { 200: jsonAnswer('The keys, oldest first', keyListSchema, { keys: [KEY] }) },
      examples: { usual: { summary: 'All keys' } },
    },
    async (_checked, reply) => {
      const records = [...(configured === null ? [] : [configured]), ...(await store.list())]
      return reply.header('cache-control', 'no-store').send({ keys: records.map(listed) })
    },
  )

  addCheckedRoute(
    server,
    {
      ...described,
      method: 'POST',
      url: '/v1/keys',
      id: 'createKey',
      summary: 'Create a key',
      body: { schema: newKeySchema, maxBytes: MAX_BODY_BYTES },
      answers: {
        201: jsonAnswer('The key, which is shown only here', newKeyAnswerSchema, {
          ...KEY,
          key: NEW_KEY,
        }),
      },
      errors: [507],
      examples: {
        usual: { summary: 'For speech', body: { name: 'phone' } },
        restricted: {
          summary: 'For a time, four requests at once',
          body: { name: 'trial', roles: ['synthesis'], expiresAt: '2999-12-31T00:00:00Z', maxConcurrent: 4 },
        },
      },
    },
    async ({ body: terms }, reply) => {
      const now = clock()
      if (terms.expiresAt !== null && terms.expiresAt <= now) throw notInFuture()
      const { key, record } = await createKey(store, terms, now)
      const answer: NewKey = { key, ...listed(record) }
      return reply.code(201).header('cache-control', 'no-store').send(answer)
    },
  )

  addCheckedRoute(
    server,
    {
      ...ofOneKey,
      method: 'PATCH',
      id: 'updateKey',
      summary: 'Change a key',
      description:
        'Its name, roles, expiry and limits. What is absent stays; `null` removes a limit or the expiry. New requests and sockets have the new terms within 2 s.',
      body: { schema: keyChangesSchema, maxBytes: MAX_BODY_BYTES, isNullAbsent: false },
      answers: { 200: jsonAnswer('The key', listedKeySchema, KEY) },
      examples: {
        usual: {
          summary: 'Other limits',
          params: { id: KEY.id },
          body: { maxConcurrent: null, limits: { sockets: 10, weight: null } },
        },
      },
    },
    async ({ params: { id }, body: changes }, reply) => {
      if (id === configured?.id) throw fixedKey('HOARFROST_API_KEY has the terms of the configuration')
      if (changes.expiresAt != null && changes.expiresAt <= clock()) throw notInFuture()
      const changed = await updateKey(store, id, changes)
      authenticator.forget(id)
      return reply.header('cache-control', 'no-store').send(listed(changed))
    },
  )

  addCheckedRoute(
    server,
    {
      ...ofOneKey,
      url: `${ofOneKey.url}/rotate`,
      method: 'POST',
      id: 'rotateKey',
      summary: 'Replace a key by another',
      description:
        'Creates a key with the same name, roles, expiry and limits. It has an id of its own: jobs and usage stay with that of the old key.',
      body: { schema: rotationSchema, maxBytes: MAX_BODY_BYTES },
      answers: {
        201: jsonAnswer('The new key, which is shown only here', newKeyAnswerSchema, { ...KEY, key: NEW_KEY }),
      },
      examples: {
        usual: {
          summary: 'Both keys are accepted for a day',
          params: { id: KEY.id },
          body: { overlapSeconds: 86_400 },
        },
      },
    },
    async ({ params: { id }, body: { overlapSeconds } }, reply) => {
      if (id === configured?.id) throw fixedKey('HOARFROST_API_KEY is changed in the configuration')
      const { key, record } = await rotateKey(store, id, 1000 * overlapSeconds, clock())
      authenticator.forget(id)
      const answer: NewKey = { key, ...listed(record) }
      return reply.code(201).header('cache-control', 'no-store').send(answer)
    },
  )

  addCheckedRoute(
    server,
    {
      ...ofOneKey,
      method: 'DELETE',
      id: 'revokeKey',
      summary: 'Revoke a key',
      description: 'It ends everywhere within 2 s.',
      answers: { 204: { description: 'It is revoked' } },
      examples: { usual: { summary: 'Revoke', params: { id: KEY.id } } },
    },
    async ({ params: { id } }, reply) => {
      if (id === configured?.id) throw fixedKey('HOARFROST_API_KEY is valid while it is set')
      if (!(await store.revoke(id, clock()))) throw new SpeechError('resource.unknown', 'no key has this id')
      authenticator.forget(id)
      return reply.code(204).send()
    },
  )
}
