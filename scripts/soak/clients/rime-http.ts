import { setTimeout as sleep } from 'node:timers/promises'
import { LONG, type SpeechCase, type Spoken, TEXTS } from '../client.ts'
import { postSpeech } from '../posted-speech.ts'

const FORMATS = ['audio/wav', 'audio/pcm', 'audio/mpeg', 'audio/ogg;codecs=opus', 'audio/flac', 'audio/x-mulaw']
const BYTES_A_MS = 48

/** `POST /v1/rime-tts` in all languages and formats. */
export const RIME_HTTP: readonly SpeechCase[] = [
  ...TEXTS.map((spoken, i) => overHttp(spoken, FORMATS[i % FORMATS.length] as string)),
  ...TEXTS.slice(0, 4).map((spoken, i) => overHttp(spoken, FORMATS[(i + 2) % FORMATS.length] as string)),
]

function overHttp(spoken: Spoken, accept: string): SpeechCase {
  return {
    name: `HTTP ${accept} ${spoken.speaker}`,
    text: spoken.text,
    isExact: true,
    hasKey: true,
    ask: ({ url, key }, signal) =>
      postSpeech(
        {
          url: `${url}/v1/rime-tts`,
          headers: { authorization: `Bearer ${key}`, accept },
          body: { ...spoken, modelId: 'coda', temperature: 0 },
        },
        signal,
      ),
  }
}

/** Reads as fast as it plays, so that faults come while it listens. */
export const LISTENER: SpeechCase = {
  name: 'HTTP at the pace of playback',
  text: LONG.slice(0, 200),
  isExact: true,
  hasKey: true,
  ask: ({ url, key }, signal) =>
    postSpeech(
      {
        url: `${url}/v1/rime-tts`,
        headers: { authorization: `Bearer ${key}`, accept: 'audio/pcm' },
        body: { modelId: 'coda', speaker: 'luna', samplingRate: 24_000, temperature: 0, text: LONG.slice(0, 200) },
      },
      signal,
      (bytes) => sleep(bytes / BYTES_A_MS, undefined, { signal }),
    ),
}
