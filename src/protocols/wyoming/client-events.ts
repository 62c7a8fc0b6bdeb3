import { z } from 'zod'
import { invalidRequest } from '../../core/errors.ts'
import { withoutAbsent } from '../../server/bodies/absent-fields.ts'
import * as field from '../../server/bodies/fields.ts'
import { isAbsent, parseBody } from '../../server/bodies/parse-body.ts'
import type { WyomingEvent } from './event-framing.ts'
import type { VoiceChoice } from './voice-choice.ts'

/** An event that the service handles. */
export type ClientEvent =
  | { readonly kind: 'describe' }
  | { readonly kind: 'ping'; readonly text: string | undefined }
  | { readonly kind: 'synthesize'; readonly text: string; readonly voice: VoiceChoice }
  | { readonly kind: 'start'; readonly voice: VoiceChoice }
  | { readonly kind: 'chunk'; readonly text: string }
  | { readonly kind: 'stop' }

const voiceOf = z.object({ name: z.string().optional(), language: z.string().optional() })
const VOICE = 'voice must be an object with a name or a language'
const voiceFields = {
  voice: z
    .custom<unknown>()
    .transform((value, context): VoiceChoice => {
      const { data } = voiceOf.safeParse(withoutAbsent(value, (_, each) => isAbsent('voice', each))) // `name` is a choice
      if (data !== undefined) return data
      context.addIssue(VOICE)
      return z.NEVER
    })
    .optional(),
  text_format: field.string('text_format').optional(),
}
const schemas = {
  ping: z.object({ text: field.string('text').optional() }),
  synthesize: z.object({ text: field.required('text'), ...voiceFields }),
  start: z.object(voiceFields),
  chunk: z.object({ text: field.required('text') }),
}

/** Undefined for an event of another service or of a later version. Throws `request.invalid`. */
export function parseEvent({ type, data }: WyomingEvent): ClientEvent | undefined {
  switch (type) {
    case 'describe':
      return { kind: 'describe' }
    case 'ping':
      return { kind: 'ping', ...parseBody(schemas.ping, data) } as ClientEvent
    case 'synthesize':
      return { kind: 'synthesize', ...plain(parseBody(schemas.synthesize, data)) }
    case 'synthesize-start':
      return { kind: 'start', ...plain(parseBody(schemas.start, data)) }
    case 'synthesize-chunk':
      return { kind: 'chunk', ...parseBody(schemas.chunk, data) }
    case 'synthesize-stop':
      return { kind: 'stop' }
    default:
      return undefined
  }
}

/** Without a voice, that of the service. */
function plain<T extends { voice?: VoiceChoice | undefined; text_format?: string | undefined }>(fields: T) {
  const { voice = {}, text_format = 'text', ...others } = fields
  if (text_format !== 'text') throw invalidRequest('text_format must be text')
  return { ...others, voice }
}
