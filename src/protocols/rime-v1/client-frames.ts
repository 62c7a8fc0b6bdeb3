import { fromBinary, fromJson, type JsonValue, toBinary } from '@bufbuild/protobuf'
import { WebSocketRequestSchema, WebSocketResponseSchema } from '../rime-messages/text-to-speech_pb.ts'
import type { Encoding } from './frames.ts'

/** A frame of a client: a message of the schema, written as its JSON. Throws for another one. */
export const encodeRequest = (message: JsonValue, encoding: Encoding): string | Uint8Array =>
  encoding === 'json'
    ? JSON.stringify(message)
    : toBinary(WebSocketRequestSchema, fromJson(WebSocketRequestSchema, message))

/** Decodes a frame of the server. Throws if it does not fit the schema. */
export const decodeResponse = (frame: Buffer, encoding: Encoding) =>
  encoding === 'json'
    ? fromJson(WebSocketResponseSchema, JSON.parse(frame.toString('utf8')))
    : fromBinary(WebSocketResponseSchema, frame)
