import { type SpeechCase, TEXTS } from '../client.ts'
import { postSpeech } from '../posted-speech.ts'
import { speakTurn } from '../socket-turn.ts'

const [, , { speaker, text }] = TEXTS
const PATH = `/v1/text-to-speech/${speaker}`
const FORMAT = 'output_format=pcm_24000'

/** `/v1/text-to-speech`, over HTTP and as a socket. */
export const ELEVENLABS: readonly SpeechCase[] = [
  {
    name: 'ElevenLabs',
    text,
    isExact: true,
    hasKey: true,
    ask: ({ url, key }, signal) =>
      postSpeech(
        { url: `${url}${PATH}/stream?${FORMAT}`, headers: { 'xi-api-key': key }, body: { text, seed: 7 } },
        signal,
      ),
  },
  {
    name: 'ElevenLabs stream-input',
    text,
    charactersBesides: 1, // the space of the first message
    // If the end comes later than the last sentence is spoken, the pause after that is sent, too.
    isExact: false,
    hasKey: true,
    ask: ({ url, key }, signal) =>
      speakTurn(
        {
          url: `${url}${PATH}/stream-input?${FORMAT}&seed=7`,
          headers: { 'xi-api-key': key },
          messages: [{ text: ' ' }, { text, flush: true }, { text: '' }].map((message) => JSON.stringify(message)),
          hear: (message) => {
            const { audio, isFinal, error } = JSON.parse(`${message}`)
            if (error !== undefined) throw new Error(`${message}`)
            if (isFinal === true) return 'end'
            return Buffer.byteLength(audio ?? '', 'base64')
          },
        },
        signal,
      ),
  },
]
