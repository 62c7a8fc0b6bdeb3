import { z } from 'zod'
import { SpeechError } from '../../core/errors.ts'
import * as field from '../../server/fields.ts'
import { parseBody, requireObject } from '../../server/parse-body.ts'

/** It is kept, and sent with every event. */
const LONGEST_CONTEXT_ID = 1000
const OPERATIONS = ['flush', 'clear', 'eos'] as const

export const messageSchema = z.object({
  contextId: field
    .string('contextId')
    .max(LONGEST_CONTEXT_ID, 'contextId is too long')
    .optional()
    .describe('Sent back with every event of this text; stays in force'),
  text: field.string('text').optional().describe('Text to speak, whole or in pieces'),
  operation: field
    .oneOf('operation', OPERATIONS)
    .optional()
    .describe('`flush` ends the turn, `clear` drops what is not sent yet, `eos` speaks the rest and closes'),
})
/** Fields of the mist models, beside a text and for this text alone. */
export const markupSchema = z.object({
  phonemizeBetweenBrackets: z
    .boolean('phonemizeBetweenBrackets must be a boolean')
    .optional()
    .describe('As in the query, for this text'),
  inlineSpeedAlpha: field.positiveList('inlineSpeedAlpha').describe('As in the query, for this text'),
})

/** A message of the client: text, an operation, or one after the other. */
export type SocketMessage = z.infer<typeof messageSchema> & Partial<z.infer<typeof markupSchema>>

/** Reads what holds for a text alone only where the model has it. Throws `request.invalid`. */
export function parseSocketMessage(json: unknown, hasMarkup: boolean): SocketMessage {
  const body = requireObject(json)
  const message = parseBody(messageSchema, body)
  if (message.text === undefined && message.operation === undefined) {
    throw new SpeechError('request.invalid', 'text or operation is required')
  }
  return hasMarkup ? { ...message, ...parseBody(markupSchema, body) } : message
}

/** What the server sends on `/ws3`; on `/ws2`, `done` says so twice. */
export type ServerMessage = { readonly contextId: string | null } & (
  | { readonly type: 'chunk'; readonly data: string }
  | {
      readonly type: 'timestamps'
      readonly word_timestamps: {
        readonly words: readonly string[]
        readonly start: readonly number[]
        readonly end: readonly number[]
      }
    }
  | { readonly type: 'done'; readonly done?: true }
  | { readonly type: 'error'; readonly message: string }
)
