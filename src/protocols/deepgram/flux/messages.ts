import { z } from 'zod'
import { isSpeechError } from '../../../core/errors.ts'
import * as field from '../../../server/bodies/fields.ts'
import { parseJson } from '../../../server/bodies/json-body.ts'
import { playbackOffset } from '../speak-query.ts'

const typed = <const T extends string>(type: T) => z.object({ type: z.literal(type) })

/** What a client may send, by name. Other fields are ignored. */
export const MESSAGES = {
  Speak: typed('Speak').extend({ text: field.required('text').describe('Text to speak, as it is') }),
  Flush: typed('Flush'),
  Interrupt: typed('Interrupt').extend({
    playback_offset: playbackOffset.nullish().describe('How much audio of the session the client has played'),
  }),
  Configure: typed('Configure').extend({
    speed: field.number('speed').nullish().describe('From 0.5 to 1.5 in steps of 0.05'),
  }),
  Close: typed('Close'),
}

const messageSchema = z.discriminatedUnion('type', [
  MESSAGES.Speak,
  MESSAGES.Flush,
  MESSAGES.Interrupt,
  MESSAGES.Configure,
  MESSAGES.Close,
])

export type ClientMessage = z.infer<typeof messageSchema>

/** A message that is none, with Deepgram's code. It ends the session. */
export interface InvalidMessage {
  readonly type: 'invalid'
  readonly code: 'MESSAGE-0000' | 'DATA-0000'
  readonly description: string
}

export function parseMessage(message: Buffer, isBinary: boolean): ClientMessage | InvalidMessage {
  if (isBinary) return { type: 'invalid', code: 'DATA-0000', description: 'message must be text' }
  let json: unknown
  try {
    json = parseJson(message, 'message')
  } catch (error) {
    if (!isSpeechError(error)) throw error
    return unparseable(error.message)
  }
  const parsed = messageSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const type = (json as { readonly type?: unknown } | null)?.type
  const names = Object.keys(MESSAGES)
  if (typeof type === 'string' && !names.includes(type)) {
    return { type: 'invalid', code: 'DATA-0000', description: `type must be one of ${names.join(', ')}` }
  }
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.')
  return unparseable(place ? `${place}: ${issue?.message}` : 'message must be an object with a type')
}

const unparseable = (description: string): InvalidMessage => ({ type: 'invalid', code: 'MESSAGE-0000', description })
