import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { App } from '../../app/app.ts'
import { approveRequest, entryOf, rejectRequest, removeWord, requestWord } from '../../app/dictionary/dictionary.ts'
import { readDictionaryCsv, writeDictionaryCsv } from '../../app/dictionary/dictionary-csv.ts'
import { createTimeSlice, finishInSlices } from '../../app/time-slice.ts'
import { type DictionaryEntry, type DictionaryRequest, type OovWord, wordKey } from '../../core/dictionary.ts'
import { addVary } from '../../server/answers/vary.ts'
import { type RequireKey, refuseToken } from '../../server/auth/authorization.ts'
import { readJson, readOptionalJson, readText } from '../../server/bodies/read-json.ts'
import type { Server } from '../../server/protocol.ts'
import {
  type DictionaryWord,
  type Imported,
  type NewWordRequest,
  parseApprovalBody,
  parseWordBody,
  parseWordQuery,
  parseWordRequestBody,
  type SavedWordCount,
  type WordRequest,
} from './dictionary-bodies.ts'
import * as reference from './reference.ts'

/** Some 30,000 entries. */
const MOST_CSV_BYTES = 2 ** 20

/** Routes for callers' requests and for the operator's entries. */
export function addDictionaryRoutes(server: Server, app: App): void {
  addRequestRoutes(server, app)
  addJudgingRoutes(server, app)
  addWordRoutes(server, app)
}

function addRequestRoutes(
  { http, requireKey }: Server,
  { store: { dictionary: store }, dictionary: { predict }, clock, limits }: App,
): void {
  const requireCallerKey = requireKey('synthesis')
  const requireCaller: ReturnType<RequireKey> = async (request, reply) => {
    await requireCallerKey(request, reply)
    refuseToken(request)
  }
  const requireAdmin = requireKey('admin')

  http.post(
    '/v1/dictionary/requests',
    { onRequest: requireCaller, config: { describe: reference.request } },
    async (request, reply) => {
      const wish = parseWordRequestBody(await readJson(request.raw, limits.maxBodyBytes))
      const made = await requestWord(store, wish, { keyId: keyIdOf(request), predict, now: clock() })
      const answer: NewWordRequest = { id: made.id, word: made.word, status: 'requested', due: made.due.toISOString() }
      return sendJson(reply.code(202), answer)
    },
  )

  http.get<ListRequest>(
    '/v1/dictionary/requests',
    {
      onRequest: (request, reply) => (isOfAll(request) ? requireAdmin : requireCaller)(request, reply),
      config: { describe: reference.listRequests },
    },
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

function addJudgingRoutes(
  { http, requireKey }: Server,
  { store: { dictionary: store }, dictionary, clock, limits }: App,
): void {
  const onRequest = requireKey('admin')

  http.post<OneRequest>(
    '/v1/dictionary/requests/:id/approve',
    { onRequest, config: { describe: reference.approve } },
    async (request, reply) => {
      const { pronunciation } = parseApprovalBody(await readOptionalJson(request.raw, limits.maxBodyBytes))
      const approved = await approveRequest(store, request.params.id, {
        pronunciation,
        now: clock(),
        by: keyIdOf(request),
      })
      await dictionary.refresh()
      return sendJson(reply, judgeableRequest(approved))
    },
  )

  http.post<OneRequest>(
    '/v1/dictionary/requests/:id/reject',
    { onRequest, config: { describe: reference.reject } },
    async (request, reply) => sendJson(reply, judgeableRequest(await rejectRequest(store, request.params.id, clock()))),
  )
}

interface OneWord {
  Params: { readonly word: string }
}

function addWordRoutes(
  { http, requireKey }: Server,
  { store: { dictionary: store, oovWords }, dictionary, clock, limits }: App,
): void {
  const onRequest = requireKey('admin')

  http.get('/v1/dictionary/words', { onRequest, config: { describe: reference.listWords } }, async (request, reply) => {
    const { search, ...page } = parseWordQuery(request.query)
    const found = await store.search(wordKey(search), page)
    reply.header('x-total-count', found.total)
    addVary(reply, 'accept')
    if (new Negotiator(request.raw).mediaType(['application/json', 'text/csv']) !== 'text/csv') {
      return sendJson(reply, found.entries.map(dictionaryWord))
    }
    reply.header('content-disposition', 'attachment; filename="dictionary.csv"')
    return reply.type('text/csv').send(writeDictionaryCsv(found.entries))
  })

  http.put(
    '/v1/dictionary/words',
    { onRequest, config: { describe: reference.importWords } },
    async (request, reply) => {
      const text = await readText(request.raw, Math.min(limits.maxBodyBytes, MOST_CSV_BYTES))
      const origin = { addedAt: clock(), addedBy: keyIdOf(request) }
      const added = await finishInSlices(readDictionaryCsv(text, origin), createTimeSlice())
      if (added.length > 0) await store.add(added)
      await dictionary.refresh()
      return sendJson(reply, { imported: added.length } satisfies Imported)
    },
  )

  http.put<OneWord>(
    '/v1/dictionary/words/:word',
    { onRequest, config: { describe: reference.setWord } },
    async (request, reply) => {
      const { pronunciation } = parseWordBody(await readJson(request.raw, limits.maxBodyBytes))
      const entry = entryOf(request.params.word, pronunciation, clock(), keyIdOf(request))
      await store.add([entry])
      await dictionary.refresh()
      return sendJson(reply, dictionaryWord(entry))
    },
  )

  http.delete<OneWord>(
    '/v1/dictionary/words/:word',
    { onRequest, config: { describe: reference.removeWord } },
    async (request, reply) => {
      await removeWord(store, request.params.word, clock())
      await dictionary.refresh()
      return reply.code(204).send()
    },
  )

  http.get('/v1/dictionary/saved', { onRequest, config: { describe: reference.listSaved } }, async (_request, reply) =>
    sendJson(reply, (await oovWords.list()).map(savedWordCount)),
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

const dictionaryWord = ({ word, pronunciation, addedAt, addedBy }: DictionaryEntry): DictionaryWord => ({
  word,
  pronunciation,
  addedAt: addedAt.toISOString(),
  addedBy,
})

const savedWordCount = ({ word, count, lastSeenAt }: OovWord): SavedWordCount => ({
  word,
  count,
  lastSeenAt: lastSeenAt.toISOString(),
})
