import { openHttpCall } from '../connections/http-call.ts'
import { objectOf, openSocketCall, type ServiceEvent } from '../connections/socket-call.ts'
import { ASKED_RATE_HZ, type Endpoint, type EndpointSettings } from '../endpoint.ts'
import { keyHeader } from './headers.ts'

/** Deepgram's model names the voice. */
const VOICE = 'aura-2-thalia-en'
const FLUX_VOICE = 'flux-heather-en'

const token = (apiKey: string) => keyHeader('authorization', apiKey && `Token ${apiKey}`)
const queryOf = (voice: string) =>
  new URLSearchParams({ model: voice, encoding: 'linear16', sample_rate: `${ASKED_RATE_HZ}` })

/** `POST /v1/speak`. */
export const deepgram = ({ url, apiKey, voice = VOICE }: EndpointSettings): Endpoint => ({
  protocol: 'deepgram',
  takesTokens: false,
  canInterrupt: false,
  open: (signal) =>
    openHttpCall(
      url,
      { path: `/v1/speak?${queryOf(voice)}&container=none`, headers: token(apiKey), bodyOf: (text) => ({ text }) },
      signal,
    ),
})

/** The WebSocket `/v1/speak`. */
export const deepgramSocket = ({ url, apiKey, voice = VOICE }: EndpointSettings): Endpoint => ({
  protocol: 'deepgram-ws',
  ...TOKENS,
  open: (signal) =>
    openSocketCall(
      url,
      {
        path: `/v1/speak?${queryOf(voice)}`,
        headers: token(apiKey),
        ...MESSAGES,
        interrupt: { type: 'Clear' },
        read: readUntil('Flushed'),
      },
      signal,
    ),
})

/** The WebSocket `/v2/speak` of Flux. */
export const deepgramFlux = ({ url, apiKey, voice = FLUX_VOICE }: EndpointSettings): Endpoint => ({
  protocol: 'deepgram-flux',
  ...TOKENS,
  open: (signal) =>
    openSocketCall(
      url,
      {
        path: `/v2/speak?${queryOf(voice)}`,
        headers: token(apiKey),
        ...MESSAGES,
        interrupt: { type: 'Interrupt', playback_offset: { type: 'time_ms', value: 0 } },
        read: readUntil('SpeechMetadata'),
      },
      signal,
    ),
})

const TOKENS = { takesTokens: true, canInterrupt: true } as const

const MESSAGES = { pieceOf: (text: string) => ({ type: 'Speak', text }), finish: [{ type: 'Flush' }] }

const readUntil =
  (last: string) =>
  (data: Buffer, isBinary: boolean): readonly ServiceEvent[] => {
    if (isBinary) return [{ kind: 'audio', bytes: data }]
    const { type, description } = objectOf(data)
    if (type === last) return [{ kind: 'end' }]
    return type === 'Error' ? [{ kind: 'error', message: String(description) }] : []
  }
