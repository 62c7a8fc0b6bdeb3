import {
  create,
  type DescMessage,
  fromBinary,
  fromJson,
  type JsonValue,
  type MessageInitShape,
  toBinary,
  toJsonString,
} from '@bufbuild/protobuf'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import type { Heard } from '../../app/live-session/heard-answer.ts'
import { invalidRequest, isSpeechError, SpeechError } from '../../core/errors.ts'
import { base64 } from '../../server/answers/base64.ts'
import { withoutAbsent } from '../../server/bodies/absent-fields.ts'
import { MAX_PARSED_BYTES, parseJson } from '../../server/bodies/json-body.ts'
import { type WebSocketRequest, WebSocketRequestSchema, WebSocketResponseSchema } from './schema/rime-v1_pb.ts'

/** How the server's messages are encoded. The client's are decoded by the type of their frame. */
export type Encoding = 'json' | 'binary'

/** A frame that is neither JSON nor a protobuf message. */
export class UndecodableFrame extends Error {}

/** Longest part of the library's message that is sent; it may quote the frame. */
const MAX_MESSAGE_LENGTH = 200
/** Longer strings do not count towards `MAX_PARSED_BYTES`. */
const LONG_STRING_BYTES = 1024

/**
 * Decodes a frame. Throws `UndecodableFrame`, `request.invalid` for JSON that is not a message of the schema, or
 * `request.too-large` if more than `MAX_PARSED_BYTES` remain without long strings.
 */
export function decodeRequest(frame: Buffer, isBinary: boolean): WebSocketRequest {
  if (isBinary) {
    try {
      if (frame.length > MAX_PARSED_BYTES) limitRest(frame)
      return fromBinary(WebSocketRequestSchema, frame)
    } catch (error) {
      throw isSpeechError(error) ? error : new UndecodableFrame('message is not a valid protobuf message')
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

/** Many small fields take a thousand times as long to decode as a text of the same size. Throws like `decodeRequest`. */
function limitRest(frame: Buffer): void {
  const reader = new BinaryReader(frame)
  let rest = 0
  const count = ({ fields }: DescMessage, end: number): void => {
    while (reader.pos < end) {
      const start = reader.pos
      const [number, type] = reader.tag()
      const hasLength = type === WireType.LengthDelimited
      const length = hasLength ? reader.uint32() : 0
      if (!hasLength) reader.skip(type, number)
      rest += reader.pos - start
      const field = fields.find((each) => each.number === number)
      if (field?.message !== undefined) count(field.message, reader.pos + length)
      else {
        reader.pos += length
        if (length <= LONG_STRING_BYTES || field?.fieldKind === 'list') rest += length // a list of numbers is no string
      }
      if (rest > MAX_PARSED_BYTES)
        throw new SpeechError('request.too-large', 'message is too large apart from its text')
    }
  }
  count(WebSocketRequestSchema, frame.length)
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

/** Tags of the protobuf fields `context_id = 1` and `audio = 4`, both with a length. */
const CONTEXT_ID_TAG = 0x0a
const AUDIO_TAG = 0x22

function binaryAudio(contextId: string, audio: Uint8Array): Buffer {
  const id = Buffer.from(contextId)
  const context = id.length === 0 ? [] : [CONTEXT_ID_TAG, ...varint(id.length), ...id]
  return Buffer.concat([Buffer.from([...context, AUDIO_TAG, ...varint(audio.length)]), audio])
}

/** Seven bits a byte, the lowest first; all but the last have the high bit. */
function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  return [...bytes, rest]
}
