import { z } from 'zod'
import { LANGUAGES } from '../../core/language.ts'
import { MODEL_IDS } from '../../core/model.ts'

/** `all-v2.json`: speakers by model and language; a language without voices in a model is absent. */
export const voiceNamesSchema = z.record(z.enum(MODEL_IDS), z.partialRecord(z.enum(LANGUAGES), z.array(z.string())))
export type VoiceNames = z.infer<typeof voiceNamesSchema>

/** One entry of `voice_details.json`. An unknown attribute is an empty string, unknown styles are absent. */
export const voiceDetailsSchema = z.object({
  speaker: z.string(),
  gender: z.string(),
  age: z.string(),
  country: z.string(),
  dialect: z.string(),
  demographic: z.string(),
  genre: z.array(z.string()),
  styles: z.array(z.string()).min(1).optional(),
  modelId: z.enum(MODEL_IDS),
  lang: z.enum(LANGUAGES),
  /** In English. */
  language: z.string(),
  flagship: z.boolean(),
})
export type VoiceDetails = z.infer<typeof voiceDetailsSchema>

/** One voice of `GET /v1/catalogue`. Unknown attributes are empty strings. */
export const voiceResponseSchema = z.object({
  model: z.enum(MODEL_IDS),
  speaker: z.string(),
  language: z.enum(LANGUAGES),
  gender: z.string(),
  age: z.string(),
  country: z.string(),
  dialect: z.string(),
  demographic: z.string(),
  genre: z.array(z.string()),
  styles: z.array(z.string()),
  flagship: z.boolean(),
  engine: z.string().describe('The engine that speaks it now'),
  pitchHz: z.number().describe('Mean fundamental frequency'),
  timbre: z.object({
    formantRatio: z.number().describe('Formants relative to those of the engine; above 1 is a shorter vocal tract'),
    brightnessDb: z.number().describe('Gain at 4 kHz relative to 500 Hz, in dB'),
  }),
})
export type VoiceResponse = z.infer<typeof voiceResponseSchema>
