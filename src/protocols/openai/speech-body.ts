import { z } from 'zod'
import type { Codec } from '../../audio/codecs.ts'
import { isLonger } from '../../core/text-length.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { modelOfName, unknownModel } from './model-names.ts'

/** Codec of each `response_format`. */
export const RESPONSE_FORMATS = {
  mp3: 'mp3',
  opus: 'ogg',
  flac: 'flac',
  wav: 'wav',
  pcm: 'pcm',
  aac: 'aac',
} as const satisfies Readonly<Record<string, Codec>>

const DEFAULT_MODEL = 'tts-1'
const SPEEDS = { min: 0.25, max: 4 }
const RATES = { min: 8000, max: 48_000 }

const SPEED = `speed must be between ${SPEEDS.min} and ${SPEEDS.max}`

/** `maxTextLength` in Unicode code points. The order of the fields is that of the checks. */
export const createSpeechBodySchema = (maxTextLength: number) =>
  z.object({
    model: field.string('model').default(DEFAULT_MODEL).describe('A model of `GET /v1/models`'),
    input: field
      .required('input')
      .refine((text) => text.trim() !== '', 'input must not be empty')
      .refine((text) => !isLonger(text, maxTextLength), 'input is too long')
      .meta(Number.isFinite(maxTextLength) ? { maxLength: maxTextLength } : {})
      .describe('Text to speak'),
    voice: z
      .union(
        [z.string(), z.object({ id: z.string().optional() }).transform(({ id }) => id)],
        'voice must be a string or {"id"}',
      )
      .optional()
      .describe("A voice of `GET /v1/audio/voices`, or one of OpenAI's names"),
    instructions: field.string('instructions').optional().describe('Ignored'),
    response_format: field
      .oneOf('response_format', Object.keys(RESPONSE_FORMATS) as (keyof typeof RESPONSE_FORMATS)[])
      .default('mp3')
      .describe('Format of the audio'),
    speed: field.number('speed').min(SPEEDS.min, SPEED).max(SPEEDS.max, SPEED).default(1).describe('Above 1 is faster'),
    stream_format: field
      .oneOf('stream_format', ['audio', 'sse'])
      .default('audio')
      .describe('`sse` sends the audio as base64 in server-sent events'),
    sample_rate: field
      .integerBetween('sample_rate', RATES.min, RATES.max)
      .default(24_000)
      .describe('Samples per second; not a field of OpenAI'),
  })

export type SpeechBodySchema = ReturnType<typeof createSpeechBodySchema>

/** Throws `request.invalid` with the field, or `model.unknown`. */
export function parseSpeechBody(schema: SpeechBodySchema, body: unknown) {
  const { model, ...rest } = parseBody(schema, body)
  const known = modelOfName(model)
  if (known === undefined) throw unknownModel(model)
  return { ...rest, model: known }
}
