import { z } from 'zod'
import { type DescribedProtocol, jsonAnswer, type RouteDescription } from '../../server/description.ts'
import {
  approvalSchema,
  dictionaryWordSchema,
  importedSchema,
  listedWordRequestSchema,
  newWordRequestSchema,
  savedWordCountSchema,
  wordQuerySchema,
  wordRequestSchema,
  wordSchema,
} from './dictionary-bodies.ts'

const DICTIONARY: DescribedProtocol = {
  title: 'Dictionary',
  summary:
    'Pronunciations of words that the lexicon lacks or reads wrongly: requests of callers, entries of the operator.',
}

const REQUEST = {
  id: 'c3ab8ff13720',
  word: 'nginx',
  pronunciation: 'EH1 N JH AH0 N EH1 K S',
  predicted: false,
  note: '',
  status: 'requested',
  requestedAt: '2026-03-01T12:00:00.000Z',
  due: '2026-03-02T12:00:00.000Z',
}
const JUDGED = { status: 'added', judgedAt: '2026-03-01T13:00:00.000Z', keyId: 'k7f3' }
const WORD = {
  word: 'nginx',
  pronunciation: 'EH1 N JH AH0 N EH1 K S',
  addedAt: '2026-03-01T12:00:00.000Z',
  addedBy: '4d2f6ab01c9e',
}

const requestId = z.object({ id: z.string().describe('Id of the request') })
const someWord = z.object({ word: z.string().describe('The word, in any case') })

export const request = (): RouteDescription => ({
  protocol: DICTIONARY,
  id: 'requestWord',
  summary: 'Ask for a pronunciation',
  description: 'The operator approves or rejects it. What is not judged within 24 hours is added. Tokens are refused.',
  role: 'synthesis',
  body: { schema: wordRequestSchema },
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
})

export const listRequests = (): RouteDescription => ({
  protocol: DICTIONARY,
  id: 'listWordRequests',
  summary: 'List requests',
  description: "The caller's own, or everybody's with a key of the role `admin`.",
  role: 'synthesis',
  query: z.object({ all: z.enum(['true', 'false']).optional().describe('`true` lists the requests of all keys') }),
  answers: { 200: jsonAnswer('The requests', listedWordRequestSchema.array(), [REQUEST]) },
  examples: { own: { summary: 'Own requests' }, all: { summary: 'All requests', query: { all: 'true' } } },
})

export const approve = (): RouteDescription => ({
  protocol: DICTIONARY,
  id: 'approveWordRequest',
  summary: 'Approve a request',
  role: 'admin',
  params: requestId,
  body: { schema: approvalSchema, isOptional: true },
  answers: { 200: jsonAnswer('The request', listedWordRequestSchema, { ...REQUEST, ...JUDGED }) },
  errors: [404, 409, 507],
  examples: {
    asRequested: { summary: 'As requested', params: { id: REQUEST.id } },
    changed: { summary: 'With another pronunciation', params: { id: REQUEST.id }, body: { pronunciation: 'engine X' } },
  },
})

export const reject = (): RouteDescription => ({
  protocol: DICTIONARY,
  id: 'rejectWordRequest',
  summary: 'Reject a request',
  role: 'admin',
  params: requestId,
  answers: { 200: jsonAnswer('The request', listedWordRequestSchema, { ...REQUEST, ...JUDGED, status: 'rejected' }) },
  errors: [404, 409, 507],
  examples: { usual: { summary: 'Reject', params: { id: REQUEST.id } } },
})

export const listWords = (): RouteDescription => ({
  protocol: DICTIONARY,
  id: 'listWords',
  summary: 'List or search the entries',
  description: 'As JSON, or as CSV by `Accept: text/csv`. `X-Total-Count` is the number of all that match.',
  role: 'admin',
  query: wordQuerySchema,
  answers: {
    200: {
      description: 'The entries, by word',
      content: { 'application/json': { schema: dictionaryWordSchema.array(), example: [WORD] }, 'text/csv': {} },
    },
  },
  examples: {
    usual: { summary: 'All entries' },
    search: { summary: 'Search', query: { search: 'ngi', limit: 10 } },
    csv: { summary: 'As CSV', accept: 'text/csv' },
  },
})

export const importWords = (): RouteDescription => ({
  protocol: DICTIONARY,
  id: 'importWords',
  summary: 'Add or replace entries by a CSV file',
  description:
    'The body is CSV of at most 1 MiB; its first line names the columns `word` and `pronunciation`, others are ignored. All entries are added, or none if a line is wrong.',
  role: 'admin',
  answers: { 200: jsonAnswer('All entries are added', importedSchema, { imported: 2 }) },
  errors: [400, 413, 507],
  examples: {},
})

export const setWord = (): RouteDescription => ({
  protocol: DICTIONARY,
  id: 'setWord',
  summary: 'Add or replace an entry',
  description: 'The answer has the pronunciation as it is stored. Every process uses it within 5 s.',
  role: 'admin',
  params: someWord,
  body: { schema: wordSchema },
  answers: { 200: jsonAnswer('The entry', dictionaryWordSchema, WORD) },
  errors: [507],
  examples: {
    respelled: { summary: 'By other words', params: { word: 'nginx' }, body: { pronunciation: 'engine x' } },
    arpabet: { summary: 'In ARPAbet', params: { word: 'nginx' }, body: { pronunciation: 'EH1 N JH AH0 N EH1 K S' } },
  },
})

export const removeWord = (): RouteDescription => ({
  protocol: DICTIONARY,
  id: 'removeWord',
  summary: 'Remove an entry',
  role: 'admin',
  params: someWord,
  answers: { 204: { description: 'It is removed' } },
  errors: [400, 404, 507],
  examples: { usual: { summary: 'Remove', params: { word: 'nginx' } } },
})

export const listSaved = (): RouteDescription => ({
  protocol: DICTIONARY,
  id: 'listSavedWords',
  summary: 'List out-of-vocabulary words of texts that were sent with `saveOovs`',
  role: 'admin',
  answers: {
    200: jsonAnswer('The words, with how often they were sent', savedWordCountSchema.array(), [
      { word: 'kubectl', count: 3, lastSeenAt: '2026-03-01T12:00:00.000Z' },
    ]),
  },
  examples: { usual: { summary: 'All words' } },
})
