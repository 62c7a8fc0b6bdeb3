import { openHttpCall } from '../connections/http-call.ts'
import { audioIn, objectOf, openSocketCall, type ServiceEvent, wordsOf } from '../connections/socket-call.ts'
import { ASKED_RATE_HZ, type Endpoint, type EndpointSettings } from '../endpoint.ts'
import { keyHeader } from './headers.ts'

const VOICE = 'f786b574-daa5-4673-aa0c-cbe3e8534c02'
const MODEL = 'sonic-3'

const headersOf = (apiKey: string) => ({ ...keyHeader('x-api-key', apiKey), 'cartesia-version': '2025-04-16' })

const requestOf = ({ voice = VOICE, model = MODEL, language }: EndpointSettings) => ({
  model_id: model,
  voice: { mode: 'id', id: voice },
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: ASKED_RATE_HZ },
  ...(language !== undefined && { language }),
})

/** `POST /tts/bytes`. */
export const cartesia = (settings: EndpointSettings): Endpoint => ({
  protocol: 'cartesia',
  takesTokens: false,
  canInterrupt: false,
  open: (signal) =>
    openHttpCall(
      settings.url,
      {
        path: '/tts/bytes',
        headers: headersOf(settings.apiKey),
        bodyOf: (transcript) => ({ ...requestOf(settings), transcript }),
      },
      signal,
    ),
})

/** One context of `/tts/websocket`. */
export const cartesiaSocket = (settings: EndpointSettings): Endpoint => {
  const context = { context_id: 'call' }
  const request = { ...requestOf(settings), ...context, add_timestamps: true, max_buffer_delay_ms: 0 }
  return {
    protocol: 'cartesia-ws',
    takesTokens: true,
    canInterrupt: true,
    open: (signal) =>
      openSocketCall(
        settings.url,
        {
          path: '/tts/websocket',
          headers: headersOf(settings.apiKey),
          pieceOf: (transcript) => ({ ...request, transcript, continue: true }),
          finish: [{ ...request, transcript: '', continue: false }],
          interrupt: { ...context, cancel: true },
          read: readSpeech,
        },
        signal,
      ),
  }
}

function readSpeech(data: Buffer): readonly ServiceEvent[] {
  const { type, error, message, ...fields } = objectOf(data)
  if (type === 'chunk') return audioIn(fields.data)
  if (type === 'timestamps') return wordsOf(fields.word_timestamps)
  if (type === 'done') return [{ kind: 'end' }]
  return type === 'error' ? [{ kind: 'error', message: String(error ?? message) }] : []
}
