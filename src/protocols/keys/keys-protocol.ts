import type { App } from '../../app/app.ts'
import { createKey, updateKey } from '../../app/keys/manage-keys.ts'
import type { ApiKey } from '../../core/api-key.ts'
import { invalidRequest, SpeechError } from '../../core/errors.ts'
import { answerWithMessage } from '../../server/answers/json-errors.ts'
import { readJson } from '../../server/bodies/read-json.ts'
import type { Protocol, Server } from '../../server/protocol.ts'
import { type ListedKey, listedKey, type NewKey, parseKeyChanges, parseNewKey } from './key-bodies.ts'
import * as reference from './reference.ts'

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

function addRoutes(
  { http, requireKey, authenticator }: Server,
  { store: { apiKeys: store }, configuredKey: configured, clock }: App,
): void {
  const onRequest = requireKey('admin')
  const listed = (key: ApiKey): ListedKey => ({
    ...listedKey(key, configured, clock()),
    lastUsedAt: authenticator.lastUseOf(key)?.toISOString() ?? null,
  })

  http.get('/v1/keys', { onRequest, config: { describe: reference.list } }, async (_request, reply) => {
    const records = [...(configured === null ? [] : [configured]), ...(await store.list())]
    const keys = records.map(listed)
    return reply.header('cache-control', 'no-store').send({ keys })
  })

  http.post('/v1/keys', { onRequest, config: { describe: reference.create } }, async (request, reply) => {
    const terms = parseNewKey(await readJson(request.raw, MAX_BODY_BYTES))
    const now = clock()
    if (terms.expiresAt !== null && terms.expiresAt <= now) {
      throw notInFuture()
    }
    const { key, record } = await createKey(store, terms, now)
    const answer: NewKey = { key, ...listed(record) }
    return reply.code(201).header('cache-control', 'no-store').send(answer)
  })

  http.patch<{ Params: { id: string } }>(
    '/v1/keys/:id',
    { onRequest, config: { describe: reference.update } },
    async ({ raw, params: { id } }, reply) => {
      const changes = parseKeyChanges(await readJson(raw, MAX_BODY_BYTES))
      if (id === configured?.id) throw fixedKey('HOARFROST_API_KEY has the terms of the configuration')
      if (changes.expiresAt != null && changes.expiresAt <= clock()) throw notInFuture()
      const changed = await updateKey(store, id, changes)
      authenticator.forget(id)
      return reply.header('cache-control', 'no-store').send(listed(changed))
    },
  )

  http.delete<{ Params: { id: string } }>(
    '/v1/keys/:id',
    { onRequest, config: { describe: reference.revoke } },
    async ({ params: { id } }, reply) => {
      if (id === configured?.id) throw fixedKey('HOARFROST_API_KEY is valid while it is set')
      if (!(await store.revoke(id, clock()))) throw new SpeechError('resource.unknown', 'no key has this id')
      authenticator.forget(id)
      return reply.code(204).send()
    },
  )
}
