import { z } from 'zod'
import type { SessionCommand } from '../../../app/live-session/live-session-messages.ts'
import { isSpeechError } from '../../../core/errors.ts'
import { whatToTell } from '../../../server/answers/error-reply.ts'
import * as field from '../../../server/bodies/fields.ts'
import { parseJson } from '../../../server/bodies/json-body.ts'
import { parseBody } from '../../../server/bodies/parse-body.ts'
import type { SocketProtocol } from '../../../server/websocket/live-socket.ts'

const typeSchema = z.object({ type: field.oneOf('type', ['stream', 'flush', 'stop', 'keepalive']) })
/** The fields of `stream`. */
export const streamSchema = z.object({ text: field.required('text').describe('Text to speak') })

/** JSON messages in, binary audio out. */
export const streamProtocol: SocketProtocol = {
  hasWordTimes: false,
  isBinary: true,

  decode(message, isBinary) {
    if (isBinary) return [malformed('message must be text')]
    try {
      return commandsOf(parseJson(message, 'message'))
    } catch (error) {
      if (!isSpeechError(error)) throw error
      return [malformed(error.message)]
    }
  },

  encode(event) {
    switch (event.kind) {
      case 'chunk':
        return event.bytes
      case 'error':
        return write(event.message)
      case 'close':
        return event.reason.kind === 'failed' ? write(whatToTell(event.reason.error).text) : undefined
      case 'timestamps':
      case 'done':
        return undefined
      default:
        return event satisfies never
    }
  },
}

function commandsOf(json: unknown): readonly SessionCommand[] {
  const { type } = parseBody(typeSchema, json)
  switch (type) {
    case 'stream':
      // jambonz sends whole words and trims the spaces around them.
      return [{ kind: 'text', text: `${parseBody(streamSchema, json).text} ` }]
    case 'flush':
      return [{ kind: 'flush' }]
    case 'stop':
      return [{ kind: 'clear' }, { kind: 'eos' }]
    case 'keepalive':
      return []
    default:
      return type satisfies never
  }
}

const malformed = (message: string): SessionCommand => ({ kind: 'malformed', message })

const write = (error: string): string => JSON.stringify({ type: 'error', error })
