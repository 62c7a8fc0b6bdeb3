import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { approveRequest, rejectRequest, requestWord } from '../../app/dictionary/dictionary.ts'
import type { DictionaryRequest } from '../../core/dictionary.ts'
import { NORMALIZED_LANGUAGES } from '../../languages/languages.ts'
import { sendJson } from '../../server/answers/send-json.ts'
import { refuseToken } from '../../server/auth/authorization.ts'
import * as field from '../../server/bodies/fields.ts'
import { addCheckedRoute } from '../../server/checked-route.ts'
import { type DescribedProtocol, jsonAnswer, type RouteDescription } from '../../server/description.ts'
import type { Server } from '../../server/protocol.ts'

export const DICTIONARY: DescribedProtocol = {
  title: 'Dictionary',
  summary:
    'Pronunciations of words that the lexicon lacks or reads wrongly: requests of callers, entries of the operator.',
}

export const PRONUNCIATION =
  'ARPAbet (`K AA1 F K AH0`), IPA (`/ˈkɑːfkə/`), phonemes in braces (`{k1afkx}`) or other words (`engine x`); in other languages than English, IPA or words'
export const LANGUAGE = 'Code of the language of the texts in which the word is pronounced so; English by default'

const MAX_NOTE_LENGTH = 500

export const wordRequestSchema = z.object({
  word: field.required('word').describe('Word that is missing or read wrongly, or several'),
  language: field.string('language').optional().describe(LANGUAGE),
  pronunciation: field.string('pronunciation').optional().describe(`${PRONUNCIATION}; predicted if absent, in English`),
  note: field.string('note').max(MAX_NOTE_LENGTH, 'note is too long').default('').describe('Note for the operator'),
})
export const approvalSchema = z.object({
  pronunciation: field.string('pronunciation').optional().describe(`${PRONUNCIATION}, instead of the requested one`),
})

/** The answer to a new request. Instants are ISO 8601 in UTC. */
const newWordRequestSchema = z.object({
  id: z.string(),
  word: z.string(),
  status: z.literal('requested'),
  due: z.iso.datetime().describe('When it is added if nobody has judged it'),
})

const listedWordRequestSchema = z.object({
  id: z.string(),
  word: z.string(),
  language: z.enum(NORMALIZED_LANGUAGES),
  pronunciation: z.string().describe('The one to be added, or the one that was added'),
  predicted: z.boolean().describe('Whether it was predicted because the caller gave none'),
  note: z.string(),
  status: z.enum(['requested', 'added', 'rejected']),
  requestedAt: z.iso.datetime(),
  due: z.iso.datetime(),
  judgedAt: z.iso.datetime().optional().describe('Absent while the request is open'),
  keyId: z.string().optional().describe('Id of the key that made the request; for operators only'),
})
type WordRequest = z.infer<typeof listedWordRequestSchema>

const REQUEST = {
  id: 'c3ab8ff13720',
  word: 'nginx',
  language: 'eng',
  pronunciation: 'EH1 N JH AH0 N EH1 K S',
  predicted: false,
  note: '',
  status: 'requested',
  requestedAt: '2026-03-01T12:00:00.000Z',
  due: '2026-03-02T12:00:00.000Z',
}
const JUDGED = { status: 'added', judgedAt: '2026-03-01T13:00:00.000Z', keyId: 'k7f3' }
const oneRequest = z.object({ id: z.string().describe('Id of the request') })

/** Routes for callers' requests for entries. */
export function addRequestRoutes(server: Server, { store, dictionary, clock, limits }: App): void {
  const requireCaller = server.requireKey('synthesis')
  const requireAdmin = server.requireKey('admin')

  addCheckedRoute(
    server,
    {
      protocol: DICTIONARY,
      method: 'POST',
      url: '/v1/dictionary/requests',
      id: 'requestWord',
      summary: 'Ask for a pronunciation',
      description:
        'The operator approves or rejects it. What is not judged within 24 hours is added. Tokens are refused.',
      role: 'synthesis',
      refusesTokens: true,
      body: { schema: wordRequestSchema, maxBytes: limits.maxBodyBytes },
      answers: {
        202: jsonAnswer('The request', newWordRequestSchema, {
          id: REQUEST.id,
          word: REQUEST.word,
          status: 'requested',
          due: REQUEST.due,
        }),
      },
      errors: [507],
      examples: {
        respelled: { summary: 'With a pronunciation', body: { word: 'nginx', pronunciation: 'engine x' } },
        predicted: { summary: 'Without one', body: { word: 'blorbify', note: 'Our product' } },
      },
    },
    async ({ body, keyId }, reply) => {
      const by = { keyId, predict: dictionary.predict, now: clock() }
      const { id, word, due } = await requestWord(store.dictionary, body, by)
      const answer = { id, word, status: 'requested', due: due.toISOString() } as const
      return sendJson(reply.code(202), answer satisfies z.infer<typeof newWordRequestSchema>)
    },
  )

  server.http.get<ListRequest>(
    '/v1/dictionary/requests',
    {
      onRequest: [(request, reply) => (isOfAll(request) ? requireAdmin : requireCaller)(request, reply), refuseToken],
      config: { describe: describeList },
    },
    async (request, reply) => {
      const requests = await store.dictionary.requests(isOfAll(request) ? null : (request.keyId as string))
      return sendJson(reply, requests.map(isOfAll(request) ? judgeableRequest : wordRequest))
    },
  )

  const judged = {
    protocol: DICTIONARY,
    role: 'admin',
    method: 'POST',
    params: oneRequest,
    errors: [404, 409, 507],
  } as const

  addCheckedRoute(
    server,
    {
      ...judged,
      url: '/v1/dictionary/requests/:id/approve',
      id: 'approveWordRequest',
      summary: 'Approve a request',
      body: { schema: approvalSchema, isOptional: true, maxBytes: limits.maxBodyBytes },
      answers: { 200: jsonAnswer('The request', listedWordRequestSchema, { ...REQUEST, ...JUDGED }) },
      examples: {
        asRequested: { summary: 'As requested', params: { id: REQUEST.id } },
        changed: {
          summary: 'With another pronunciation',
          params: { id: REQUEST.id },
          body: { pronunciation: 'engine X' },
        },
      },
    },
    async ({ params: { id }, body: { pronunciation }, keyId }, reply) => {
      const approved = await approveRequest(store.dictionary, id, { pronunciation, now: clock(), by: keyId })
      await dictionary.refresh()
      return sendJson(reply, judgeableRequest(approved))
    },
  )

  addCheckedRoute(
    server,
    {
      ...judged,
      url: '/v1/dictionary/requests/:id/reject',
      id: 'rejectWordRequest',
      summary: 'Reject a request',
      answers: {
        200: jsonAnswer('The request', listedWordRequestSchema, { ...REQUEST, ...JUDGED, status: 'rejected' }),
      },
      examples: { usual: { summary: 'Reject', params: { id: REQUEST.id } } },
    },
    async ({ params: { id } }, reply) =>
      sendJson(reply, judgeableRequest(await rejectRequest(store.dictionary, id, clock()))),
  )
}

interface ListRequest {
  Querystring: { readonly all?: string }
}
const isOfAll = ({ query }: FastifyRequest<ListRequest>): boolean => query.all === 'true'

const describeList = (): RouteDescription => ({
  protocol: DICTIONARY,
  id: 'listWordRequests',
  summary: 'List requests',
  description: "The caller's own, or everybody's with a key of the role `admin`.",
  role: 'synthesis',
  query: z.object({ all: z.enum(['true', 'false']).optional().describe('`true` lists the requests of all keys') }),
  answers: { 200: jsonAnswer('The requests', listedWordRequestSchema.array(), [REQUEST]) },
  examples: { own: { summary: 'Own requests' }, all: { summary: 'All requests', query: { all: 'true' } } },
})

const wordRequest = (request: DictionaryRequest): WordRequest => ({
  id: request.id,
  word: request.word,
  language: request.language,
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
