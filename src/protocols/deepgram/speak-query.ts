import { z } from 'zod'
import type { Caller, SpeechParameters } from '../../app/speech/resolve-request.ts'
import { DEFAULT_PARAMETERS } from '../../app/speech/resolve-request.ts'
import type { Codec } from '../../audio/codecs.ts'
import { invalidRequest } from '../../core/errors.ts'
import * as field from '../../server/bodies/fields.ts'
import { HEARD_NUMBERS, heardQuery, playedMs } from '../../server/bodies/heard-fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { queryFields } from '../../server/bodies/query-fields.ts'
import { DEFAULT_MODEL, voiceOfModel } from './voice-names.ts'

/** The codec of each encoding in each container; the first container is the default. */
const FORMATS: Readonly<Record<string, Readonly<Record<string, Codec>>>> = {
  linear16: { wav: 'wav', none: 'pcm' },
  mulaw: { wav: 'mulaw', none: 'mulaw' },
  alaw: { wav: 'alaw', none: 'alaw' },
  mp3: { none: 'mp3' },
  opus: { ogg: 'ogg' },
  flac: { none: 'flac' },
  aac: { none: 'aac' },
}

export const CODECS_OF_REQUESTS: readonly Codec[] = Object.values(FORMATS).flatMap((codecs) => Object.values(codecs))

const CONTAINERS = ['wav', 'ogg', 'none'] as const
const RATES = { min: 8000, max: 48_000 }
const SPEEDS = { min: 0.7, max: 1.5 }
const SPEED = `speed must be between ${SPEEDS.min} and ${SPEEDS.max}`

/** Samples per second. */
export const sampleRate = field
  .integerBetween('sample_rate', RATES.min, RATES.max)
  .optional()
  .describe('Samples per second')

/** The format of answers. */
export const formatFields = {
  encoding: field.oneOf('encoding', Object.keys(FORMATS)).default('mp3').describe('Encoding of the audio'),
  container: field.oneOf('container', CONTAINERS).optional().describe('Container of the audio'),
  callback: z.never('callback is not supported').optional().describe('Refused: the answer is the audio'),
}

/** The codec of each encoding of sockets. */
export const RAW_CODECS = { linear16: 'pcm', mulaw: 'mulaw', alaw: 'alaw' } as const

export const rawEncoding = field
  .oneOf('encoding', ['linear16', 'mulaw', 'alaw'])
  .default('linear16')
  .describe('Encoding of the audio, without a container')

/** In messages that stop the playback. */
export const playbackOffset = z.object(
  { type: z.literal('time_ms', 'type must be time_ms'), value: playedMs('value').describe('Milliseconds') },
  'playback_offset must be an object',
)

const common = {
  model: field.string('model').optional().describe('A model of Deepgram, or a voice of the catalogue'),
  sample_rate: sampleRate,
  speed: field.number('speed').min(SPEEDS.min, SPEED).max(SPEEDS.max, SPEED).default(1).describe('Above 1 is faster'),
}

const NUMBERS = ['sample_rate', 'speed', ...HEARD_NUMBERS]

export const requestSchema = z.object({ ...common, ...formatFields })

export const socketSchema = z.object({ ...common, encoding: rawEncoding, ...heardQuery })

export interface AudioFormat {
  readonly codec: Codec
  /** The encoding, if the codec has no header and the audio is to have that of a WAV file. */
  readonly inWav: 'mulaw' | 'alaw' | undefined
}

/** What the query of a request or a socket asks for. */
export interface SpeakQuery {
  /** As the client wrote it; undefined if it named none. */
  readonly model: string | undefined
  readonly parameters: Omit<SpeechParameters, keyof Caller | 'text'>
}

/** Throws `request.invalid` for a container that the encoding does not have. */
export function formatOf(encoding: string, container: string | undefined): AudioFormat {
  const codecs = FORMATS[encoding] as (typeof FORMATS)[string]
  const [defaultContainer = 'none'] = Object.keys(codecs)
  const codec = codecs[container ?? defaultContainer]
  if (codec === undefined) {
    const message = `Unsupported audio format: \`container=${container}\` is invalid when \`encoding=${encoding}\``
    throw invalidRequest(message, 'container')
  }
  const isInWav = (container ?? defaultContainer) === 'wav' && (codec === 'mulaw' || codec === 'alaw')
  return { codec, inWav: isInWav ? codec : undefined }
}

/** Throws `request.invalid` with the parameter. */
export function parseRequestQuery(url: string): SpeakQuery & AudioFormat {
  const { encoding, container, ...rest } = parseBody(requestSchema, queryFields(url, NUMBERS))
  const format = formatOf(encoding, container)
  return { ...format, ...queryOf(rest, format.codec) }
}

/** Throws `request.invalid` with the parameter. */
export function parseSocketQuery(url: string) {
  const { encoding, heard, heardLagMs, ...rest } = parseBody(socketSchema, queryFields(url, NUMBERS))
  const codec = RAW_CODECS[encoding]
  return { codec, heard, heardLagMs, ...queryOf(rest, codec) }
}

interface CommonFields {
  readonly model?: string | undefined
  readonly sample_rate?: number | undefined
  readonly speed: number
}

function queryOf({ model, sample_rate, speed }: CommonFields, codec: Codec): SpeakQuery {
  const voice = model === undefined ? { speaker: undefined } : voiceOfModel(model)
  const fallbackSpeaker = voiceOfModel(DEFAULT_MODEL).speaker
  const given = { model: 'coda', codec, sampleRateHz: sample_rate, rate: speed, fallbackSpeaker } as const
  return { model, parameters: { ...DEFAULT_PARAMETERS, ...given, ...voice } }
}
