import Negotiator from 'negotiator'
import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { dictionaryLanguage, entryOf, removeWord } from '../../app/dictionary/dictionary.ts'
import { readDictionaryCsv, writeDictionaryCsv } from '../../app/dictionary/dictionary-csv.ts'
import { createTimeSlice, finishInSlices } from '../../app/time-slice.ts'
import { type DictionaryEntry, type OovWord, wordKey } from '../../core/dictionary.ts'
import { NORMALIZED_LANGUAGES } from '../../languages/languages.ts'
import { sendJson } from '../../server/answers/send-json.ts'
import { addVary } from '../../server/answers/vary.ts'
import * as field from '../../server/bodies/fields.ts'
import { readText } from '../../server/bodies/read-json.ts'
import { addCheckedRoute } from '../../server/checked-route.ts'
import { jsonAnswer } from '../../server/description.ts'
import type { Protocol, Server } from '../../server/protocol.ts'
import { addRequestRoutes, DICTIONARY, LANGUAGE, PRONUNCIATION } from './word-requests.ts'

/** The operator's entries, and callers' requests for them. */
export const dictionaryProtocol: Protocol = {
  name: 'dictionary',
  register(server, app) {
    addRequestRoutes(server, app)
    addWordRoutes(server, app)
  },
}

export const wordSchema = z.object({
  pronunciation: field.required('pronunciation').describe(PRONUNCIATION),
  language: field.string('language').optional().describe(LANGUAGE),
})

const MAX_LISTED = 1_000_000
const count = (name: string, min: number, otherwise: number) =>
  z.coerce
    .number<string>(`${name} must be a whole number`)
    .int(`${name} must be a whole number`)
    .min(min, `${name} must be at least ${min}`)
    .max(MAX_LISTED, `${name} is too large`)
    .default(otherwise)

const wordQuerySchema = z.object({
  language: field.string('language').optional().describe('Only entries of this language; of all by default'),
  search: z.string('search must be a string').default('').describe('Only words that contain it, in any case'),
  limit: count('limit', 1, MAX_LISTED).describe('Maximum number of entries; all by default'),
  offset: count('offset', 0, 0).describe('Number of entries to skip'),
})

const dictionaryWordSchema = z.object({
  word: z.string(),
  language: z.enum(NORMALIZED_LANGUAGES).describe('Of the texts in which it is pronounced so'),
  pronunciation: z.string(),
  addedAt: z.iso.datetime(),
  addedBy: z.string().nullable().describe('Id of the key that added it, or that requested it; null for a command'),
})
const importedSchema = z.object({ imported: z.int().describe('Number of entries that were added or replaced') })
/** An out-of-vocabulary word of a text that was sent with `saveOovs`. */
const savedWordCountSchema = z.object({ word: z.string(), count: z.int(), lastSeenAt: z.iso.datetime() })

const WORD = {
  word: 'nginx',
  language: 'eng' as const,
  pronunciation: 'EH1 N JH AH0 N EH1 K S',
  addedAt: '2026-03-01T12:00:00.000Z',
  addedBy: '4d2f6ab01c9e',
}
const oneWord = z.object({ word: z.string().describe('The word, in any case') })
const ofLanguage = z.object({ language: field.string('language').optional().describe(LANGUAGE) })

/** Some 30,000 entries. */
const MAX_CSV_BYTES = 2 ** 20

function addWordRoutes(server: Server, { store, dictionary, clock, limits }: App): void {
  const described = { protocol: DICTIONARY, role: 'admin' } as const

  addCheckedRoute(
    server,
    {
      ...described,
      method: 'GET',
      url: '/v1/dictionary/words',
      id: 'listWords',
      summary: 'List or search the entries',
      description: 'As JSON, or as CSV by `Accept: text/csv`. `X-Total-Count` is the number of all that match.',
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
    },
    async ({ query: { search, language, ...page }, request }, reply) => {
      const inLanguage = language === undefined ? undefined : dictionaryLanguage(language)
      const found = await store.dictionary.search(wordKey(search), { ...page, language: inLanguage })
      reply.header('x-total-count', found.total)
      addVary(reply, 'accept')
      if (new Negotiator(request.raw).mediaType(['application/json', 'text/csv']) !== 'text/csv') {
        return sendJson(reply, found.entries.map(dictionaryWord))
      }
      reply.header('content-disposition', 'attachment; filename="dictionary.csv"')
      return reply.type('text/csv').send(writeDictionaryCsv(found.entries))
    },
  )

  addCheckedRoute(
    server,
    {
      ...described,
      method: 'PUT',
      url: '/v1/dictionary/words',
      id: 'importWords',
      summary: 'Add or replace entries by a CSV file',
      description:
        'The body is CSV of at most 1 MiB; its first line names the columns `word`, `pronunciation` and, unless all is English, `language`; others are ignored. All entries are added, or none if a line is wrong.',
      answers: { 200: jsonAnswer('All entries are added', importedSchema, { imported: 2 }) },
      errors: [400, 413, 507],
      examples: {},
    },
    async ({ request, keyId }, reply) => {
      const text = await readText(request.raw, Math.min(limits.maxBodyBytes, MAX_CSV_BYTES))
      const origin = { addedAt: clock(), addedBy: keyId }
      const added = await finishInSlices(readDictionaryCsv(text, origin), createTimeSlice())
      if (added.length > 0) await store.dictionary.add(added)
      await dictionary.refresh()
      return sendJson(reply, { imported: added.length } satisfies z.infer<typeof importedSchema>)
    },
  )

  addCheckedRoute(
    server,
    {
      ...described,
      method: 'PUT',
      url: '/v1/dictionary/words/:word',
      id: 'setWord',
      summary: 'Add or replace an entry',
      description: 'The answer has the pronunciation as it is stored. Every process uses it within 5 s.',
      params: oneWord,
      body: { schema: wordSchema, maxBytes: limits.maxBodyBytes },
      answers: { 200: jsonAnswer('The entry', dictionaryWordSchema, WORD) },
      errors: [507],
      examples: {
        respelled: { summary: 'By other words', params: { word: 'nginx' }, body: { pronunciation: 'engine x' } },
        spanish: {
          summary: 'In Spanish texts',
          params: { word: 'Mirallès' },
          body: { pronunciation: '/miˈraʎes/', language: 'spa' },
        },
        arpabet: {
          summary: 'In ARPAbet',
          params: { word: 'nginx' },
          body: { pronunciation: 'EH1 N JH AH0 N EH1 K S' },
        },
      },
    },
    async ({ params, body, keyId }, reply) => {
      const entry = entryOf({ ...params, language: body.language }, body.pronunciation, clock(), keyId)
      await store.dictionary.add([entry])
      await dictionary.refresh()
      return sendJson(reply, dictionaryWord(entry))
    },
  )

  addCheckedRoute(
    server,
    {
      ...described,
      method: 'DELETE',
      url: '/v1/dictionary/words/:word',
      id: 'removeWord',
      summary: 'Remove an entry',
      params: oneWord,
      query: ofLanguage,
      answers: { 204: { description: 'It is removed' } },
      errors: [400, 404, 507],
      examples: { usual: { summary: 'Remove', params: { word: 'nginx' } } },
    },
    async ({ params, query }, reply) => {
      await removeWord(store.dictionary, { ...params, ...query }, clock())
      await dictionary.refresh()
      return reply.code(204).send()
    },
  )

  addCheckedRoute(
    server,
    {
      ...described,
      method: 'GET',
      url: '/v1/dictionary/saved',
      id: 'listSavedWords',
      summary: 'List out-of-vocabulary words of texts that were sent with `saveOovs`',
      answers: {
        200: jsonAnswer('The words, with how often they were sent', savedWordCountSchema.array(), [
          { word: 'kubectl', count: 3, lastSeenAt: '2026-03-01T12:00:00.000Z' },
        ]),
      },
      examples: { usual: { summary: 'All words' } },
    },
    async (_checked, reply) => sendJson(reply, (await store.oovWords.list()).map(savedWordCount)),
  )
}

const dictionaryWord = ({
  word,
  language,
  pronunciation,
  addedAt,
  addedBy,
}: DictionaryEntry): z.infer<typeof dictionaryWordSchema> => ({
  word,
  language,
  pronunciation,
  addedAt: addedAt.toISOString(),
  addedBy,
})

const savedWordCount = ({ word, count, lastSeenAt }: OovWord): z.infer<typeof savedWordCountSchema> => ({
  word,
  count,
  lastSeenAt: lastSeenAt.toISOString(),
})
