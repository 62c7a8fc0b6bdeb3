import { z } from 'zod'
import { modelOfId } from '../../app/speech/model-id.ts'
import { MAX_LEXICON_ENTRIES } from '../../app/speech/own-readings.ts'
import type { SpeechParameters } from '../../app/speech/resolve-request.ts'
import { CODEC_NAMES, CODECS } from '../../audio/codecs.ts'
import { DEFAULT_MODEL, type Deployment, MODELS, type ModelId } from '../../core/model.ts'
import { DEFAULT_SAMPLING, NO_MARKUP } from '../../core/request.ts'
import { callerOf } from '../auth/caller.ts'
import * as field from './fields.ts'
import { isAbsent, parseBody, requireObject } from './parse-body.ts'

/** Codecs of JSON answers and WebSockets. */
export const AUDIO_FORMATS = CODEC_NAMES.filter((codec) => CODECS[codec].isAudioFormat)

const SAMPLING_RATE = 'Samples per second'
const SPEED = 'Speed: above 1 is faster, limited to 0.2 to 5'
const INVERTED_SPEED = 'Speed: above 1 is slower, limited to 0.2 to 5'

export interface SpeechBodyLimits {
  readonly deployment: Deployment
  /** Maximum length in Unicode code points, if less than the model's. */
  readonly maxTextLength: number
  /** The speaker of bodies that name none; null if they are refused. */
  readonly defaultSpeaker: string | null
}

export type SpeechBodySchemas = ReturnType<typeof createSpeechBodySchemas>

/** The order of the fields is that of the checks: the first failure is reported. */
export function createSpeechBodySchemas({ deployment, maxTextLength, defaultSpeaker }: SpeechBodyLimits) {
  const textOf = (model: ModelId) =>
    field.text(Math.min(maxTextLength, MODELS[model].maxTextLength)).describe('Text to speak')
  const name = field.required('speaker')
  const speaker = (defaultSpeaker === null ? name : name.optional()).describe(
    'Name of the voice, case-insensitive; optional if `HOARFROST_DEFAULT_SPEAKER` is set',
  )
  const lang = field
    .string('lang')
    .optional()
    .describe(
      'Language of the text, as an ISO 639 code of 2 or 3 letters; a region after it is ignored. `auto` detects the language of each sentence',
    )
  const language = z.string().optional().describe('Alias of `lang`; if both are sent, `lang` is used')
  const customLexicon = field
    .lexicon('customLexicon', MAX_LEXICON_ENTRIES)
    .describe(
      'Pronunciations in X-SAMPA, or in IPA between slashes, for this text; for English, Spanish, French, German, Portuguese, Italian and Dutch',
    )
  const timestamps = field.boolean('timestamps').describe('Adds `word_timestamps` and `spans` to an answer in JSON')
  const speed = {
    speedAlpha: field.positive('speedAlpha').default(1).describe(SPEED),
    timeScaleFactor: field
      .number('timeScaleFactor')
      .optional()
      .describe('Length of the speech: above 1 is slower, limited to 0.4 to 2.5; used instead of `speedAlpha`'),
  }

  const coda = z.object({
    text: textOf('coda'),
    speaker,
    lang,
    language,
    samplingRate: field.samplingRate('coda', deployment).optional().describe(SAMPLING_RATE),
    ...speed,
    max_tokens: field
      .integerBetween('max_tokens', 200, 5000)
      .default(DEFAULT_SAMPLING.maxTokens)
      .describe('Maximum audio of one segment, in tokens of 12 ms'),
    repetition_penalty: field
      .positive('repetition_penalty')
      .default(DEFAULT_SAMPLING.repetitionPenalty)
      .describe('Above 1 makes neighbouring phrases differ in melody, below 1 makes them alike'),
    temperature: field
      .number('temperature')
      .min(0, 'temperature must be at least 0')
      .default(DEFAULT_SAMPLING.temperature)
      .describe('Variation of pitch and timing; 0 gives the same bytes every time'),
    top_p: field
      .number('top_p')
      .gt(0, 'top_p must be greater than 0 and at most 1')
      .max(1, 'top_p must be greater than 0 and at most 1')
      .default(DEFAULT_SAMPLING.topP)
      .describe('Below 1 leaves out the rarest variations'),
    customLexicon,
    timestamps,
  })

  const mistv3 = z.object({
    text: textOf('mistv3'),
    speaker,
    lang,
    language,
    audioFormat: field
      .oneOf('audioFormat', AUDIO_FORMATS)
      .default('wav')
      .describe('Format of the audio in JSON and in events'),
    samplingRate: field.samplingRate('mistv3', deployment).optional().describe(SAMPLING_RATE),
    ...speed,
    pauseBetweenBrackets: field.boolean('pauseBetweenBrackets').describe('`<500>` in the text is a pause of 500 ms'),
    phonemizeBetweenBrackets: field
      .boolean('phonemizeBetweenBrackets')
      .describe('`{h0El1o}` in the text is read as phonemes'),
    inlineSpeedAlpha: field
      .positiveList('inlineSpeedAlpha')
      .describe('Comma-separated speeds of the words in `[]`, in order'),
    customLexicon,
    timestamps,
  })

  const mistv2 = mistv3.extend({
    text: textOf('mistv2'),
    speedAlpha: field.positive('speedAlpha').default(1).describe(INVERTED_SPEED),
    inlineSpeedAlpha: field.positiveList('inlineSpeedAlpha').describe('As on mistv3, but above 1 is slower'),
    noTextNormalization: field
      .boolean('noTextNormalization')
      .describe('Leaves numbers, dates and abbreviations to the engine'),
    saveOovs: field.boolean('saveOovs').describe('Saves the words that the dictionary lacks for the operator'),
  })

  return { coda, arcana: coda, mistv3, mistv2 }
}

/** Fields of a body with the requested model, before the cutover, defaults applied. */
export type SpeechBody =
  | ({ readonly model: 'coda' | 'arcana' } & z.infer<SpeechBodySchemas['coda']>)
  | ({ readonly model: 'mistv3' } & z.infer<SpeechBodySchemas['mistv3']>)
  | ({ readonly model: 'mistv2' } & z.infer<SpeechBodySchemas['mistv2']>)

/** The fields with `lang` by its other name, `language`, if it is sent by that alone. */
export function withLang(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { language, ...others } = fields
  return language === undefined || (others.lang !== undefined && !isAbsent('lang', others.lang))
    ? others
    : { ...others, lang: language }
}

/** Reads only the fields that the model has; `defaultModel` is that of bodies that name none. Throws `request.invalid`. */
export function parseSpeechBody(schemas: SpeechBodySchemas, json: unknown, defaultModel = DEFAULT_MODEL): SpeechBody {
  const body = withLang(requireObject(json))
  const model = isAbsent('modelId', body.modelId ?? null) ? defaultModel : modelOfId(body.modelId)
  if (model === 'coda' || model === 'arcana') return { model, ...parseBody(schemas[model], body) }
  if (model === 'mistv3') return { model, ...parseBody(schemas.mistv3, body) }
  return { model, ...parseBody(schemas.mistv2, body) }
}

/** `speedAlpha` or one of `inlineSpeedAlpha` as a rate, which above 1 is faster on every model. The same way back. */
export const rateOfSpeedAlpha = (alpha: number, model: ModelId): number =>
  MODELS[model].isSpeedInverted ? 1 / alpha : alpha

const TIME_SCALES = { min: 0.4, max: 2.5 }

/** A time scale factor as a rate: above 1 it is slower, on every model. */
export const rateOfTimeScale = (factor: number): number =>
  1 / Math.min(TIME_SCALES.max, Math.max(TIME_SCALES.min, factor))

/** The fields of a body that say how its text is spoken. */
export type SpeechFields = SpeechBody extends infer Body
  ? Body extends SpeechBody
    ? Omit<Body, 'text' | 'timestamps' | 'audioFormat' | 'saveOovs' | 'inlineSpeedAlpha'> & {
        readonly inlineSpeedAlpha?: readonly number[]
      }
    : never
  : never

/** The parameters of a text with the fields of a body. */
export const parametersOf = (
  request: Parameters<typeof callerOf>[0],
  body: SpeechFields,
  { text, codec }: Pick<SpeechParameters, 'text' | 'codec'>,
): SpeechParameters => ({
  ...callerOf(request),
  text,
  model: body.model,
  speaker: body.speaker,
  fallbackSpeaker: undefined,
  lang: body.lang,
  sampleRateHz: body.samplingRate,
  codec,
  rate:
    body.timeScaleFactor === undefined
      ? rateOfSpeedAlpha(body.speedAlpha, body.model)
      : rateOfTimeScale(body.timeScaleFactor),
  sampling:
    'temperature' in body
      ? {
          temperature: body.temperature,
          topP: body.top_p,
          repetitionPenalty: body.repetition_penalty,
          maxTokens: body.max_tokens,
        }
      : DEFAULT_SAMPLING,
  markup:
    'pauseBetweenBrackets' in body
      ? {
          pauses: body.pauseBetweenBrackets,
          breaks: true,
          cues: false,
          phonemes: body.phonemizeBetweenBrackets,
          inlineRates: (body.inlineSpeedAlpha ?? []).map((alpha) => rateOfSpeedAlpha(alpha, body.model)),
        }
      : NO_MARKUP,
  customLexicon: body.customLexicon,
  isNormalized: !('noTextNormalization' in body && body.noTextNormalization),
})
