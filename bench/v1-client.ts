import { once } from 'node:events'
import { fromBinary, fromJson, type JsonValue, toBinary } from '@bufbuild/protobuf'
import { WebSocket } from 'ws'
import {
  WebSocketRequestSchema,
  type WebSocketResponse,
  WebSocketResponseSchema,
} from '../src/protocols/rime-v1/schema/rime-v1_pb.ts'
import type { SpeechTarget, SpeechVoice } from './speech-client.ts'

export type V1Encoding = 'json' | 'binary'

/** A Rime v1 connection. */
export interface V1Connection extends Disposable {
  /** Opens a context; resolves when the server has. */
  readonly start: (contextId: string) => Promise<void>
  /** Sends a text and ends its context; resolves with the milliseconds to the first audio, once all has come. */
  readonly speak: (contextId: string, text: string) => Promise<number>
}

export async function openV1Connection(
  { host, port, apiKey }: SpeechTarget,
  { modelId, speaker, lang, samplingRate }: SpeechVoice,
  encoding: V1Encoding,
): Promise<V1Connection> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const socket = new WebSocket(`ws://${host}:${port}/${modelId}/ws`, `rime.v1.${encoding}`, { headers })
  const listeners = new Map<string, (response: WebSocketResponse) => void>()
  socket.on('message', (data: Buffer) => {
    const response =
      encoding === 'binary'
        ? fromBinary(WebSocketResponseSchema, data)
        : fromJson(WebSocketResponseSchema, JSON.parse(data.toString()))
    listeners.get(response.contextId)?.(response)
  })
  await once(socket, 'open')
  const send = (message: JsonValue): void =>
    socket.send(
      encoding === 'binary'
        ? toBinary(WebSocketRequestSchema, fromJson(WebSocketRequestSchema, message))
        : JSON.stringify(message),
    )
  const audioParameters = { audioFormat: 'audio/pcm', samplingRate }
  const failure = ({ payload }: WebSocketResponse) =>
    new Error(payload.case === 'error' ? `${payload.value.kind}: ${payload.value.message}` : `${payload.case}`)
  return {
    start: (contextId) =>
      new Promise((resolve, reject) => {
        listeners.set(contextId, (response) =>
          response.payload.case === 'started' ? resolve() : reject(failure(response)),
        )
        send({ contextId, start: { speaker, language: lang, audioParameters } })
      }),
    speak: (contextId, text) =>
      new Promise((resolve, reject) => {
        const sentAt = performance.now()
        let firstAudioMs = Number.NaN
        listeners.set(contextId, (response) => {
          if (response.payload.case === 'done') resolve(firstAudioMs)
          else if (response.payload.case !== 'audio') reject(failure(response))
          else if (Number.isNaN(firstAudioMs)) firstAudioMs = performance.now() - sentAt
        })
        send({ contextId, text })
        send({ contextId, end: {} })
      }),
    [Symbol.dispose]: () => socket.terminate(),
  }
}
