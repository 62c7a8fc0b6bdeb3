import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../../app/app.ts'
import {
  DEFAULT_PARAMETERS,
  fallbackSpeaker,
  resolveRequest,
  type SpeechParameters,
} from '../../app/speech/resolve-request.ts'
import { invalidRequest } from '../../core/errors.ts'
import { DEFAULT_SAMPLING, type SynthesisRequest } from '../../core/request.ts'
import { callerOf } from '../../server/auth/caller.ts'
import * as field from '../../server/bodies/fields.ts'
import { onceAMinute } from '../../server/observe/once-a-minute.ts'
import type { RequestLogger } from '../../server/observe/request-log.ts'
import { deliveryFields, deliveryOf, deliveryOfVoice } from './delivery.ts'
import { modelOfName } from './model-names.ts'
import type { OutputFormat } from './output-format.ts'
import { speakerOfVoice } from './voice-names.ts'

const VOICE = 'voice must be an id or {"mode": "id", "id": "…"}'
const EMBEDDING = 'voice.embedding is not supported: name a voice of GET /voices by its id'

const isEmbedding = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && ('embedding' in input || ('mode' in input && input.mode !== 'id'))

/** Bounded, since it is sent with every message. */
const MAX_CONTEXT_ID_LENGTH = 1000

export const contextId = field
  .string('context_id')
  .max(MAX_CONTEXT_ID_LENGTH, 'context_id is too long')
  .optional()
  .describe('Comes back in every message about the context')

/** Fields that requests and contexts have in common, but for their text and format. */
export const speechFields = {
  model_id: field.required('model_id').describe("One of Cartesia's models, which all start with `sonic`, or of Rime's"),
  voice: z
    .union(
      [
        z.string().transform((id) => ({ id, controls: undefined })),
        z
          .object({
            mode: z.literal('id').optional(),
            id: z.string(),
            embedding: z.never().optional(),
            __experimental_controls: z.unknown().optional(),
          })
          .transform(({ id, __experimental_controls: controls }) => ({ id, controls })),
      ],
      { error: ({ input }) => (isEmbedding(input) ? EMBEDDING : VOICE) },
    )
    .optional()
    .describe('A voice of `GET /voices`, by its id'),
  language: field.string('language').optional().describe("The voice's language by default; a region has no effect"),
  locale: field.string('locale').optional().describe('Instead of `language`'),
  ...deliveryFields,
  normalization: field
    .string('normalization')
    .optional()
    .describe('`off` leaves numbers, dates and the like to the engine'),
  add_timestamps: field.boolean('add_timestamps').describe('Tell the times of words'),
  add_phoneme_timestamps: field
    .boolean('add_phoneme_timestamps')
    .describe('Tell the times of sounds, of words whose sounds are known before they are spoken'),
  use_normalized_timestamps: field
    .boolean('use_normalized_timestamps')
    .describe('Times of words as they are spoken instead of as they are written'),
  pronunciation_dict_id: field.string('pronunciation_dict_id').optional().describe('Has no effect'),
}

const fieldsSchema = z.object(speechFields)
export type SpeechFields = z.infer<typeof fieldsSchema>

interface Asked {
  readonly fields: SpeechFields
  readonly text: string
  readonly format: OutputFormat
  readonly seed?: string
}

/** Throws `model.unknown`, `speaker.unknown`, `language.unsupported` and `request.invalid`. */
export type ResolveSpeech = (request: FastifyRequest, asked: Asked) => SynthesisRequest

export function createResolveSpeech(app: App, logger: RequestLogger): ResolveSpeech {
  const warn = onceAMinute(
    (count) => logger.warn({ count }, 'pronunciation_dict_id has no effect: add the words to the dictionary'),
    app.clock,
  )
  return (request, asked) => {
    // A client that is refused is mute; without the dictionary some words are pronounced otherwise.
    if (asked.fields.pronunciation_dict_id !== undefined) warn()
    return resolveRequest(parametersOf(request, asked, app), app)
  }
}

function parametersOf(request: FastifyRequest, { fields, text, format, seed }: Asked, app: App): SpeechParameters {
  const { voice, language, locale, normalization } = fields
  if (language !== undefined && locale !== undefined) {
    throw invalidRequest('language and locale must not both be set', 'locale')
  }
  const parameters: SpeechParameters = {
    ...DEFAULT_PARAMETERS,
    ...callerOf(request),
    ...deliveryOf(fields, deliveryOfVoice(voice?.controls)),
    text,
    model: modelOfName(fields.model_id),
    speaker: voice === undefined ? undefined : speakerOfVoice(voice.id),
    fallbackSpeaker: undefined,
    lang: language ?? locale,
    sampleRateHz: format.sampleRateHz,
    codec: format.codec,
    isNormalized: normalization?.trim().toLowerCase() !== 'off',
    ...(seed !== undefined && { sampling: { ...DEFAULT_SAMPLING, seed } }),
  }
  if (voice === undefined && fallbackSpeaker(parameters, app) === undefined) {
    throw invalidRequest('voice is required', 'voice')
  }
  return parameters
}
