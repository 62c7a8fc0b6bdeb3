import { z } from 'zod'
import * as field from '../../../server/bodies/fields.ts'
import { playedMs } from '../../../server/bodies/heard-fields.ts'
import { parseBody } from '../../../server/bodies/parse-body.ts'
import { deliveryFields } from '../delivery.ts'
import { outputFormat, RAW_ONLY } from '../output-format.ts'
import { contextId, speechFields } from '../speech-fields.ts'
import type { ContextId } from '../speech-messages.ts'

const MAX_BUFFER_MS = 5000
const DEFAULT_BUFFER_MS = 3000

/** Fields of every text. */
export const textSchema = z.object({
  context_id: contextId,
  transcript: field.required('transcript').describe('Text to add, as it is'),
  continue: field.boolean('continue').describe('More text of the context follows'),
  flush: field.boolean('flush').describe('Speaks all text so far and tells when its audio was sent'),
  ...deliveryFields,
})

/** Fields that the first text of a context fixes. */
export const contextSchema = z.object({
  ...speechFields,
  output_format: outputFormat(RAW_ONLY),
  max_buffer_delay_ms: field
    .integerBetween('max_buffer_delay_ms', 0, MAX_BUFFER_MS)
    .default(DEFAULT_BUFFER_MS)
    .describe('Text without a sentence end waits so long for one. 0: each text is spoken at once, as it is'),
})

export const cancelSchema = z.object({
  context_id: contextId,
  cancel: z.literal(true),
  position_ms: playedMs('position_ms')
    .nullish()
    .describe('With `heard=true`: milliseconds of the audio of the context that were played; by default, estimated'),
})

export type TextMessage = z.infer<typeof textOnlySchema>
export type ContextFields = z.infer<typeof contextSchema>

const nameSchema = z.object({ context_id: contextId })

/** The context of a message that may be invalid otherwise. Throws `request.invalid` for an invalid one. */
export const contextIn = (json: unknown): ContextId => parseBody(nameSchema, json).context_id || undefined

export const isCancel = (json: unknown): boolean => (json as { readonly cancel?: unknown }).cancel === true

/** Whether no text of the context follows. */
export const isLast = (json: unknown): boolean =>
  ((json as { readonly continue?: unknown }).continue ?? false) === false

/** Milliseconds that were played before a cancel, if the client says. Throws `request.invalid`. */
export const positionIn = (json: unknown): number | undefined =>
  parseBody(cancelSchema.pick({ position_ms: true }), json).position_ms ?? undefined

/** The context is known. */
const textOnlySchema = textSchema.omit({ context_id: true })

/** Other fields are ignored. Throws `request.invalid`. */
export const parseText = (json: unknown): TextMessage => parseBody(textOnlySchema, json)

/** Throws `request.invalid`. */
export const parseContext = (json: unknown): ContextFields => parseBody(contextSchema, json)
