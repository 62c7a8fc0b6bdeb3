import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { DEFAULT_PARAMETERS, type SpeechParameters } from '../../app/speech/resolve-request.ts'
import type { Codec } from '../../audio/codecs.ts'
import { DEFAULT_SAMPLING } from '../../core/request.ts'
import { callerOf } from '../../server/auth/caller.ts'
import * as field from '../../server/bodies/fields.ts'
import { modelOfName } from './model-names.ts'
import { speakerOfVoice } from './voice-names.ts'

export const CODEC_NAMES: Readonly<Record<string, Codec>> = {
  mp3: 'mp3',
  pcm: 'pcm',
  wav: 'wav',
  opus: 'ogg',
  ulaw: 'mulaw',
  alaw: 'alaw',
}
const RATES = { min: 8000, max: 48_000 }
const SPEEDS = { min: 0.25, max: 4 }
const SPEED = `voice_settings.speed must be between ${SPEEDS.min} and ${SPEEDS.max}`
const FORMAT = /^(mp3|pcm|wav|opus|ulaw|alaw)_(\d{4,5})(?:_\d{1,3})?$/
const FORMAT_MESSAGE = `output_format must be CODEC_RATE or CODEC_RATE_BITRATE, with one of ${Object.keys(CODEC_NAMES).join(', ')}`

/** Parameters of the query, of requests and of sockets. */
export const outputFormat = z
  .string()
  .transform((format, context) => {
    const [, name, rate] = FORMAT.exec(format) ?? []
    const sampleRateHz = Number(rate)
    if (name !== undefined && sampleRateHz >= RATES.min && sampleRateHz <= RATES.max) {
      return { codec: CODEC_NAMES[name] as Codec, sampleRateHz }
    }
    context.addIssue({ code: 'custom', message: FORMAT_MESSAGE })
    return z.NEVER
  })
  .prefault('mp3_44100')
  .describe('Codec and rate of the audio; a bit rate is ignored')

export const modelId = field.string('model_id').default('eleven_multilingual_v2').describe('A model')
export const languageCode = field.string('language_code').optional().describe("The voice's language by default")
export const applyTextNormalization = field
  .oneOf('apply_text_normalization', ['auto', 'on', 'off'])
  .default('auto')
  .describe('`off` leaves numbers, dates and the like to the engine')
export const seed = field
  .integerBetween('seed', 0, 4_294_967_295)
  .optional()
  .describe('The same seed gives the same variation')

const share = (name: string) => {
  const message = `${name} must be between 0 and 1`
  return field.number(name).min(0, message).max(1, message)
}

const STABILITY = 1 - DEFAULT_SAMPLING.temperature

/** Of the settings of a voice those of likeness have no meaning here: no voice is a copy. */
export const voiceSettings = z
  .object(
    {
      stability: share('voice_settings.stability')
        .default(STABILITY)
        .describe('Below it pitch and timing vary more, above it less; 1 is without variation'),
      style: share('voice_settings.style').default(0).describe('Widens the variation, at 1 to twice as much'),
      speed: field
        .number('voice_settings.speed')
        .min(SPEEDS.min, SPEED)
        .max(SPEEDS.max, SPEED)
        .default(1)
        .describe('Above 1 is faster'),
    },
    'voice_settings must be an object',
  )
  .optional()
  .describe('`similarity_boost` and `use_speaker_boost` have no effect')

type VoiceSettings = z.infer<typeof voiceSettings>

export interface SpeechFields {
  readonly voiceId: string
  readonly text: string
  readonly model_id: string
  readonly language_code?: string | undefined
  readonly apply_text_normalization: 'auto' | 'on' | 'off'
  readonly seed?: number | undefined
  readonly voice_settings?: VoiceSettings
  readonly output_format: { readonly codec: Codec; readonly sampleRateHz: number }
}

/** The parameters with the settings of a voice, as the model takes them. */
export function withSettings(parameters: SpeechParameters, settings: VoiceSettings): SpeechParameters {
  if (settings === undefined) return parameters
  const { speed, stability, style } = settings
  return {
    ...parameters,
    rate: speed,
    sampling: { ...parameters.sampling, temperature: (1 - stability) * (1 + style) },
  }
}

/** Throws `model.unknown`. */
export function parametersOf(request: FastifyRequest, fields: SpeechFields): SpeechParameters {
  const model = modelOfName(fields.model_id)
  const parameters = {
    ...DEFAULT_PARAMETERS,
    ...fields.output_format,
    ...callerOf(request),
    text: fields.text,
    model,
    speaker: speakerOfVoice(fields.voiceId),
    lang: fields.language_code,
    sampling: { ...DEFAULT_SAMPLING, ...(fields.seed !== undefined && { seed: String(fields.seed) }) },
    isNormalized: fields.apply_text_normalization !== 'off',
  }
  return withSettings(parameters, fields.voice_settings)
}
