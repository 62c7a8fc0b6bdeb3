import { z } from 'zod'
import type { Heard } from '../../../app/live-session/heard-answer.ts'
import { heardIn } from '../../../app/live-session/heard-answer.ts'
import { isSpeechError } from '../../../core/errors.ts'
import { whatToTell } from '../../../server/answers/error-reply.ts'
import * as field from '../../../server/bodies/fields.ts'
import { parseJson } from '../../../server/bodies/json-body.ts'
import { parseBody } from '../../../server/bodies/parse-body.ts'
import type { SocketCommand, SocketProtocol } from '../../../server/websocket/live-socket.ts'
import { playbackOffset } from '../speak-query.ts'

const typeSchema = z.object({ type: field.oneOf('type', ['Speak', 'Flush', 'Clear', 'Close']) })
/** The fields of `Speak`. */
export const speakSchema = z.object({ text: field.required('text').describe('Text to speak') })

/** The fields of `Clear`, on a socket that tells what was heard. */
export const clearSchema = z.object({
  playback_offset: playbackOffset.optional().describe('How much audio of the turn the client has played'),
})

/**
 * JSON messages in both directions, binary audio. For one socket. `tellsHeard`: whether `Cleared` says what was heard.
 */
export function createSocketProtocol({ tellsHeard }: { readonly tellsHeard: boolean }): SocketProtocol {
  /** Flushes without an answer. */
  let openFlushes = 0
  /** Number of the next answer to a flush or clear. */
  let sequenceId = 0
  const acknowledgement = (type: 'Flushed' | 'Cleared', fields: object = {}) =>
    JSON.stringify({ type, sequence_id: sequenceId++, ...fields })

  return {
    hasWordTimes: false,
    isBinary: true,

    decode(message, isBinary) {
      const command = commandOf(message, { isBinary, tellsHeard })
      if (command.kind === 'flush') openFlushes++
      return [command]
    },

    encode(event) {
      switch (event.kind) {
        case 'chunk':
          return event.bytes
        case 'timestamps':
          return undefined
        case 'done':
          // The turn that `Close` ends has no answer.
          if (openFlushes === 0) return undefined
          openFlushes--
          return acknowledgement('Flushed')
        case 'error':
          return JSON.stringify(warning(event.message))
        case 'close':
          return event.reason.kind === 'failed' ? JSON.stringify(errorMessage(event.reason.error)) : undefined
        default:
          return event satisfies never
      }
    },

    closeOf(error) {
      const { closeCode, code, description } = failureOf(error)
      return { code: closeCode, text: `${code}: ${description}` }
    },

    acknowledge(command, answer) {
      if (command.kind !== 'clear') return undefined
      openFlushes = 0
      if (!tellsHeard) return acknowledgement('Cleared')
      return acknowledgement('Cleared', heardFields(heardIn(answer, command)))
    },
  }
}

const heardFields = ({ heard, remaining, positionMs, from, alsoUnheard }: Heard) => ({
  audio_played_ms: positionMs,
  text_spoken: heard,
  text_remaining: remaining,
  ...(from === 'clock' && { heard_from: from }),
  ...(alsoUnheard && { also_unheard: alsoUnheard }),
})

function commandOf(
  message: Buffer,
  { isBinary, tellsHeard }: { readonly isBinary: boolean; readonly tellsHeard: boolean },
): SocketCommand {
  if (isBinary) return { kind: 'malformed', message: 'message must be text' }
  try {
    const json = parseJson(message, 'message')
    const { type } = parseBody(typeSchema, json)
    switch (type) {
      case 'Speak':
        return { kind: 'text', text: parseBody(speakSchema, json).text }
      case 'Flush':
        return { kind: 'flush' }
      case 'Clear':
        return {
          kind: 'clear',
          positionMs: tellsHeard ? parseBody(clearSchema, json).playback_offset?.value : undefined,
        }
      case 'Close':
        return { kind: 'eos' }
      default:
        return type satisfies never
    }
  } catch (error) {
    if (!isSpeechError(error)) throw error
    return { kind: 'malformed', message: error.message }
  }
}

/** Clients read the text as `description` or as `warn_msg`. */
const warning = (text: string) => ({
  type: 'Warning',
  description: text,
  code: 'DATA-0000',
  warn_msg: text,
  warn_code: 'DATA-0000',
})

function errorMessage(error: unknown) {
  const { code, description } = failureOf(error)
  return { type: 'Error', description, code }
}

/** The codes of Deepgram for invalid input and for failures of the service. */
function failureOf(error: unknown) {
  const { status, text: description } = whatToTell(error)
  return status < 500
    ? { closeCode: 1008, code: 'DATA-0001', description }
    : { closeCode: 1011, code: 'NET-0000', description }
}
