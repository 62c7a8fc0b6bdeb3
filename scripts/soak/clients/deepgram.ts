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
  socketOf('Deepgram socket', '/v1/speak', 'Flushed'),
  socketOf('Deepgram Flux socket', '/v2/speak', 'SpeechMetadata'),
]

/** A turn that ends with a message of the type `end`. */
function socketOf(name: string, path: string, end: string): SpeechCase {
  return {
    name,
    text,
    isExact: false,
    hasKey: true,
    ask: ({ url, key }, signal) =>
      speakTurn(
        {
          url: `${url}${path}?encoding=linear16&sample_rate=24000&model=${speaker}`,
          headers: { authorization: `Token ${key}` },
          messages: [{ type: 'Speak', text }, { type: 'Flush' }].map((message) => JSON.stringify(message)),
          hear: (message, isBinary) => {
            if (isBinary) return message.length
            const event = JSON.parse(`${message}`)
            if (event.type === 'Error' || event.type === 'Warning') throw new Error(`${message}`)
            return event.type === end ? 'end' : 0
          },
        },
        signal,
      ),
  }
}
