import { z } from 'zod'
import { SpeechError } from '../../core/errors.ts'
import * as field from '../../server/bodies/fields.ts'
import { heardSchema, playedMs } from '../../server/bodies/heard-fields.ts'
import { parseBody, requireObject } from '../../server/bodies/parse-body.ts'

/** Bounded, since it is stored and sent with every event. */
const MAX_CONTEXT_ID_LENGTH = 1000
const OPERATIONS = ['flush', 'clear', 'eos'] as const

export const messageSchema = z.object({
  contextId: field
    .string('contextId')
    .max(MAX_CONTEXT_ID_LENGTH, 'contextId is too long')
    .optional()
    .describe('Sent back with every event of this text; stays in force'),
  text: field.string('text').optional().describe('Text to speak, whole or in pieces'),
  operation: field
    .oneOf('operation', OPERATIONS)
    .optional()
    .describe('`flush` ends the turn, `clear` drops what is not sent yet, `eos` speaks the rest and closes'),
})
/** Fields of the mist models that apply to the text of the same message. */
export const markupSchema = z.object({
  phonemizeBetweenBrackets: z
    .boolean('phonemizeBetweenBrackets must be a boolean')
    .optional()
    .describe('As in the query, for this text'),
  inlineSpeedAlpha: field.positiveList('inlineSpeedAlpha').describe('As in the query, for this text'),
})

/** The message of a client that is told what was heard. */
export const heardMessageSchema = messageSchema.extend({
  operation: field
    .oneOf('operation', [...OPERATIONS, 'heard'])
    .optional()
    .describe(`${messageSchema.shape.operation.description}; \`heard\` asks what was heard so far`),
  positionMs: playedMs('positionMs')
    .optional()
    .describe('With `clear` and `heard`: milliseconds of the audio of the turn that were played'),
})

/** A client's message: text, an operation, or both in that order. */
export type SocketMessage = z.infer<typeof heardMessageSchema> & Partial<z.infer<typeof markupSchema>>

/** Which fields of a message are read. */
export interface MessageFields {
  /** Those of markup, which some models have. */
  readonly hasMarkup: boolean
  /** What was heard is told and asked for. */
  readonly tellsHeard: boolean
}

/** Throws `request.invalid`. */
export function parseSocketMessage(json: unknown, { hasMarkup, tellsHeard }: MessageFields): SocketMessage {
  const body = requireObject(json)
  const message: SocketMessage = parseBody(tellsHeard ? heardMessageSchema : messageSchema, body)
  if (message.text === undefined && message.operation === undefined) {
    throw new SpeechError('request.invalid', 'text or operation is required')
  }
  return hasMarkup ? { ...message, ...parseBody(markupSchema, body) } : message
}

const message = <const T extends string>(type: T) =>
  z.object({ type: z.literal(type), contextId: z.string().nullable().describe('The last one that the client sent') })

/** Messages of the server on `/ws3`; on `/ws2`, `done` also has `"done": true`. */
export const serverMessages = {
  chunk: message('chunk').extend({ data: z.string().describe('Audio in base64') }),
  timestamps: message('timestamps').extend({
    word_timestamps: z.object({
      words: z.array(z.string()).readonly(),
      start: z.array(z.number()).readonly().describe('In seconds'),
      end: z.array(z.number()).readonly().describe('In seconds'),
    }),
  }),
  done: message('done').extend({ done: z.literal(true).optional() }),
  error: message('error').extend({ message: z.string() }),
  heard: message('heard').extend(heardSchema.shape),
}
export type ServerMessage = {
  [K in keyof typeof serverMessages]: z.infer<(typeof serverMessages)[K]>
}[keyof typeof serverMessages]
