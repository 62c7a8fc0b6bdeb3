import { once } from 'node:events'
import type { JsonValue } from '@bufbuild/protobuf'
import { WebSocket } from 'ws'
import type { WebSocketResponse } from '../src/protocols/rime-messages/text-to-speech_pb.ts'
import { decodeResponse, encodeRequest } from '../src/protocols/rime-v1/client-frames.ts'
import type { Encoding } from '../src/protocols/rime-v1/frames.ts'
import type { SpeechTarget, SpeechVoice } from './speech-client.ts'

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
  encoding: Encoding,
): Promise<V1Connection> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const socket = new WebSocket(`ws://${host}:${port}/${modelId}/ws`, `rime.v1.${encoding}`, { headers })
  const listeners = new Map<string, (response: WebSocketResponse) => void>()
  socket.on('message', (data: Buffer) => {
    const response = decodeResponse(data, encoding)
    listeners.get(response.contextId)?.(response)
  })
  await once(socket, 'open')
  const send = (message: JsonValue): void => socket.send(encodeRequest(message, encoding))
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
