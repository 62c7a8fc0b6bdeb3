import Negotiator from 'negotiator'
import type { SpeechBody } from '../contract/speech-body.ts'
import type { AudioFormat } from '../core/audio.ts'
import { SpeechError } from '../core/errors.ts'

type Codec = AudioFormat['codec']

/** How speech is answered: as bytes while it is made, or whole, as base64 in JSON. */
export type Answer =
  | { readonly kind: 'stream'; readonly codec: Codec; readonly contentType: string }
  | { readonly kind: 'json'; readonly codec: Codec }

type Meaning = Codec | 'json' | 'any audio' | 'anything' | 'later'

const MEANING_BY_NAME: ReadonlyMap<string, Meaning> = new Map([
  ['*/*', 'anything'],
  ['audio/*', 'any audio'],
  ['audio/wav', 'wav'],
  ['audio/pcm', 'pcm'],
  ['audio/l16', 'pcm'],
  ['audio/pcmu', 'mulaw'],
  ['audio/x-mulaw', 'mulaw'],
  ['application/json', 'json'],
  ['application/*', 'json'],
  ['audio/mpeg', 'later'],
  ['audio/mp3', 'later'],
  ['audio/ogg', 'later'],
  ['audio/webm', 'later'],
  ['text/event-stream', 'later'],
])

/**
 * The answer that `Accept` likes best, JSON where it names nothing that we know. Throws `format.unavailable`, or
 * `request.invalid` for an `audioFormat` that JSON cannot hold.
 */
export function chooseAnswer(accept: string | undefined, body: SpeechBody): Answer {
  const known = new Negotiator({ headers: { accept: accept || '*/*' } }).mediaTypes().flatMap((name) => {
    const meaning = MEANING_BY_NAME.get(name.toLowerCase())
    return meaning === undefined ? [] : [{ name, meaning }]
  })
  const [best = { name: '', meaning: 'json' }] = known
  const { name, meaning } = known.find((one) => one.meaning !== 'later') ?? best
  switch (meaning) {
    case 'wav':
    case 'pcm':
    case 'mulaw':
      // Clients compare the name with the one they sent.
      return { kind: 'stream', codec: meaning, contentType: name }
    case 'any audio':
      return WAV
    case 'anything':
      return 'audioFormat' in body ? jsonAnswer(body) : WAV
    case 'json':
      return jsonAnswer(body)
    case 'later':
      throw new SpeechError('format.unavailable', `${name} is not available yet`)
    default:
      return meaning satisfies never
  }
}

const WAV: Answer = { kind: 'stream', codec: 'wav', contentType: 'audio/wav' }

function jsonAnswer(body: SpeechBody): Answer {
  const codec = 'audioFormat' in body ? body.audioFormat : 'wav'
  if (codec === 'mp3' || codec === 'ogg') throw new SpeechError('request.invalid', `${codec} is not available yet`)
  return { kind: 'json', codec }
}
