import Negotiator from 'negotiator'
import { CODEC_NAMES, CODECS, type Codec } from '../../audio/codecs.ts'
import { SpeechError } from '../../core/errors.ts'
import type { SpeechBody } from './speech-body.ts'

/** How speech is answered: as bytes or events while it is made, or whole, as base64 in JSON. */
export type Answer =
  | { readonly kind: 'stream'; readonly codec: Codec; readonly contentType: string }
  | { readonly kind: 'events'; readonly codec: Codec; readonly contentType: string }
  | { readonly kind: 'json'; readonly codec: Codec }

type Meaning = Codec | 'json' | 'events'

const JSON_NAME = 'application/json'

/** The name without its parameters, as it is compared. */
const bareName = (mediaType: string): string => mediaType.toLowerCase().replace(/;.*/s, '')

const MEANING_BY_NAME: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...CODEC_NAMES.flatMap((codec) => CODECS[codec].mediaTypes.map((name) => [bareName(name), codec] as const)),
  [JSON_NAME, 'json'],
  ['application/*', 'json'],
  ['text/event-stream', 'events'],
])

/** One name for each codec, the likeliest to be meant by a wildcard first. */
const USUAL_NAMES = CODEC_NAMES.map((codec) => CODECS[codec].mediaTypes[0])

/** What stands between commas; those in quotes part nothing. */
const ENTRIES = /(?:[^,"]|"[^"]*"?)+/g

/** More than any client lists; a wildcard is compared with each. */
const MOST_ENTRIES = 32

/** Parameters that are ignored, such as `rate`. */
const OTHER_PARAMETERS = /;(?!\s*(?:codecs|q)\s*=)[^;]*/gi

const CODECS_PARAMETER = /;\s*codecs\s*=\s*(?:"([^"]*)"|([^\s;"]*))/i

/**
 * The answer that `Accept` likes best of those that the model has; JSON where it names none of them. Throws
 * `format.unsupported` where it names audio types only.
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

/** The names that a wildcard stands for, the likeliest first; undefined for what is no wildcard. */
function namesMeantBy(name: string, body: SpeechBody): string[] | undefined {
  if (name.toLowerCase() === 'audio/*') return [...USUAL_NAMES]
  if (name !== '*/*') return undefined
  return 'audioFormat' in body ? [JSON_NAME, ...USUAL_NAMES] : [...USUAL_NAMES, JSON_NAME]
}

/** `contentType` is the name as it was asked for: clients compare it with the one they sent. */
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

/** The name, with its codec where it was asked for with one. */
function writtenIn(entries: readonly string[], name: string): string {
  const entry = entries.find((each) => each.split(';', 1)[0]?.trim() === name)
  return name + (entry === undefined ? '' : (CODECS_PARAMETER.exec(entry)?.[0] ?? ''))
}
