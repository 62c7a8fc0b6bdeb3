import { once } from 'node:events'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { WebSocket } from 'ws'
import { openEndpoint } from '../src/endpoints/open-endpoint.ts'
import type { ProtocolName } from '../src/endpoints/protocol-names.ts'
import { ClientCall } from '../src/protocols/rime-grpc/client-call.ts'
import { TextToSpeech } from '../src/protocols/rime-messages/text-to-speech_pb.ts'
import type { Encoding } from '../src/protocols/rime-v1/frames.ts'
import { createRouteClient, createSpeechClient, type SpeechTarget, type SpeechVoice } from './speech-client.ts'
import { openV1Connection } from './v1-client.ts'

/** A client of one protocol that speaks one turn at a time. */
export interface TurnClient extends Disposable {
  /** Resolves with the milliseconds from the text to the first audio, once all of it has come. */
  readonly speak: (text: string) => Promise<number>
}

export interface TurnTarget extends SpeechTarget {
  readonly wyomingPort: number
}

type OpenTurnClient = (target: TurnTarget, voice: SpeechVoice) => Promise<TurnClient>

/** Longer than the transit time of a message. */
const SILENCE_MS = 100

/** Clients of all protocols, by what they call. The first is the one that the others are compared with. */
export const TURN_CLIENTS: Readonly<Record<string, OpenTurnClient>> = {
  'POST /v1/rime-tts': async (target, voice) => httpTurns(createSpeechClient(target, voice)),
  'rime.v1.json': (target, voice) => v1Turns(target, voice, 'json'),
  'rime.v1.binary': (target, voice) => v1Turns(target, voice, 'binary'),
  'gRPC Synthesize': (target, voice) =>
    grpcTurns(target, (session, text) => {
      const call = new ClientCall(session, TextToSpeech.method.synthesize, grpcHeaders(target, voice))
      call.send({ ...grpcStart(voice), text })
      return call
    }),
  'gRPC SynthesizeStreaming': (target, voice) =>
    grpcTurns(target, (session, text) => {
      const call = new ClientCall(session, TextToSpeech.method.synthesizeStreaming, grpcHeaders(target, voice))
      call.send({ payload: { case: 'header', value: grpcStart(voice) } })
      call.send({ payload: { case: 'textChunk', value: text } })
      return call
    }),
  'POST /v1/audio/speech': (target, voice) => endpointTurns('openai', target, voice),
  Wyoming: (target, voice) => endpointTurns('wyoming', target, voice),
  'POST /v1/speak': (target, voice) => endpointTurns('deepgram', target, voice),
  '/v1/speak': (target, voice) => endpointTurns('deepgram-ws', target, voice),
  '/v2/speak': (target, voice) => endpointTurns('deepgram-flux', target, voice),
  'POST /v1/text-to-speech/VOICE/stream': (target, voice) => endpointTurns('elevenlabs', target, voice),
  'stream-input': (target, { speaker }) =>
    socketTurns(target, {
      ...ELEVENLABS_MESSAGES,
      path: `/v1/text-to-speech/${speaker}/stream-input?${ELEVENLABS_FORMAT}`,
      headers: elevenLabsKey(target),
      endsWithTurn: true,
      begin: { text: ' ' },
      messagesOf: (text) => [{ text, flush: true }, { text: '' }],
    }),
  'multi-stream-input': (target, voice) => endpointTurns('elevenlabs-ws', target, voice),
  'POST /tts/bytes': (target, voice) => endpointTurns('cartesia', target, voice),
  '/tts/websocket': (target, voice) => endpointTurns('cartesia-ws', target, voice),
  'POST /vapi/synthesize': (target, { speaker, samplingRate }) =>
    postedPcm(target, `/vapi/synthesize?speaker=${speaker}`, bearer(target), (text) => ({
      message: { type: 'voice-request', text, sampleRate: samplingRate },
    })),
  'POST /jambonz/synthesize': async (target, { speaker, samplingRate }) =>
    httpTurns(
      createRouteClient(target, {
        path: '/jambonz/synthesize',
        headers: bearer(target),
        bodyOf: (text) => ({ type: 'text', text, voice: speaker }),
        headerBytes: 44,
        bytesPerSecond: samplingRate * 2,
      }),
    ),
  '/jambonz/stream': (target, { speaker, samplingRate }) =>
    socketTurns(target, {
      path: `/jambonz/stream?voice=${speaker}&sampleRate=${samplingRate}`,
      headers: bearer(target),
      messagesOf: (text) => [{ type: 'stream', text }, { type: 'flush' }],
      isAudio: (_, isBinary) => isBinary,
      isEnd: undefined,
    }),
}

const ELEVENLABS_FORMAT = 'output_format=pcm_24000'
const ELEVENLABS_MESSAGES = {
  isAudio: (message: string) => message.startsWith('{"audio":"') && !message.startsWith('{"audio":""'),
  isEnd: (message: string) => message.includes('"isFinal":true'),
}

const bearer = ({ apiKey }: SpeechTarget) => ({ authorization: `Bearer ${apiKey}` })
const elevenLabsKey = ({ apiKey }: SpeechTarget) => ({ 'xi-api-key': apiKey })

/** Each turn has a connection of its own, which is open before the text. */
async function endpointTurns(
  protocol: ProtocolName,
  { host, port, wyomingPort, apiKey }: TurnTarget,
  { modelId, speaker }: SpeechVoice,
): Promise<TurnClient> {
  const url = protocol === 'wyoming' ? `tcp://${host}:${wyomingPort}` : `http://${host}:${port}`
  const model = protocol === 'openai' ? modelId : undefined
  const endpoint = openEndpoint(protocol, { url, apiKey, voice: speaker, model })
  const { signal } = new AbortController()
  return {
    async speak(text) {
      using call = await endpoint.open(signal)
      const sentAt = performance.now()
      let firstAudioMs = Number.NaN
      await call.speak(text, {
        onAudio({ atMs }) {
          if (Number.isNaN(firstAudioMs)) firstAudioMs = atMs - sentAt
        },
      })
      return firstAudioMs
    },
    [Symbol.dispose]: () => {},
  }
}

async function postedPcm(
  target: SpeechTarget,
  path: string,
  headers: Readonly<Record<string, string>>,
  bodyOf: (text: string) => object,
): Promise<TurnClient> {
  return httpTurns(createRouteClient(target, { path, headers, bodyOf, headerBytes: 0, bytesPerSecond: 48_000 }))
}

const httpTurns = (client: ReturnType<typeof createRouteClient>): TurnClient => ({
  async speak(text) {
    const answer = await client.speak(text)
    if (answer.kind === 'failed') throw new Error(answer.reason)
    return answer.firstAudioMs
  },
  [Symbol.dispose]: () => client[Symbol.dispose](),
})

const grpcHeaders = (target: SpeechTarget, { modelId }: SpeechVoice) => ({ ...bearer(target), 'x-rime-model': modelId })
const grpcStart = ({ speaker, samplingRate }: SpeechVoice) => ({
  speaker,
  audioParameters: { audioFormat: 'audio/pcm', samplingRate },
})

type SpeechCall = ClientCall<typeof TextToSpeech.method.synthesize | typeof TextToSpeech.method.synthesizeStreaming>

/** Each turn is a call, on an open connection. */
async function grpcTurns(
  { host, port }: SpeechTarget,
  open: (session: ClientHttp2Session, text: string) => SpeechCall,
): Promise<TurnClient> {
  const session = connectHttp2(`http://${host}:${port}`)
  await once(session, 'remoteSettings')
  return {
    async speak(text) {
      const sentAt = performance.now()
      const call = open(session, text)
      call.end()
      let firstAudioMs = Number.NaN
      while ((await call.next()) !== undefined) {
        if (Number.isNaN(firstAudioMs)) firstAudioMs = performance.now() - sentAt
      }
      return firstAudioMs
    },
    [Symbol.dispose]: () => session.destroy(),
  }
}

/** Each turn is a context that is open before its text. */
async function v1Turns(target: SpeechTarget, voice: SpeechVoice, encoding: Encoding): Promise<TurnClient> {
  const connection = await openV1Connection(target, voice, encoding)
  return {
    async speak(text) {
      await connection.start('turn')
      return connection.speak('turn', text)
    },
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  }
}

interface SocketTurns {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent before the first turn of a socket. */
  readonly begin?: object
  readonly messagesOf: (text: string) => readonly object[]
  readonly isAudio: (message: string, isBinary: boolean) => boolean
  /** Whether a message is the last of its turn; undefined if there is none, so that silence ends it. */
  readonly isEnd: ((message: string) => boolean) | undefined
  /** The server closes the socket after a turn. */
  readonly endsWithTurn?: boolean
}

/** Sockets are open before the text. */
async function socketTurns(
  { host, port }: SpeechTarget,
  { path, headers, begin, messagesOf, isAudio, isEnd, endsWithTurn = false }: SocketTurns,
): Promise<TurnClient> {
  async function open(): Promise<WebSocket> {
    const socket = new WebSocket(`ws://${host}:${port}${path}`, { headers })
    await once(socket, 'open')
    if (begin !== undefined) socket.send(JSON.stringify(begin))
    return socket
  }
  let socket = await open()
  let isFirst = true
  return {
    speak: async (text) => {
      if (endsWithTurn && !isFirst) socket = await open()
      isFirst = false
      const { promise, resolve, reject } = withResolvers<number>()
      let firstAudioMs = Number.NaN
      let silence: NodeJS.Timeout | undefined
      const hear = (data: Buffer, isBinary: boolean): void => {
        const message = isBinary ? '' : data.toString('latin1')
        if (Number.isNaN(firstAudioMs) && isAudio(message, isBinary)) firstAudioMs = performance.now() - sentAt
        if (isEnd?.(message)) resolve(firstAudioMs)
        if (isEnd !== undefined || Number.isNaN(firstAudioMs)) return
        clearTimeout(silence)
        silence = setTimeout(() => resolve(firstAudioMs), SILENCE_MS)
      }
      const fail = (code: number, reason: Buffer) => reject(new Error(`closed with ${code} ${reason}`))
      socket.on('message', hear).on('close', fail)
      const sentAt = performance.now()
      for (const message of messagesOf(text)) socket.send(JSON.stringify(message))
      try {
        return await promise
      } finally {
        socket.off('message', hear).off('close', fail)
      }
    },
    [Symbol.dispose]: () => socket.terminate(),
  }
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}
