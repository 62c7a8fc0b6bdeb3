import { z } from 'zod'
import * as field from '../../server/bodies/fields.ts'
import { parseStoredBody } from '../../server/bodies/parse-body.ts'

const LONGEST_NOTE = 500

const PRONUNCIATION =
  'ARPAbet (`K AA1 F K AH0`), IPA (`/ˈkɑːfkə/`), phonemes in braces (`{k1afkx}`) or other words (`engine x`)'

export const wordRequestSchema = z.object({
  word: field.required('word').describe('Word that is missing or read wrongly, without spaces'),
  pronunciation: field.string('pronunciation').optional().describe(`${PRONUNCIATION}; predicted if absent`),
  note: field.string('note').max(LONGEST_NOTE, 'note is too long').default('').describe('Note for the operator'),
})
export const approvalSchema = z.object({
  pronunciation: field.string('pronunciation').optional().describe(`${PRONUNCIATION}, instead of the requested one`),
})
export const wordSchema = z.object({ pronunciation: field.required('pronunciation').describe(PRONUNCIATION) })

const MOST_LISTED = 1_000_000
const count = (name: string, min: number, otherwise: number) =>
  z.coerce
    .number<string>(`${name} must be a whole number`)
    .int(`${name} must be a whole number`)
    .min(min, `${name} must be at least ${min}`)
    .max(MOST_LISTED, `${name} is too large`)
    .default(otherwise)

export const wordQuerySchema = z.object({
  search: z.string('search must be a string').default('').describe('Only words that contain it, in any case'),
  limit: count('limit', 1, MOST_LISTED).describe('Maximum number of entries; all by default'),
  offset: count('offset', 0, 0).describe('Number of entries to skip'),
})

/** The query of `GET /v1/dictionary/words`. Throws `request.invalid`. */
export const parseWordQuery = (query: unknown) => parseStoredBody(wordQuerySchema, query)

/** The answer to an import. */
export const importedSchema = z.object({ imported: z.int().describe('Number of entries that were added or replaced') })
export type Imported = z.infer<typeof importedSchema>

/** The body of `POST /v1/dictionary/requests`. Throws `request.invalid`. */
export const parseWordRequestBody = (body: unknown) => parseStoredBody(wordRequestSchema, body)

/** The body of `POST /v1/dictionary/requests/{id}/approve`. Throws `request.invalid`. */
export const parseApprovalBody = (body: unknown) => parseStoredBody(approvalSchema, body)

/** The body of `PUT /v1/dictionary/words/{word}`. Throws `request.invalid`. */
export const parseWordBody = (body: unknown) => parseStoredBody(wordSchema, body)

/** The answer to a new request. Instants are ISO 8601 in UTC. */
export const newWordRequestSchema = z.object({
  id: z.string(),
  word: z.string(),
  status: z.literal('requested'),
  due: z.iso.datetime().describe('When it is added if nobody has judged it'),
})
export type NewWordRequest = z.infer<typeof newWordRequestSchema>

/** A request in a list. */
export const listedWordRequestSchema = z.object({
  id: z.string(),
  word: z.string(),
  pronunciation: z.string().describe('The one to be added, or the one that was added'),
  predicted: z.boolean().describe('Whether it was predicted because the caller gave none'),
  note: z.string(),
  status: z.enum(['requested', 'added', 'rejected']),
  requestedAt: z.iso.datetime(),
  due: z.iso.datetime(),
  judgedAt: z.iso.datetime().optional().describe('Absent while the request is open'),
  keyId: z.string().optional().describe('Id of the key that made the request; for operators only'),
})
export type WordRequest = z.infer<typeof listedWordRequestSchema>

export const dictionaryWordSchema = z.object({
  word: z.string(),
  pronunciation: z.string(),
  addedAt: z.iso.datetime(),
  addedBy: z.string().nullable().describe('Id of the key that added it, or that requested it; null for a command'),
})
export type DictionaryWord = z.infer<typeof dictionaryWordSchema>

/** An out-of-vocabulary word of a text that was sent with `saveOovs`. */
export const savedWordCountSchema = z.object({ word: z.string(), count: z.int(), lastSeenAt: z.iso.datetime() })
export type SavedWordCount = z.infer<typeof savedWordCountSchema>
