import { z } from 'zod'
import type { App } from '../../app/app.ts'
import {
  type Caller,
  DEFAULT_PARAMETERS,
  resolveRequest,
  type SpeechParameters,
} from '../../app/speech/resolve-request.ts'
import type { Codec } from '../../audio/codecs.ts'
import { invalidRequest, isSpeechError } from '../../core/errors.ts'
import { DEFAULT_SAMPLING, NO_MARKUP, type SynthesisRequest } from '../../core/request.ts'
import { HEARD_NUMBERS, heardQuery } from '../../server/bodies/heard-fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { queryFields } from '../../server/bodies/query-fields.ts'
import { expressivity, model, speed, UNKNOWN_MODEL } from './flux-fields.ts'
import { voiceOfFluxModel } from './flux-voices.ts'
import { type AudioFormat, formatFields, formatOf, RAW_CODECS, rawEncoding, sampleRate } from './speak-query.ts'

const common = {
  model,
  sample_rate: sampleRate,
  speed: speed.optional(),
  expressivity,
}

const refused = (name: string) =>
  z.never(`${name} is not supported on a WebSocket`).optional().describe('Refused: the audio has no container')

export const fluxRequestSchema = z.object({ ...common, ...formatFields })

export const fluxSocketSchema = z.object({
  ...common,
  encoding: rawEncoding,
  ...heardQuery,
  container: refused('container'),
  bit_rate: refused('bit_rate'),
  callback: refused('callback'),
  callback_method: refused('callback_method'),
  priority: refused('priority'),
})

const NUMBERS = ['sample_rate', 'speed', 'expressivity', ...HEARD_NUMBERS]

/** What the query of a request or a socket asks for. */
export interface FluxQuery {
  /** As the client wrote it. */
  readonly model: string
  /** Undefined if the query has none. */
  readonly speed: number | undefined
  readonly parameters: Omit<SpeechParameters, keyof Caller | 'text'>
}

/** Throws `request.invalid` with the parameter. */
export function parseFluxRequestQuery(url: string): FluxQuery & AudioFormat {
  const { encoding, container, ...rest } = parseBody(fluxRequestSchema, queryFields(url, NUMBERS))
  const format = formatOf(encoding, container)
  return { ...format, ...queryOf(rest, format.codec) }
}

/** Throws `request.invalid` with the parameter. */
export function parseFluxSocketQuery(url: string) {
  const { encoding, heard, heardLagMs, ...rest } = parseBody(fluxSocketSchema, queryFields(url, NUMBERS))
  const codec = RAW_CODECS[encoding]
  return { codec, heard, heardLagMs, ...queryOf(rest, codec) }
}

/** Like `resolveRequest`, in Deepgram's words where there is no such voice. */
export function resolveFlux(parameters: SpeechParameters, app: App): SynthesisRequest {
  try {
    return resolveRequest(parameters, app)
  } catch (error) {
    const isUnknown = isSpeechError(error) && ['speaker.unknown', 'language.unsupported'].includes(error.code)
    throw isUnknown ? invalidRequest(UNKNOWN_MODEL, 'model') : error
  }
}

interface CommonFields {
  readonly model: string
  readonly sample_rate?: number | undefined
  readonly speed?: number | undefined
  readonly expressivity: number
}

function queryOf({ model: name, sample_rate, speed, expressivity: spread }: CommonFields, codec: Codec): FluxQuery {
  const temperature = DEFAULT_SAMPLING.temperature * (1 + spread / 2)
  const given = {
    model: 'coda',
    codec,
    sampleRateHz: sample_rate,
    rate: speed ?? 1,
    markup: NO_MARKUP,
  } as const
  const sampling = { ...DEFAULT_SAMPLING, temperature }
  return {
    model: name,
    speed,
    parameters: { ...DEFAULT_PARAMETERS, ...given, ...voiceOfFluxModel(name), sampling },
  }
}
