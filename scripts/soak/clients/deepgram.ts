import { type SpeechCase, TEXTS } from '../client.ts'
import { postSpeech } from '../posted-speech.ts'
import { speakTurn } from '../socket-turn.ts'

const [, { speaker, text }] = TEXTS

/** `/v1/speak`, over HTTP and as a socket, and the socket of Flux. */
export const DEEPGRAM: readonly SpeechCase[] = [
  {
    name: 'Deepgram',
    text,
    isExact: false,
    hasKey: true,
    ask: ({ url, key }, signal) =>
      postSpeech(
        { url: `${url}/v1/speak?model=${speaker}`, headers: { authorization: `Token ${key}` }, body: { text } },
        signal,
      ),
  },
  {
    name: 'Deepgram socket',
    text,
    isExact: false,
    hasKey: true,
    ask: ({ url, key }, signal) =>
      speakTurn(
        {
          url: `${url}/v1/speak?encoding=linear16&sample_rate=24000&model=${speaker}`,
          headers: { authorization: `Token ${key}` },
          messages: [{ type: 'Speak', text }, { type: 'Flush' }].map((message) => JSON.stringify(message)),
          hear: (message, isBinary) => {
            if (isBinary) return message.length
            const event = JSON.parse(`${message}`)
            if (event.type === 'Error' || event.type === 'Warning') throw new Error(`${message}`)
            return event.type === 'Flushed' ? 'end' : 0
          },
        },
        signal,
      ),
  },
  {
    name: 'Deepgram Flux socket',
    text,
    isExact: false,
    hasKey: true,
    ask: ({ url, key }, signal) =>
      speakTurn(
        {
          url: `${url}/v2/speak?encoding=linear16&sample_rate=24000&model=${speaker}`,
          headers: { authorization: `Token ${key}` },
          messages: [{ type: 'Speak', text }, { type: 'Flush' }].map((message) => JSON.stringify(message)),
          hear: (message, isBinary) => {
            if (isBinary) return message.length
            const event = JSON.parse(`${message}`)
            if (event.type === 'Error' || event.type === 'Warning') throw new Error(`${message}`)
            return event.type === 'SpeechMetadata' ? 'end' : 0
          },
        },
        signal,
      ),
  },
]
