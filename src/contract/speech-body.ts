import { z } from 'zod'
import { type Deployment, MODELS, type ModelId } from '../core/model.ts'
import { DEFAULT_SAMPLING } from '../core/request.ts'
import { modelOfId } from './model-id.ts'
import { parseBody, requireObject } from './parse-body.ts'
import * as field from './speech-fields.ts'

const CLOUD_SAMPLING_RATES = [8000, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000]

/** The formats that an answer in JSON may hold. */
export const AUDIO_FORMATS = ['wav', 'mp3', 'mulaw', 'pcm', 'ogg'] as const

export interface SpeechBodyLimits {
  readonly deployment: Deployment
  /** Unicode code points, where it is less than the model allows. */
  readonly maxTextLength: number
}

export type SpeechBodySchemas = ReturnType<typeof createSpeechBodySchemas>

/** What is said about a wrong body is the first failure in the order of the fields here. */
export function createSpeechBodySchemas({ deployment, maxTextLength }: SpeechBodyLimits) {
  const textOf = (model: ModelId) => field.text(Math.min(maxTextLength, MODELS[model].maxTextLength))
  const speed = {
    speedAlpha: field.positive('speedAlpha').default(1),
    timeScaleFactor: field.number('timeScaleFactor').optional(),
  }

  const coda = z.object({
    text: textOf('coda'),
    speaker: field.required('speaker'),
    lang: field.string('lang').optional(),
    samplingRate: (deployment === 'cloud'
      ? field.integerOf('samplingRate', CLOUD_SAMPLING_RATES)
      : field.integerBetween('samplingRate', 1000, 384_000)
    ).optional(),
    ...speed,
    max_tokens: field.integerBetween('max_tokens', 200, 5000).default(DEFAULT_SAMPLING.maxTokens),
    repetition_penalty: field.positive('repetition_penalty').default(DEFAULT_SAMPLING.repetitionPenalty),
    temperature: field
      .number('temperature')
      .min(0, 'temperature must be at least 0')
      .default(DEFAULT_SAMPLING.temperature),
    top_p: field
      .number('top_p')
      .gt(0, 'top_p must be greater than 0 and at most 1')
      .max(1, 'top_p must be greater than 0 and at most 1')
      .default(DEFAULT_SAMPLING.topP),
    timestamps: field.boolean('timestamps'),
  })

  const mistv3 = z.object({
    text: textOf('mistv3'),
    speaker: field.required('speaker'),
    lang: field.string('lang').optional(),
    audioFormat: field.oneOf('audioFormat', AUDIO_FORMATS).default('wav'),
    samplingRate: field.integerBetween('samplingRate', 4000, 44_100).optional(),
    ...speed,
    pauseBetweenBrackets: field.boolean('pauseBetweenBrackets'),
    phonemizeBetweenBrackets: field.boolean('phonemizeBetweenBrackets'),
    inlineSpeedAlpha: field.positiveList('inlineSpeedAlpha'),
    timestamps: field.boolean('timestamps'),
  })

  const mistv2 = mistv3.extend({
    text: textOf('mistv2'),
    noTextNormalization: field.boolean('noTextNormalization'),
    saveOovs: field.boolean('saveOovs'),
  })

  return { coda, arcana: coda, mistv3, mistv2 }
}

/** A body's fields, and the model it asks for: before the cutover, with what the caller left out at its default. */
export type SpeechBody =
  | ({ readonly model: 'coda' | 'arcana' } & z.infer<SpeechBodySchemas['coda']>)
  | ({ readonly model: 'mistv3' } & z.infer<SpeechBodySchemas['mistv3']>)
  | ({ readonly model: 'mistv2' } & z.infer<SpeechBodySchemas['mistv2']>)

/** Reads only the fields that the model has; `null` counts as absent. Throws `request.invalid`. */
export function parseSpeechBody(schemas: SpeechBodySchemas, body: unknown): SpeechBody {
  const model = modelOfId(requireObject(body).modelId)
  if (model === 'coda' || model === 'arcana') return { model, ...parseBody(schemas[model], body) }
  if (model === 'mistv3') return { model, ...parseBody(schemas.mistv3, body) }
  return { model, ...parseBody(schemas.mistv2, body) }
}
