import Negotiator from 'negotiator'
import { CODEC_NAMES, CODECS, type Codec } from '../../audio/codecs.ts'
import { SpeechError } from '../../core/errors.ts'
import type { SpeechBody } from '../../server/speech-body.ts'

/** Format of an answer: bytes or events as a stream, or complete base64 audio in JSON. */
export type Answer =
  | { readonly kind: 'stream'; readonly codec: Codec; readonly contentType: string }
  | { readonly kind: 'events'; readonly codec: Codec; readonly contentType: string }
  | { readonly kind: 'json'; readonly codec: Codec }

type Meaning = Codec | 'json' | 'events'

const JSON_NAME = 'application/json'

/** The media type without parameters, normalized for comparison. */
const bareName = (mediaType: string): string => mediaType.toLowerCase().replace(/;.*/s, '')

const MEANING_BY_NAME: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...CODEC_NAMES.flatMap((codec) => CODECS[codec].mediaTypes.map((name) => [bareName(name), codec] as const)),
  [JSON_NAME, 'json'],
  ['application/*', 'json'],
  ['text/event-stream', 'events'],
])

/** One name per codec, the most likely for a wildcard first. */
const USUAL_NAMES = CODEC_NAMES.map((codec) => CODECS[codec].mediaTypes[0])

/** Entries between commas, except commas in quotes. */
const ENTRIES = /(?:[^,"]|"[^"]*"?)+/g

/** More than any client sends; bounds the comparisons of a wildcard. */
const MOST_ENTRIES = 32

/** Parameters that are ignored, such as `rate`. */
const OTHER_PARAMETERS = /;(?!\s*(?:codecs|q)\s*=)[^;]*/gi

const CODECS_PARAMETER = /;\s*codecs\s*=\s*(?:"([^"]*)"|([^\s;"]*))/i

/**
 * The format that `Accept` prefers among those of the model; JSON if it names none of them. Throws `format.unsupported`
 * if it names only audio types that are not supported.
 */
export function chooseAnswer(accept: string | undefined, body: SpeechBody): Answer {
  const written = ((accept || '*/*').match(ENTRIES) ?? []).slice(0, MOST_ENTRIES)
  const entries = written.map((entry) => entry.replaceAll(OTHER_PARAMETERS, ''))
  const possible = entries.filter((entry) => !asksForAnotherCodec(entry))
  const negotiator = new Negotiator({ headers: { accept: possible.join(',') } })
  for (const name of new Set(negotiator.mediaTypes())) {
    const meant = namesMeantBy(name, body)
    const contentType = meant === undefined ? writtenIn(possible, name) : negotiator.mediaTypes(meant)[0]
    const answer = contentType === undefined ? undefined : answerOf(contentType, body)
    if (answer !== undefined) return answer
  }
  if (entries.length > 0 && entries.every(isOfAudio)) throw unsupportedAudio()
  return jsonAnswer(body)
}

/** The names that a wildcard matches, the most likely first; undefined for other names. */
function namesMeantBy(name: string, body: SpeechBody): string[] | undefined {
  if (name.toLowerCase() === 'audio/*') return [...USUAL_NAMES]
  if (name !== '*/*') return undefined
  return 'audioFormat' in body ? [JSON_NAME, ...USUAL_NAMES] : [...USUAL_NAMES, JSON_NAME]
}

/** `contentType` is the requested name, which clients compare with the answer's. */
function answerOf(contentType: string, body: SpeechBody): Answer | undefined {
  const meaning = MEANING_BY_NAME.get(bareName(contentType))
  if (meaning === undefined) return undefined
  if (meaning === 'json') return jsonAnswer(body)
  if (meaning !== 'events') return { kind: 'stream', codec: meaning, contentType }
  return body.model === 'mistv2' ? { kind: 'events', codec: body.audioFormat, contentType } : undefined
}

const jsonAnswer = (body: SpeechBody): Answer => ({
  kind: 'json',
  codec: 'audioFormat' in body ? body.audioFormat : 'wav',
})

function asksForAnotherCodec(entry: string): boolean {
  const codecs = CODECS_PARAMETER.exec(entry)
  return codecs !== null && (codecs[1] ?? codecs[2])?.toLowerCase() !== 'opus'
}

const isOfAudio = (entry: string): boolean => /^\s*audio\//i.test(entry)

const unsupportedAudio = () =>
  new SpeechError(
    'format.unsupported',
    `none of the audio types in Accept is supported\nsupported types: ${USUAL_NAMES.join(', ')}`,
  )

/** The name as requested, with its codec parameter if there was one. */
function writtenIn(entries: readonly string[], name: string): string {
  const entry = entries.find((each) => each.split(';', 1)[0]?.trim() === name)
  return name + (entry === undefined ? '' : (CODECS_PARAMETER.exec(entry)?.[0] ?? ''))
}
