import { type SpeechCase, TEXTS } from '../client.ts'
import { postSpeech } from '../posted-speech.ts'
import { speakTurn } from '../socket-turn.ts'

const [, , , { speaker, text }] = TEXTS
const SPEECH = {
  model_id: 'sonic-3',
  voice: speaker,
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
}

/** `/tts`, over HTTP and as a socket. */
export const CARTESIA: readonly SpeechCase[] = [
  {
    name: 'Cartesia',
    text,
    isExact: true,
    hasKey: true,
    ask: ({ url, key }, signal) =>
      postSpeech(
        { url: `${url}/tts/bytes`, headers: { 'x-api-key': key }, body: { ...SPEECH, transcript: text } },
        signal,
      ),
  },
  {
    name: 'Cartesia socket',
    text,
    isExact: false,
    hasKey: true,
    ask: ({ url, key }, signal) =>
      speakTurn(
        {
          url: `${url}/tts/websocket?heard=true`,
          headers: { 'x-api-key': key },
          messages: [
            ...text
              .split(/(?<= )/)
              .map((transcript) => ({ ...SPEECH, context_id: 'soak', transcript, continue: true })),
            { ...SPEECH, context_id: 'soak', transcript: '' },
          ].map((message) => JSON.stringify(message)),
          hear: (message) => {
            const { type, data = '' } = JSON.parse(`${message}`)
            if (type === 'error') throw new Error(`${message}`)
            return type === 'done' ? 'end' : Buffer.byteLength(data, 'base64')
          },
        },
        signal,
      ),
  },
]
