import { z } from 'zod'
import type { JobSubmission } from '../../app/jobs.ts'
import { modelOfId } from '../../app/model-id.ts'
import { CODEC_NAMES } from '../../audio/codecs.ts'
import { invalidRequest } from '../../core/errors.ts'
import { JOB_STATES } from '../../core/job.ts'
import * as field from '../../server/fields.ts'
import { parseBody, requireObject } from '../../server/parse-body.ts'
import { createSpeechBodySchemas, type SpeechBody, type SpeechBodyLimits } from '../../server/speech-body.ts'

const MOST_CHAPTERS = 1000
const LONGEST_TITLE = 200
const MOST_LISTED = 1000

const chapterSchema = z.object(
  {
    title: field
      .string('title')
      .max(LONGEST_TITLE, 'title is too long')
      .default('')
      .describe('Shown in the list of chapters, not spoken'),
    text: field.required('text').describe('Text of the chapter'),
  },
  'chapters must be a list of objects with title and text',
)

const jobFields = {
  text: field
    .string('text')
    .optional()
    .describe(
      'Text to speak, of at most 5,000,000 characters; cut into chapters at its Markdown headings `#` and `##`',
    ),
  chapters: z
    .array(chapterSchema, 'chapters must be a list of objects with title and text')
    .max(MOST_CHAPTERS, `chapters must have at most ${MOST_CHAPTERS} entries`)
    .optional()
    .describe('Chapters, instead of `text`'),
  audioFormat: field.oneOf('audioFormat', CODEC_NAMES).default('wav').describe('Format of the result'),
}

export type JobBodySchemas = ReturnType<typeof createJobBodySchemas>

/** As those of speech, without the limits of a text's length and without what holds for a single answer. */
export function createJobBodySchemas(limits: Omit<SpeechBodyLimits, 'maxTextLength'>) {
  const { coda, mistv3, mistv2 } = createSpeechBodySchemas({ ...limits, maxTextLength: Number.POSITIVE_INFINITY })
  const ofSpeech = coda.omit({ text: true, timestamps: true }).extend(jobFields)
  const ofMist = mistv3.omit({ text: true, timestamps: true, inlineSpeedAlpha: true }).extend(jobFields)
  const ofMistv2 = mistv2
    .omit({ text: true, timestamps: true, inlineSpeedAlpha: true, saveOovs: true })
    .extend(jobFields)
  return { coda: ofSpeech, arcana: ofSpeech, mistv3: ofMist, mistv2: ofMistv2 }
}

/** The body of `POST /v1/jobs`, with the speech that it asks for. Throws `request.invalid`. */
export function parseJobBody(schemas: JobBodySchemas, body: unknown) {
  const model = modelOfId(requireObject(body).modelId)
  const { text, chapters, ...speech } = parseBody(schemas[model] as JobBodySchemas['mistv2'], body)
  if (text !== undefined && chapters !== undefined) {
    throw invalidRequest('text and chapters must not be sent together', 'chapters')
  }
  const spoken: JobSubmission['text'] | undefined = text ?? chapters
  if (spoken === undefined) throw invalidRequest('text is required', 'text')
  const whole = {
    model,
    ...speech,
    text: '',
    timestamps: false,
    ...(speech.noTextNormalization && { saveOovs: false }),
  }
  const markup = model === 'mistv3' || model === 'mistv2' ? { inlineSpeedAlpha: [] } : {}
  return { text: spoken, codec: speech.audioFormat, speech: { ...whole, ...markup } as unknown as SpeechBody }
}

const KEY_MESSAGE = 'Idempotency-Key must have 1 to 200 visible ASCII characters'

/** Throws `request.invalid`. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[!-~]{1,200}$/.test(header)) throw invalidRequest(KEY_MESSAGE)
  return header
}

const count = (name: string, most: number) => {
  const message = `${name} must be a whole number from 1 to ${most}`
  return z.coerce.number<string>(message).int(message).min(1, message).max(most, message)
}

export const listQuerySchema = z.object({
  limit: count('limit', MOST_LISTED).default(100).describe('Maximum number of jobs'),
})
export const resultQuerySchema = z.object({
  chapter: count('chapter', Number.MAX_SAFE_INTEGER).optional().describe('Number of a chapter; all by default'),
})
export const idSchema = z.object({ id: z.string().describe('Id of the job') })

const seconds = z.number().nonnegative()

export const listedJobSchema = z.object({
  id: z.string(),
  state: z.enum(JOB_STATES),
  modelId: z.string(),
  speaker: z.string(),
  lang: z.string(),
  audioFormat: z.enum(CODEC_NAMES),
  samplingRate: z.int(),
  characters: z.int().describe('Characters of the text, white space around parts included'),
  charactersDone: z.int().describe('Of those, what has been spoken and is kept'),
  secondsLeft: z.int().nullable().describe('Estimate; null if unknown'),
  error: z.string().nullable().describe('Why the job failed'),
  keyId: z.string().describe('Id of the key that submitted it'),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable().describe('When an ended job and its result are removed'),
})
export type ListedJob = z.infer<typeof listedJobSchema>

export const jobSchema = listedJobSchema.extend({
  chapters: z.array(
    z.object({
      number: z.int().describe('From 1'),
      title: z.string(),
      characters: z.int(),
      charactersDone: z.int(),
      audioSeconds: seconds.describe('Length of what has been spoken'),
    }),
  ),
})
export type ShownJob = z.infer<typeof jobSchema>
export const jobListSchema = z.object({ jobs: z.array(listedJobSchema) })
