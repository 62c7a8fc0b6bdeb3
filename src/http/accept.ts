import Negotiator from 'negotiator'
import type { SpeechBody } from '../contract/speech-body.ts'
import type { Codec } from '../core/audio.ts'

/** How speech is answered: as bytes or events while it is made, or whole, as base64 in JSON. */
export type Answer =
  | { readonly kind: 'stream'; readonly codec: Codec; readonly contentType: string }
  | { readonly kind: 'events'; readonly codec: Codec; readonly contentType: string }
  | { readonly kind: 'json'; readonly codec: Codec }

type Meaning = Codec | 'json' | 'events' | 'any audio' | 'anything'

const MEANING_BY_NAME: ReadonlyMap<string, Meaning> = new Map([
  ['*/*', 'anything'],
  ['audio/*', 'any audio'],
  ['audio/wav', 'wav'],
  ['audio/pcm', 'pcm'],
  ['audio/l16', 'pcm'],
  ['audio/pcmu', 'mulaw'],
  ['audio/x-mulaw', 'mulaw'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
  ['audio/ogg', 'ogg'],
  ['audio/webm', 'webm'],
  ['application/json', 'json'],
  ['application/*', 'json'],
  ['text/event-stream', 'events'],
])

/** What stands between commas; those in quotes part nothing. */
const ENTRIES = /(?:[^,"]|"[^"]*"?)+/g

/** The one parameter that is a part of what is asked for; every other says nothing. */
const CODECS = /;\s*codecs\s*=\s*(?:"([^"]*)"|([^\s;"]*))/i

/** The answer that `Accept` likes best of those that the model has; JSON where it names none of them. */
export function chooseAnswer(accept: string | undefined, body: SpeechBody): Answer {
  const entries = ((accept || '*/*').match(ENTRIES) ?? []).filter((entry) => !asksForAnotherCodec(entry))
  const names = new Negotiator({ headers: { accept: entries.join(',') } }).mediaTypes()
  for (const name of names) {
    const meaning = MEANING_BY_NAME.get(name.toLowerCase())
    const answer = meaning === undefined ? undefined : answerOf(meaning, writtenIn(entries, name), body)
    if (answer !== undefined) return answer
  }
  return jsonAnswer(body)
}

/** `contentType` is the name as it was asked for: clients compare it with the one they sent. */
function answerOf(meaning: Meaning, contentType: string, body: SpeechBody): Answer | undefined {
  switch (meaning) {
    case 'any audio':
      return WAV
    case 'anything':
      return 'audioFormat' in body ? jsonAnswer(body) : WAV
    case 'json':
      return jsonAnswer(body)
    case 'events':
      return body.model === 'mistv2' ? { kind: 'events', codec: body.audioFormat, contentType } : undefined
    case 'wav':
    case 'pcm':
    case 'mulaw':
    case 'mp3':
    case 'ogg':
    case 'webm':
      return { kind: 'stream', codec: meaning, contentType }
    default:
      return meaning satisfies never
  }
}

const WAV: Answer = { kind: 'stream', codec: 'wav', contentType: 'audio/wav' }

const jsonAnswer = (body: SpeechBody): Answer => ({
  kind: 'json',
  codec: 'audioFormat' in body ? body.audioFormat : 'wav',
})

function asksForAnotherCodec(entry: string): boolean {
  const codecs = CODECS.exec(entry)
  return codecs !== null && (codecs[1] ?? codecs[2])?.toLowerCase() !== 'opus'
}

/** The name, with its codec where it was asked for with one. */
function writtenIn(entries: readonly string[], name: string): string {
  const entry = entries.find((each) => each.split(';', 1)[0]?.trim() === name)
  return name + (entry === undefined ? '' : (CODECS.exec(entry)?.[0] ?? ''))
}
