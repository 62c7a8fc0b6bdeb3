import { z } from 'zod'
import { INTEGRATION_NAMES } from '../../app/integrations.ts'
import { MODEL_IDS } from '../../core/model.ts'

export const MAX_TEXT_LENGTH = 2000

const speaker = z.string().describe('Name of a voice of list_voices')
const text = z.string().min(1).max(MAX_TEXT_LENGTH)

const voice = z.object({
  speaker: z.string(),
  modelId: z.enum(MODEL_IDS),
  lang: z.string(),
  gender: z.string(),
  age: z.string(),
  country: z.string(),
  dialect: z.string(),
  demographic: z.string(),
  genres: z.array(z.string()),
  styles: z.array(z.string()),
})

const spoken = z.object({
  text: text.describe('Text to speak'),
  speaker: speaker.optional(),
  modelId: z.enum(MODEL_IDS).default('coda'),
  lang: z.string().optional().describe("Language of the text, such as eng or es; by default the speaker's"),
  speed: z.number().min(0.2).max(5).default(1).describe('Above 1 is faster'),
})

export const listVoices = {
  input: z.object({
    language: z.string().optional().describe('Language, such as eng or es'),
    model: z.enum(MODEL_IDS).optional(),
    gender: z.string().optional().describe('female, male or non-binary'),
  }),
  output: z.object({ voices: z.array(voice) }),
}

export const voiceDetails = { input: z.object({ speaker }), output: listVoices.output }

export const synthesizeSpeech = {
  input: spoken.extend({
    format: z.enum(['mp3', 'wav']).default('mp3'),
    include_audio: z.boolean().default(false).describe('Also return the audio itself, in base64'),
  }),
  output: z.object({
    seconds: z.number(),
    speaker: z.string(),
    modelId: z.enum(MODEL_IDS),
    format: z.enum(['mp3', 'wav']),
    audioUrl: z.string().optional(),
    path: z.string().optional(),
  }),
}

export const saveTo = z
  .string()
  .regex(/^[\w][\w .-]{0,99}$/, 'save_to must be the name of a file, without a folder')
  .optional()
  .describe('Name of the new file in the audio folder')

export const playSpeech = {
  input: spoken.extend({ wait: z.boolean().default(true).describe('Answer only when everything has been heard') }),
  output: z.object({ seconds: z.number(), speaker: z.string(), modelId: z.enum(MODEL_IDS) }),
}

export const normalizeText = {
  input: z.object({
    text: text.describe('Text'),
    lang: z.string().optional().describe('Language of the text, such as eng or es-MX; by default English'),
  }),
  output: z.object({ normalized: z.string() }),
}

export const checkDictionary = {
  input: z.object({ text: text.describe('English words') }),
  output: z.object({ missing: z.array(z.string()) }),
}

export const generateIntegration = {
  input: z.object({ client: z.enum(INTEGRATION_NAMES), speaker: speaker.optional() }),
  output: z.object({ code: z.string() }),
}
