import Negotiator from 'negotiator'
import { ACCEPTED_CODECS, CODECS, type Codec } from '../../audio/codecs.ts'
import { SpeechError } from '../../core/errors.ts'
import type { SpeechBody } from '../../server/bodies/speech-body.ts'

/** Format of an answer: bytes or events as a stream, or complete base64 audio in JSON. */
export type Answer =
  | {
      readonly kind: 'stream'
      readonly codec: Codec
      readonly contentType: string
      /** `rate` of the media type, in Hz. */
      readonly samplingRate?: number
    }
  | { readonly kind: 'events'; readonly codec: Codec; readonly contentType: string }
  | { readonly kind: 'json'; readonly codec: Codec }

type Meaning = Codec | 'json' | 'events'

const JSON_NAME = 'application/json'

/** The media type without parameters, normalized for comparison. */
const bareName = (mediaType: string): string => mediaType.toLowerCase().replace(/\s*;.*/s, '')

const MEANING_BY_NAME: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...ACCEPTED_CODECS.flatMap((codec) => CODECS[codec].mediaTypes.map((name) => [bareName(name), codec] as const)),
  [JSON_NAME, 'json'],
  ['application/*', 'json'],
  ['text/event-stream', 'events'],
])

/** One name per codec, the most likely for a wildcard first. */
const DEFAULT_NAMES = ACCEPTED_CODECS.map((codec) => CODECS[codec].mediaTypes[0])

/** Entries between commas, except commas in quotes. */
const ENTRIES = /(?:[^,"]|"[^"]*"?)+/g

/** More than any client sends; bounds the comparisons of a wildcard. */
const MAX_ENTRIES = 32

const PARAMETER = /;\s*([^\s;="]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;"]*)))?/g

/** Parameters that the type of the answer has if they were asked for. */
const TOLD = ['codecs', 'rate']

/** A media range of `Accept`. */
interface Entry {
  /** As the client wrote it, with the parameters of `TOLD`. */
  readonly written: string
  readonly name: string
  /** In lower case; without `q`. */
  readonly parameters: ReadonlyMap<string, string>
  readonly quality: number
}

function entryOf(text: string): Entry {
  const [range = ''] = text.split(';', 1)
  let written = range.trim()
  let quality: number | undefined
  const parameters = new Map<string, string>()
  for (const [whole, name = '', quoted, token = ''] of text.slice(range.length).matchAll(PARAMETER)) {
    const value = (quoted ?? token).toLowerCase()
    if (name.toLowerCase() === 'q') {
      quality ??= Number.parseFloat(value)
    } else {
      parameters.set(name.toLowerCase(), value)
      if (TOLD.includes(name.toLowerCase())) written += whole
    }
  }
  return { written, name: range.trim().toLowerCase(), parameters, quality: quality ?? 1 }
}

/** Values of `codecs` by what it is a parameter of. */
const CODECS_VALUES: Partial<Record<Codec, string>> = { ogg: 'opus', webm: 'opus', wav: '1', mp3: 'mp3', flac: 'flac' }

/** Whether the audio can be as the parameters say: what one says must hold, and nothing else can be said. */
function canHave(parameters: Entry['parameters'], codec: Codec): boolean {
  return [...parameters].every(([name, value]) => {
    if (name === 'codecs') return value === CODECS_VALUES[codec]
    if (name === 'channels') return value === '1'
    return name === 'rate' && /^\d{1,9}$/.test(value) && CODECS[codec].rates.nearest(Number(value)) === Number(value)
  })
}

/**
 * The format that `Accept` prefers among those of the model; JSON if it names none of them. Throws `format.unsupported`
 * if it names only audio types that are not supported.
 */
export function chooseAnswer(accept: string | undefined, body: SpeechBody): Answer {
  const written = ((accept || '*/*').match(ENTRIES) ?? []).slice(0, MAX_ENTRIES)
  const entries = written.map(entryOf)
  // Without parameters: those of a wildcard are looked at when it has chosen a name.
  const negotiator = new Negotiator({ headers: { accept: entries.filter(isPossible).map(bare).join(',') } })
  const byQuality = entries.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const entry of byQuality) {
    const meant = namesMeantBy(entry.name, body)
    const contentType = meant === undefined ? entry.written : negotiator.mediaTypes(meant)[0]
    const answer = contentType === undefined ? undefined : answerOf(contentType, entry, body)
    if (answer !== undefined) return answer
  }
  if (entries.length > 0 && entries.every(({ name }) => name.startsWith('audio/'))) throw unsupportedAudio()
  return jsonAnswer(body)
}

function isPossible({ name, parameters }: Entry): boolean {
  const meaning = MEANING_BY_NAME.get(name)
  return meaning === undefined || meaning === 'json' || meaning === 'events' || canHave(parameters, meaning)
}

/** For Negotiator, which compares codecs too. */
function bare({ name, parameters, quality }: Entry): string {
  const codecs = parameters.get('codecs')
  return `${name}${codecs === undefined ? '' : `;codecs=${codecs}`};q=${quality}`
}

/** The names that a wildcard matches, the most likely first; undefined for other names. */
function namesMeantBy(name: string, body: SpeechBody): string[] | undefined {
  if (name === 'audio/*') return [...DEFAULT_NAMES]
  if (name !== '*/*') return undefined
  return 'audioFormat' in body ? [JSON_NAME, ...DEFAULT_NAMES] : [...DEFAULT_NAMES, JSON_NAME]
}

/** `contentType` is the requested name, which clients compare with the answer's. Undefined if the model cannot give it. */
function answerOf(contentType: string, { parameters }: Entry, body: SpeechBody): Answer | undefined {
  const meaning = MEANING_BY_NAME.get(bareName(contentType))
  if (meaning === undefined) return undefined
  if (meaning === 'json') return jsonAnswer(body)
  if (meaning === 'events') {
    return body.model === 'mistv2' ? { kind: 'events', codec: body.audioFormat, contentType } : undefined
  }
  if (!canHave(parameters, meaning)) return undefined
  const rate = parameters.get('rate')
  return { kind: 'stream', codec: meaning, contentType, ...(rate !== undefined && { samplingRate: Number(rate) }) }
}

const jsonAnswer = (body: SpeechBody): Answer => ({
  kind: 'json',
  codec: 'audioFormat' in body ? body.audioFormat : 'wav',
})

const unsupportedAudio = () =>
  new SpeechError(
    'format.unsupported',
    `none of the audio types in Accept is supported\nsupported types: ${DEFAULT_NAMES.join(', ')}`,
  )
