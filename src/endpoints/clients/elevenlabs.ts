import { openHttpCall } from '../connections/http-call.ts'
import { audioIn, objectOf, openSocketCall, type ServiceEvent } from '../connections/socket-call.ts'
import { ASKED_RATE_HZ, type Endpoint, type EndpointSettings, type TimedWord } from '../endpoint.ts'
import { keyHeader } from './headers.ts'

const VOICE = 'EXAVITQu4vr4xnSDxMaL'
const MODEL = 'eleven_flash_v2_5'

const key = (apiKey: string) => keyHeader('xi-api-key', apiKey)
const pathOf = (voice: string, end: string, query: Readonly<Record<string, string>> = {}) =>
  `/v1/text-to-speech/${encodeURIComponent(voice)}/${end}?${new URLSearchParams({ output_format: `pcm_${ASKED_RATE_HZ}`, ...query })}`

/** `POST /v1/text-to-speech/VOICE/stream`. */
export const elevenlabs = (settings: EndpointSettings): Endpoint => {
  const { url, apiKey, voice = VOICE, model = MODEL, language } = settings
  return {
    protocol: 'elevenlabs',
    takesTokens: false,
    canInterrupt: false,
    open: (signal) =>
      openHttpCall(
        url,
        {
          path: pathOf(voice, 'stream'),
          headers: key(apiKey),
          bodyOf: (text) => ({ text, model_id: model, ...(language !== undefined && { language_code: language }) }),
        },
        signal,
      ),
  }
}

/** One context of `multi-stream-input`. Closing it speaks the rest, so it cannot interrupt. */
export const elevenlabsSocket = (settings: EndpointSettings): Endpoint => {
  const { url, apiKey, voice = VOICE, model = MODEL, language } = settings
  const context_id = 'call'
  const query = {
    model_id: model,
    auto_mode: 'true',
    sync_alignment: 'true',
    ...(language !== undefined && { language_code: language }),
  }
  return {
    protocol: 'elevenlabs-ws',
    takesTokens: true,
    canInterrupt: false,
    open: (signal) => {
      const words = new SpelledWords()
      return openSocketCall(
        url,
        {
          path: pathOf(voice, 'multi-stream-input', query),
          headers: key(apiKey),
          begin: [{ text: ' ', context_id }],
          pieceOf: (text) => ({ text: text.endsWith(' ') ? text : `${text} `, context_id }),
          finish: [
            { text: '', context_id, flush: true },
            { context_id, close_context: true },
          ],
          read: (data) => readStream(data, words),
        },
        signal,
      )
    },
  }
}

function readStream(data: Buffer, spelled: SpelledWords): readonly ServiceEvent[] {
  const { audio, isFinal, error, message, normalizedAlignment } = objectOf(data)
  if (error !== undefined && error !== null) return [{ kind: 'error', message: `${error}: ${message}` }]
  const words = spelled.add((normalizedAlignment ?? {}) as Partial<Alignment>)
  const last = isFinal === true ? spelled.end() : []
  return [
    ...audioIn(audio),
    ...(words.length + last.length === 0 ? [] : [{ kind: 'words', words: [...words, ...last] } as const]),
    ...(isFinal === true ? [{ kind: 'end' } as const] : []),
  ]
}

interface Alignment {
  readonly chars: readonly string[]
  readonly charStartTimesMs: readonly number[]
  readonly charDurationsMs: readonly number[]
}

/** Puts words together from times of characters, which `sync_alignment` counts from the start of the audio. */
class SpelledWords {
  #word = ''
  #startMs = 0
  #endMs = 0

  add({ chars = [], charStartTimesMs = [], charDurationsMs = [] }: Partial<Alignment>): readonly TimedWord[] {
    return chars.flatMap((char, i) => {
      if (char.trim() === '') return this.end()
      const startMs = charStartTimesMs[i] ?? 0
      if (this.#word === '') this.#startMs = startMs
      this.#endMs = startMs + (charDurationsMs[i] ?? 0)
      this.#word += char
      return []
    })
  }

  /** The word that is complete now, if there is one. */
  end(): readonly TimedWord[] {
    const word = this.#word
    this.#word = ''
    return word === '' ? [] : [{ word, startS: this.#startMs / 1000, endS: this.#endMs / 1000 }]
  }
}
