import { type SpeechCase, TEXTS } from '../client.ts'
import { postSpeech } from '../posted-speech.ts'

const [{ text }] = TEXTS

/** `POST /v1/audio/speech`. */
export const OPENAI: readonly SpeechCase[] = (['mp3', 'opus'] as const).map((format) => ({
  name: `OpenAI ${format}`,
  text,
  isExact: true,
  hasKey: true,
  ask: ({ url, key }, signal) =>
    postSpeech(
      {
        url: `${url}/v1/audio/speech`,
        headers: { authorization: `Bearer ${key}` },
        body: { model: 'tts-1', voice: 'alloy', input: text, response_format: format },
      },
      signal,
    ),
}))
