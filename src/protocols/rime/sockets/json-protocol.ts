import { heardIn } from '../../../app/live-session/heard-answer.ts'
import type { SessionEvent } from '../../../app/live-session/live-session-messages.ts'
import { isSpeechError } from '../../../core/errors.ts'
import type { Markup } from '../../../core/request.ts'
import { base64 } from '../../../server/answers/base64.ts'
import { parseJson } from '../../../server/bodies/json-body.ts'
import type { SocketCommand, SocketProtocol } from '../../../server/websocket/live-socket.ts'
import { messageSchema, parseSocketMessage, type ServerMessage, type SocketMessage } from '../socket-messages.ts'

export interface JsonProtocolOptions {
  /** Markup of a single text, merged with the socket's; undefined if the model has none. */
  readonly markupOf: ((message: SocketMessage) => Markup | undefined) | undefined
  /** Whether `done` messages have `"done": true`. */
  readonly saysDone: boolean
  /** Whether a `clear` is answered with what was heard. */
  readonly tellsHeard: boolean
}

/** JSON messages in both directions, audio in base64. For one socket. */
export function createJsonProtocol({ markupOf, saysDone, tellsHeard }: JsonProtocolOptions): SocketProtocol {
  const fields = { hasMarkup: markupOf !== undefined, tellsHeard }
  /** The last one that the client sent with a text or an operation. */
  let lastContextId: string | null = null

  function decode(message: Buffer, isBinary: boolean): readonly SocketCommand[] {
    if (isBinary) return [malformed('message must be text')]
    let json: unknown
    try {
      json = parseJson(message, 'message')
      return commandsOf(parseSocketMessage(json, fields), markupOf)
    } catch (error) {
      if (!isSpeechError(error)) throw error
      return [malformed(error.message, json)]
    }
  }

  return {
    hasWordTimes: true,
    isBinary: false,
    encode: (event) => encodeEvent(event, saysDone),
    decode(message, isBinary) {
      const commands = decode(message, isBinary)
      for (const { kind, contextId } of commands) if (kind !== 'heard') lastContextId = contextId ?? lastContextId
      return commands
    },
    acknowledge(command, answer) {
      if (!tellsHeard || (command.kind !== 'clear' && command.kind !== 'heard')) return undefined
      const heard = heardIn(answer, command)
      return write({ type: 'heard', contextId: answer?.contextId ?? command.contextId ?? lastContextId, ...heard })
    },
  }
}

function encodeEvent(event: SessionEvent, saysDone: boolean): Uint8Array | string | undefined {
  if (event.kind === 'close') return undefined
  const { contextId } = event
  switch (event.kind) {
    case 'chunk':
      return chunkMessage(event.bytes, contextId)
    case 'timestamps':
      return write({ type: 'timestamps', word_timestamps: event.times, contextId })
    case 'done':
      return write({ type: 'done', ...(saysDone && { done: true }), contextId })
    case 'error':
      return write({ type: 'error', message: event.message, contextId })
    default:
      return event satisfies never
  }
}

function commandsOf(message: SocketMessage, markupOf: JsonProtocolOptions['markupOf']): readonly SocketCommand[] {
  const { text, operation, contextId, positionMs } = message
  const commands: SocketCommand[] = []
  if (text !== undefined) commands.push({ kind: 'text', text, markup: markupOf?.(message), contextId })
  if (operation === 'clear' || operation === 'heard') commands.push({ kind: operation, contextId, positionMs })
  else if (operation !== undefined) commands.push({ kind: operation, contextId })
  return commands
}

/** The command for an invalid message, in the message's context if it has a valid one. */
function malformed(message: string, json?: unknown): SocketCommand {
  const contextId = (json as Partial<SocketMessage> | null | undefined)?.contextId
  return { kind: 'malformed', message, contextId: messageSchema.shape.contextId.safeParse(contextId).data }
}

const write = (message: ServerMessage): string => JSON.stringify(message)

/** Serialized by hand, so that the audio is copied twice instead of four times. */
function chunkMessage(bytes: Uint8Array, contextId: string | null): Buffer {
  const audio = base64(bytes)
  const tail = Buffer.from(`","contextId":${JSON.stringify(contextId)}}`)
  const message = Buffer.allocUnsafe(HEAD.length + audio.length + tail.length)
  HEAD.copy(message)
  message.write(audio, HEAD.length, 'latin1')
  tail.copy(message, HEAD.length + audio.length)
  return message
}

const HEAD = Buffer.from('{"type":"chunk","data":"')
