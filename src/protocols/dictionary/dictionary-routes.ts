import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Additions } from '../../app/additions.ts'
import {
  additionOf,
  approveRequest,
  type PredictPronunciation,
  rejectRequest,
  removeWord,
  requestWord,
} from '../../app/dictionary.ts'
import {
  type DictionaryWord,
  type NewWordRequest,
  parseApprovalBody,
  parseWordBody,
  parseWordRequestBody,
  type SavedWordCount,
  type WordRequest,
} from './dictionary-bodies.ts'
import type { Clock } from '../../core/clock.ts'
import type { Addition, DictionaryRequest, DictionaryStore, SavedWord, SavedWordStore } from '../../core/dictionary.ts'
import type { RequireKey } from '../../server/authorization.ts'
import { readJson, readOptionalJson } from '../../server/read-json.ts'

export interface DictionaryParts {
  readonly store: DictionaryStore
  readonly savedWords: Pick<SavedWordStore, 'list'>
  /** What this process reads by; it follows a change before the change is answered. */
  readonly additions: Pick<Additions, 'refresh'>
  readonly predict: PredictPronunciation
}

interface DictionaryRouteDeps {
  readonly dictionary: DictionaryParts
  readonly clock: Clock
  readonly limits: { readonly maxBodyBytes: number }
}

/** What the dictionary is to hold besides its own: requests of callers, and what the operator decides. */
export function addDictionaryRoutes(app: FastifyInstance, requireKey: RequireKey, deps: DictionaryRouteDeps): void {
  addRequestRoutes(app, requireKey, deps)
  addJudgingRoutes(app, requireKey, deps)
  addWordRoutes(app, requireKey, deps)
}

function addRequestRoutes(app: FastifyInstance, requireKey: RequireKey, deps: DictionaryRouteDeps): void {
  const { store, predict } = deps.dictionary
  const requireCaller = requireKey('synthesis')
  const requireAdmin = requireKey('admin')

  app.post('/v1/dictionary/requests', { onRequest: requireCaller }, async (request, reply) => {
    const wish = parseWordRequestBody(await readJson(request.raw, deps.limits.maxBodyBytes))
    const made = await requestWord(store, wish, { keyId: keyIdOf(request), predict, now: deps.clock() })
    const answer: NewWordRequest = { id: made.id, word: made.word, status: 'requested', due: made.due.toISOString() }
    return sendJson(reply.code(202), answer)
  })

  app.get<ListRequest>(
    '/v1/dictionary/requests',
    { onRequest: (request, reply) => (isOfAll(request) ? requireAdmin : requireCaller)(request, reply) },
    async (request, reply) => {
      const requests = await store.requests(isOfAll(request) ? null : keyIdOf(request))
      return sendJson(reply, requests.map(isOfAll(request) ? judgeableRequest : wordRequest))
    },
  )
}

interface ListRequest {
  Querystring: { readonly all?: string }
}
const isOfAll = ({ query }: FastifyRequest<ListRequest>): boolean => query.all === 'true'

const keyIdOf = ({ keyId }: Pick<FastifyRequest, 'keyId'>): string => keyId as string

interface OneRequest {
  Params: { readonly id: string }
}

function addJudgingRoutes(app: FastifyInstance, requireKey: RequireKey, deps: DictionaryRouteDeps): void {
  const { store, additions } = deps.dictionary
  const onRequest = requireKey('admin')

  app.post<OneRequest>('/v1/dictionary/requests/:id/approve', { onRequest }, async (request, reply) => {
    const { pronunciation } = parseApprovalBody(await readOptionalJson(request.raw, deps.limits.maxBodyBytes))
    const approved = await approveRequest(store, request.params.id, { pronunciation, now: deps.clock() })
    await additions.refresh()
    return sendJson(reply, judgeableRequest(approved))
  })

  app.post<OneRequest>('/v1/dictionary/requests/:id/reject', { onRequest }, async (request, reply) =>
    sendJson(reply, judgeableRequest(await rejectRequest(store, request.params.id, deps.clock()))),
  )
}

interface OneWord {
  Params: { readonly word: string }
}

function addWordRoutes(app: FastifyInstance, requireKey: RequireKey, deps: DictionaryRouteDeps): void {
  const { store, savedWords, additions } = deps.dictionary
  const onRequest = requireKey('admin')

  app.get('/v1/dictionary/words', { onRequest }, async (_request, reply) =>
    sendJson(reply, (await store.additions()).map(dictionaryWord)),
  )

  app.put<OneWord>('/v1/dictionary/words/:word', { onRequest }, async (request, reply) => {
    const { pronunciation } = parseWordBody(await readJson(request.raw, deps.limits.maxBodyBytes))
    const addition = additionOf(request.params.word, pronunciation, deps.clock())
    await store.add([addition])
    await additions.refresh()
    return sendJson(reply, dictionaryWord(addition))
  })

  app.delete<OneWord>('/v1/dictionary/words/:word', { onRequest }, async (request, reply) => {
    await removeWord(store, request.params.word, deps.clock())
    await additions.refresh()
    return reply.code(204).send()
  })

  app.get('/v1/dictionary/saved', { onRequest }, async (_request, reply) =>
    sendJson(reply, (await savedWords.list()).map(savedWordCount)),
  )
}

const sendJson = (reply: FastifyReply, answer: object) => reply.type('application/json').send(JSON.stringify(answer))

const wordRequest = (request: DictionaryRequest): WordRequest => ({
  id: request.id,
  word: request.word,
  pronunciation: request.pronunciation,
  predicted: request.isPredicted,
  note: request.note,
  status: request.status,
  requestedAt: request.requestedAt.toISOString(),
  due: request.due.toISOString(),
  ...(request.judgedAt !== null && { judgedAt: request.judgedAt.toISOString() }),
})

const judgeableRequest = (request: DictionaryRequest): WordRequest => ({
  ...wordRequest(request),
  keyId: request.keyId,
})

const dictionaryWord = ({ word, pronunciation, addedAt }: Addition): DictionaryWord => ({
  word,
  pronunciation,
  addedAt: addedAt.toISOString(),
})

const savedWordCount = ({ word, count, lastSeenAt }: SavedWord): SavedWordCount => ({
  word,
  count,
  lastSeenAt: lastSeenAt.toISOString(),
})
