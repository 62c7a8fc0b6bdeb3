import { z } from 'zod'
import * as field from '../../server/fields.ts'
import { parseBody } from '../../server/parse-body.ts'

const LONGEST_NOTE = 500

const PRONUNCIATION = 'ARPAbet (`K AA1 F K AH0`), phonemes in braces (`{k1afkx}`) or other words (`engine x`)'

export const wordRequestSchema = z.object({
  word: field.required('word').describe('Word that is missing or read wrongly, without spaces'),
  pronunciation: field.string('pronunciation').optional().describe(`${PRONUNCIATION}; predicted if absent`),
  note: field.string('note').max(LONGEST_NOTE, 'note is too long').default('').describe('Note for the operator'),
})
export const approvalSchema = z.object({
  pronunciation: field.string('pronunciation').optional().describe(`${PRONUNCIATION}, instead of the requested one`),
})
export const wordSchema = z.object({ pronunciation: field.required('pronunciation').describe(PRONUNCIATION) })

/** The body of `POST /v1/dictionary/requests`. Throws `request.invalid`. */
export const parseWordRequestBody = (body: unknown) => parseBody(wordRequestSchema, body)

/** The body of `POST /v1/dictionary/requests/{id}/approve`. Throws `request.invalid`. */
export const parseApprovalBody = (body: unknown) => parseBody(approvalSchema, body)

/** The body of `PUT /v1/dictionary/words/{word}`. Throws `request.invalid`. */
export const parseWordBody = (body: unknown) => parseBody(wordSchema, body)

/** The answer to a new request. Instants are ISO 8601 in UTC. */
export interface NewWordRequest {
  readonly id: string
  readonly word: string
  readonly status: 'requested'
  readonly due: string
}

/** A request in a list. */
export interface WordRequest {
  readonly id: string
  readonly word: string
  /** The pronunciation to be added, or the one that was added. */
  readonly pronunciation: string
  /** Whether the pronunciation was predicted because the caller gave none. */
  readonly predicted: boolean
  readonly note: string
  readonly status: 'requested' | 'added' | 'rejected'
  readonly requestedAt: string
  readonly due: string
  /** Absent while the request is open. */
  readonly judgedAt?: string
  /** Id of the key that made the request; for operators only. */
  readonly keyId?: string
}

export interface DictionaryWord {
  readonly word: string
  readonly pronunciation: string
  readonly addedAt: string
}

/** An out-of-vocabulary word of a text that was sent with `saveOovs`. */
export interface SavedWordCount {
  readonly word: string
  readonly count: number
  readonly lastSeenAt: string
}
