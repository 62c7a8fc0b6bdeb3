import { create, fromJson, type JsonValue, type MessageInitShape, toBinary, toJsonString } from '@bufbuild/protobuf'
import type { Heard } from '../../app/live-session/heard-answer.ts'
import { invalidRequest, isSpeechError, SpeechError } from '../../core/errors.ts'
import { base64 } from '../../server/answers/base64.ts'
import { withoutAbsent } from '../../server/bodies/absent-fields.ts'
import { decodeMessage } from '../../server/bodies/decode-message.ts'
import { parseJson } from '../../server/bodies/json-body.ts'
import { headOfBytes } from '../rime-messages/bytes-field.ts'
import {
  type WebSocketRequest,
  WebSocketRequestSchema,
  WebSocketResponseSchema,
} from '../rime-messages/text-to-speech_pb.ts'

/** How the server's messages are encoded. The client's are decoded by the type of their frame. */
export type Encoding = 'json' | 'binary'

/** A frame that is neither JSON nor a protobuf message. */
export class UndecodableFrame extends Error {}

/** Longest part of the library's message that is sent; it may quote the frame. */
const MAX_MESSAGE_LENGTH = 200

/**
 * Decodes a frame. Throws `UndecodableFrame`, `request.invalid` for JSON that is not a message of the schema, or
 * `request.too-large` as `decodeMessage` and `parseJson` do.
 */
export function decodeRequest(frame: Buffer, isBinary: boolean): WebSocketRequest {
  if (isBinary) {
    try {
      return decodeMessage(WebSocketRequestSchema, frame)
    } catch (error) {
      throw isSpeechError(error) && error.code === 'request.invalid' ? new UndecodableFrame(error.message) : error
    }
  }
  // In a oneof, the library would count a message that is null as set.
  const json = withoutAbsent(parseFrame(frame), (_, value) => value === null) as JsonValue
  try {
    return fromJson(WebSocketRequestSchema, json, { ignoreUnknownFields: true })
  } catch (error) {
    const { message } = error as Error
    throw new SpeechError('request.invalid', `message does not fit the schema: ${message.slice(0, MAX_MESSAGE_LENGTH)}`)
  }
}

function parseFrame(frame: Buffer): JsonValue {
  let json: unknown
  try {
    json = parseJson(frame, 'message')
  } catch (error) {
    throw isSpeechError(error) && error.code === 'request.invalid' ? new UndecodableFrame(error.message) : error
  }
  if (typeof json !== 'object' || json === null) throw invalidRequest('message must be an object')
  return json as JsonValue
}

/** Encodes a message other than audio. */
export function encodeResponse(
  response: MessageInitShape<typeof WebSocketResponseSchema>,
  encoding: Encoding,
): string | Uint8Array {
  const message = create(WebSocketResponseSchema, response)
  return encoding === 'json'
    ? toJsonString(WebSocketResponseSchema, message)
    : toBinary(WebSocketResponseSchema, message)
}

/** Encodes `cancelled`. In JSON, what was heard is one object, as in other protocols. */
export const encodeCancelled = (
  contextId: string,
  heard: Heard | undefined,
  encoding: Encoding,
): string | Uint8Array =>
  encoding === 'json' && heard !== undefined
    ? JSON.stringify({ contextId, cancelled: { heard } })
    : encodeResponse({ contextId, payload: { case: 'cancelled', value: heard ?? {} } }, encoding)

/** Encodes an audio message. By hand, which takes a fifth of the library's time in JSON and copies the audio once. */
export const encodeAudio = (contextId: string, audio: Uint8Array, encoding: Encoding): Buffer =>
  encoding === 'json' ? jsonAudio(contextId, audio) : binaryAudio(contextId, audio)

function jsonAudio(contextId: string, audio: Uint8Array): Buffer {
  const head = Buffer.from(`{"contextId":${JSON.stringify(contextId)},"audio":"`)
  const data = base64(audio)
  const frame = Buffer.allocUnsafe(head.length + data.length + JSON_END.length)
  head.copy(frame)
  frame.write(data, head.length, 'latin1')
  JSON_END.copy(frame, head.length + data.length)
  return frame
}

const JSON_END = Buffer.from('"}')

/** Fields of the message `WebSocketResponse`. */
const CONTEXT_ID_FIELD = 1
const AUDIO_FIELD = 4

function binaryAudio(contextId: string, audio: Uint8Array): Buffer {
  const id = Buffer.from(contextId)
  const context = id.length === 0 ? [] : [headOfBytes(CONTEXT_ID_FIELD, id.length), id]
  return Buffer.concat([...context, headOfBytes(AUDIO_FIELD, audio.length), audio])
}
