import { z } from 'zod'
import * as field from '../../../server/bodies/fields.ts'
import { playedMs } from '../../../server/bodies/heard-fields.ts'
import { parseBody } from '../../../server/bodies/parse-body.ts'
import * as own from '../speech-fields.ts'

/** Bounded, since it is sent with every message. */
const MAX_CONTEXT_ID_LENGTH = 1000

export const messageSchema = z.object({
  context_id: field.string('context_id').max(MAX_CONTEXT_ID_LENGTH, 'context_id is too long').optional(),
  text: field.string('text').optional(),
  voice_settings: own.voiceSettings,
  flush: field.boolean('flush'),
  close_context: field.boolean('close_context'),
  close_socket: field.boolean('close_socket'),
})

/** The message of a client that is told what was heard. */
export const heardMessageSchema = messageSchema.extend({
  position_ms: playedMs('position_ms')
    .nullable()
    .optional()
    .describe(
      'With the end of a context: drops what was not played yet. Milliseconds of its audio that were played; by the clock of the server if it is null',
    ),
})

export type StreamMessage = z.infer<typeof heardMessageSchema>

/** The context of a message that may be invalid otherwise; undefined if it names none or an invalid one. */
export function contextIn(json: unknown): string | undefined {
  const id = (json as Partial<StreamMessage> | null)?.context_id
  return messageSchema.shape.context_id.safeParse(id).data
}

/** Fields that are not listed are ignored: most tune a model that we do not have. Throws `request.invalid`. */
export function parseStreamMessage(json: unknown, tellsHeard: boolean): StreamMessage {
  if (!tellsHeard) return parseBody(messageSchema, json)
  const message = parseBody(heardMessageSchema, json)
  const asksByClock = (json as Partial<StreamMessage>).position_ms === null
  return asksByClock ? { ...message, position_ms: null } : message
}
