import { z } from 'zod'
import { CAPTION_FORMAT_NAMES, CAPTION_FORMATS } from '../../app/speech/caption-formats.ts'
import { CODEC_NAMES, CODECS } from '../../audio/codecs.ts'
import { FILE_ANSWERS } from '../../server/answers/send-file.ts'
import { bytesAs, type DescribedProtocol, jsonAnswer, type RouteDescription } from '../../server/description.ts'
import {
  idSchema,
  type JobBodySchemas,
  jobErrorSchema,
  jobListSchema,
  jobSchema,
  listQuerySchema,
  resultQuerySchema,
} from './job-bodies.ts'

const JOBS: DescribedProtocol = {
  title: 'Jobs',
  summary: 'Long texts, spoken while the service has nothing else to do.',
  errorBody: jobErrorSchema,
}

const ID = '0b8e6c1e-3c1f-4f0e-9d0a-5d2f1c7a9e11'
const { chapters, webhook, ...LISTED } = {
  id: ID,
  name: 'Moby-Dick',
  state: 'running' as const,
  kind: 'text' as const,
  modelId: 'coda',
  speaker: 'luna',
  lang: 'eng',
  audioFormat: 'mp3' as const,
  captions: ['srt' as const],
  samplingRate: 24_000,
  characters: 21_000,
  charactersDone: 10_500,
  secondsLeft: 60,
  error: null,
  keyId: 'k1',
  createdAt: '2026-01-02T03:04:05.000Z',
  startedAt: '2026-01-02T03:04:06.000Z',
  endedAt: null,
  expiresAt: null,
  chapters: [{ number: 1, title: 'Loomings', characters: 21_000, charactersDone: 10_500, audioSeconds: 700 }],
  webhook: null,
}
const SHOWN = { ...LISTED, chapters, webhook }

export const submit = ({ coda, mistv3, mistv2 }: JobBodySchemas): RouteDescription => ({
  protocol: JOBS,
  id: 'submitJob',
  summary: 'Speak a long text later',
  description:
    'The header `Idempotency-Key` makes a repeated request return the job of the first one. Requests for speech are served first.',
  role: 'synthesis',
  body: {
    schema: z.union([
      z
        .object({ modelId: z.enum(['coda', 'arcana', 'arcanav2', 'arcanav3']), ...coda.shape })
        .meta({ title: 'coda and arcana' }),
      z.object({ modelId: z.string().optional(), ...mistv3.shape }).meta({ title: 'mistv3' }),
      z.object({ modelId: z.literal('mistv2'), ...mistv2.shape }).meta({ title: 'mistv2' }),
    ]),
  },
  answers: { 202: jsonAnswer('The job; its address is in `Location`', jobSchema, SHOWN) },
  errors: [409, 507],
  examples: {
    usual: {
      summary: 'A text with headings, as MP3 with captions',
      body: {
        modelId: 'coda',
        speaker: 'luna',
        name: 'Moby-Dick',
        audioFormat: 'mp3',
        captions: ['srt'],
        text: '# Loomings\n\nCall me Ishmael.\n\n# The Carpet-Bag\n\nI stuffed a shirt or two into my bag.',
      },
    },
    chapters: {
      summary: 'Chapters',
      body: { modelId: 'coda', speaker: 'luna', chapters: [{ title: 'Loomings', text: 'Call me Ishmael.' }] },
    },
    prompts: {
      summary: 'Prompts for telephone lines, as one zip archive',
      body: {
        modelId: 'coda',
        speaker: 'luna',
        audioFormat: 'mulaw',
        prompts: [
          { name: 'welcome', text: 'Welcome to Hoarfrost.' },
          { name: 'bienvenida', text: 'Bienvenidos.', speaker: 'luz', lang: 'spa' },
        ],
      },
    },
    webhook: {
      summary: 'Told when it has ended',
      body: {
        modelId: 'coda',
        speaker: 'luna',
        text: 'Call me Ishmael.',
        webhook: { url: 'https://example.com/hooks/1', secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
      },
    },
  },
})

export const list = (): RouteDescription => ({
  protocol: JOBS,
  id: 'listJobs',
  summary: 'List jobs',
  description: 'Those of the key, the newest first; for a key with the role `admin` those of all keys.',
  role: 'synthesis',
  query: listQuerySchema,
  answers: { 200: jsonAnswer('The jobs', jobListSchema, { jobs: [LISTED] }) },
  examples: { usual: { summary: 'All jobs' } },
})

export const show = (): RouteDescription => ({
  protocol: JOBS,
  id: 'getJob',
  summary: 'How far a job is',
  role: 'synthesis',
  params: idSchema,
  answers: { 200: jsonAnswer('The job', jobSchema, SHOWN) },
  errors: [404],
  examples: { usual: { summary: 'One job', params: { id: ID } } },
})

export const cancel = (): RouteDescription => ({
  protocol: JOBS,
  id: 'cancelJob',
  summary: 'Cancel a job',
  description: 'Its audio is removed. A job that is done or has failed is left as it is, with 409.',
  role: 'synthesis',
  params: idSchema,
  answers: { 200: jsonAnswer('The job', jobSchema, { ...SHOWN, state: 'cancelled' }) },
  errors: [404, 409, 507],
  examples: { usual: { summary: 'Cancel', params: { id: ID } } },
})

export const remove = (): RouteDescription => ({
  protocol: JOBS,
  id: 'removeJob',
  summary: 'Cancel or remove a job',
  description: 'Cancels a job that has not ended, and removes its audio; removes a job that has ended.',
  role: 'synthesis',
  params: idSchema,
  answers: { 204: { description: 'It is cancelled or removed' } },
  errors: [404, 507],
  examples: { usual: { summary: 'Cancel', params: { id: ID } } },
})

export const result = (): RouteDescription => ({
  protocol: JOBS,
  id: 'getJobResult',
  summary: 'The result of a job that is done',
  description: 'A single range of bytes may be requested with `Range`, so that a download can continue.',
  role: 'synthesis',
  params: idSchema,
  query: resultQuerySchema,
  answers: {
    200: {
      description: 'The audio or captions; it has an `ETag`',
      content: bytesAs([
        ...CODEC_NAMES.map((codec) => CODECS[codec].mediaTypes[0]),
        ...CAPTION_FORMAT_NAMES.map((format) => CAPTION_FORMATS[format]),
        'application/zip',
      ]),
    },
    ...FILE_ANSWERS,
  },
  errors: [404, 409],
  examples: {
    usual: { summary: 'All chapters', params: { id: ID }, file: 'book.mp3', answer: 'audio/mpeg' },
    captions: {
      summary: 'Captions',
      params: { id: ID },
      query: { captions: 'srt' },
      file: 'book.srt',
      answer: CAPTION_FORMATS.srt,
    },
  },
})
