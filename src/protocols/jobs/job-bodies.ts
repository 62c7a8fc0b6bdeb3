import { z } from 'zod'
import { type JobContent, MAX_JOB_LENGTH } from '../../app/jobs/cut-job.ts'
import { isFileName, MAX_PROMPTS } from '../../app/jobs/job-prompts.ts'
import { JOB_KINDS } from '../../app/jobs/job-settings.ts'
import type { ListedJob } from '../../app/jobs/listed-job.ts'
import { CAPTION_FORMAT_NAMES } from '../../app/speech/caption-formats.ts'
import { modelOfId } from '../../app/speech/model-id.ts'
import { CODEC_NAMES } from '../../audio/codecs.ts'
import { invalidRequest } from '../../core/errors.ts'
import { JOB_STATES } from '../../core/job.ts'
import { readWebhookSecret, SECRET_FORM, WEBHOOK_STATES } from '../../core/webhook.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseStoredBody, requireObject } from '../../server/bodies/parse-body.ts'
import {
  createSpeechBodySchemas,
  type SpeechBodyLimits,
  type SpeechFields,
  withLang,
} from '../../server/bodies/speech-body.ts'

const MAX_CHAPTERS = 1000
const MAX_TITLE_LENGTH = 200
/** Of a job, in Unicode code points. */
const MAX_NAME_LENGTH = 200
const MAX_LISTED = 1000
const MAX_VOICES = 100
const MAX_VOICE_NAME_LENGTH = 80
/** Unicode code points. */
const MAX_PROMPT_LENGTH = 20_000

const chapterSchema = z.object(
  {
    title: field
      .string('title')
      .max(MAX_TITLE_LENGTH, 'title is too long')
      .default('')
      .describe('Shown in the list of chapters, not spoken'),
    text: field.required('text').describe('Text of the chapter'),
  },
  'must be an object with title and text',
)

const promptSchema = z.object(
  {
    name: field
      .required('name')
      .refine(isFileName, 'name must be a file name that is valid on every system, of at most 200 bytes')
      .describe('Name of the file, without its extension; unique, whatever its capitals'),
    text: field.text(MAX_PROMPT_LENGTH).describe('Text of the prompt'),
    speaker: field.string('speaker').optional().describe('Overrides that of the job'),
    lang: field.string('lang').optional().describe('Overrides that of the job'),
  },
  'must be an object with name and text',
)

const voiceSchema = z.object(
  {
    name: field
      .required('name')
      .pipe(field.name('name', MAX_VOICE_NAME_LENGTH).min(1, 'name must not be empty'))
      .describe('What lines of this person begin with, before a colon; its capitals do not matter'),
    speaker: field.string('speaker').optional().describe('Overrides that of the job'),
    lang: field.string('lang').optional().describe('Overrides that of the job'),
  },
  'must be an object with name and speaker',
)

const webhookSchema = z.object(
  {
    url: field.required('webhook.url').describe('Gets a POST when the job has ended; https, at a public address'),
    secret: field
      .string('webhook.secret')
      .refine((secret) => readWebhookSecret(secret) !== undefined, `webhook.secret must be ${SECRET_FORM}`)
      .optional()
      .describe(`Signs the message: ${SECRET_FORM}; that of \`HOARFROST_WEBHOOK_SECRET\` by default`),
  },
  'webhook must be an object with url',
)

const CAPTIONS_RULE = `must be one of ${CAPTION_FORMAT_NAMES.join(', ')}`

const jobFields = {
  name: field
    .name('name', MAX_NAME_LENGTH)
    .optional()
    .describe('A name to recognize the job by, such as the title of a book'),
  text: field
    .string('text')
    .optional()
    .describe(
      'Text to speak, of at most 5,000,000 characters; cut into chapters at its Markdown headings `#` and `##`',
    ),
  chapters: z
    .array(chapterSchema, 'chapters must be a list of objects with title and text')
    .max(MAX_CHAPTERS, `chapters must have at most ${MAX_CHAPTERS} entries`)
    .optional()
    .describe('Chapters, instead of `text`'),
  prompts: z
    .array(promptSchema, 'prompts must be a list of objects with name and text')
    .min(1, 'prompts must not be empty')
    .max(MAX_PROMPTS, `prompts must have at most ${MAX_PROMPTS} entries`)
    .optional()
    .describe('Texts that become a file each, in a zip archive, instead of `text`'),
  voices: z
    .array(voiceSchema, 'voices must be a list of objects with name and speaker')
    .max(MAX_VOICES, `voices must have at most ${MAX_VOICES} entries`)
    .default([])
    .describe(
      'Voices of a dialogue in `text` or `chapters`, whose lines are `Name: text`; other lines have the voice of the job',
    ),
  audioFormat: field
    .oneOf('audioFormat', CODEC_NAMES)
    .default('wav')
    .describe('Format of the result; `m4b` is an audiobook with chapters'),
  captions: z
    .array(z.enum(CAPTION_FORMAT_NAMES, CAPTIONS_RULE), 'captions must be a list')
    .transform((formats) => [...new Set(formats)])
    .default([])
    .describe('Files of captions (`srt`, `vtt`) and of word times with their positions in the text (`json`)'),
  webhook: webhookSchema.optional().describe('Where the end of the job is told'),
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
export function parseJobBody(schemas: JobBodySchemas, json: unknown) {
  const { name, text, chapters, prompts, voices, captions, webhook, speech } = parseFields(schemas, requireObject(json))
  const contents: JobContent[] = [
    ...(text === undefined ? [] : [{ kind: 'text', text, voices } as const]),
    ...(chapters === undefined ? [] : [{ kind: 'chapters', chapters, voices } as const]),
    ...(prompts === undefined ? [] : [{ kind: 'prompts', prompts } as const]),
  ]
  const [content] = contents
  if (content === undefined) throw invalidRequest('text is required', 'text')
  if (contents.length > 1) {
    const fields = contents.map(({ kind }) => kind).join(' and ')
    throw invalidRequest(`${fields} must not be sent together`, contents[1]?.kind)
  }
  if (content.kind === 'prompts' && voices.length > 0) {
    throw invalidRequest('prompts and voices must not be sent together: a prompt has a speaker of its own', 'voices')
  }
  const hook = webhook && { url: webhook.url, secret: webhook.secret ?? null }
  return { name: name || null, content, captions, webhook: hook, ...speech }
}

const estimateSchema = z.object({
  characters: field
    .integerBetween('characters', 1, MAX_JOB_LENGTH)
    .describe('Length of the text, in Unicode code points'),
})

/** The fields of `POST /v1/jobs/estimate`, besides those of speech. */
export const estimateFields = estimateSchema.shape

/** The body of `POST /v1/jobs/estimate`: that of a job, with a number of characters in place of a text. */
export function parseEstimateBody(schemas: JobBodySchemas, json: unknown) {
  const { characters, ...body } = requireObject(json)
  const { characters: count } = parseStoredBody(estimateSchema, { characters })
  return { characters: count, ...parseFields(schemas, body).speech }
}

function parseFields(schemas: JobBodySchemas, json: Readonly<Record<string, unknown>>) {
  const body = withLang(json)
  const model = modelOfId(body.modelId)
  const { name, text, chapters, prompts, voices, captions, webhook, ...speech } = parseStoredBody(
    schemas[model] as JobBodySchemas['mistv2'],
    body,
  )
  return {
    ...{ name, text, chapters, prompts, voices, captions, webhook },
    speech: { codec: speech.audioFormat, speech: { model, ...speech } as unknown as SpeechFields },
  }
}

const KEY_MESSAGE = 'Idempotency-Key must have 1 to 200 visible ASCII characters'

/** Throws `request.invalid`. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[!-~]{1,200}$/.test(header)) throw invalidRequest(KEY_MESSAGE)
  return header
}

const count = (name: string, max: number) => {
  const message = `${name} must be a whole number from 1 to ${max}`
  return z.coerce.number<string>(message).int(message).min(1, message).max(max, message)
}

export const listQuerySchema = z.object({
  limit: count('limit', MAX_LISTED).default(100).describe('Maximum number of jobs'),
})
export const resultQuerySchema = z.object({
  chapter: count('chapter', Number.MAX_SAFE_INTEGER).optional().describe('Number of a chapter; all by default'),
  prompt: field.string('prompt').optional().describe('Name of a prompt, instead of the archive of all'),
  captions: field
    .oneOf('captions', CAPTION_FORMAT_NAMES)
    .optional()
    .describe('Captions or word times instead of the audio'),
})

export const jobErrorSchema = z.object({
  error: z.object({
    message: z.string(),
    field: z.string().optional().describe('The invalid field, such as `webhook.url` or `prompts[3].name`'),
  }),
})
export type JobError = z.infer<typeof jobErrorSchema>

const seconds = z.number().nonnegative()

export const estimateAnswerSchema = z.object({
  audioSeconds: seconds.describe('Length of the audio'),
  seconds: z
    .int()
    .nullable()
    .describe('From the beginning of the job to its end, if nothing else is spoken meanwhile; null if unknown'),
})

export const listedJobSchema = z.object({
  id: z.string(),
  name: z.string().nullable().describe('As it was submitted; null if it has none'),
  state: z.enum(JOB_STATES),
  kind: z.enum(JOB_KINDS).describe('A text, or prompts, whose result is a zip archive'),
  modelId: z.string(),
  speaker: z.string(),
  lang: z.string(),
  audioFormat: z.enum(CODEC_NAMES),
  captions: z.array(z.enum(CAPTION_FORMAT_NAMES)),
  samplingRate: z.int(),
  characters: z.int().describe('Characters of the text, white space around parts included'),
  charactersDone: z.int().describe('Characters that are spoken and stored'),
  secondsLeft: z
    .int()
    .nullable()
    .describe('Estimate, of a queued job from its beginning; null if unknown or if the job has ended'),
  error: z.string().nullable().describe('Why the job failed'),
  keyId: z.string().describe('Id of the key that submitted it'),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable().describe('When an ended job and its result are removed'),
}) satisfies z.ZodType<ListedJob>

export const jobSchema = listedJobSchema.extend({
  chapters: z.array(
    z.object({
      number: z.int().describe('From 1'),
      title: z.string(),
      characters: z.int(),
      charactersDone: z.int(),
      audioSeconds: seconds.describe('Length of the audio so far'),
    }),
  ),
  webhook: z
    .object({
      host: z.string(),
      state: z.enum(WEBHOOK_STATES),
      attempts: z.int().describe('Requests that were sent'),
      status: z.int().nullable().describe('HTTP status of the last response; null if there was none'),
    })
    .nullable(),
})
export type ShownJob = z.infer<typeof jobSchema>
export const jobListSchema = z.object({ jobs: z.array(listedJobSchema) })
