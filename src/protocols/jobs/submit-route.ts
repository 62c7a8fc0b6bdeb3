import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { MODEL_IDS } from '../../core/model.ts'
import { refuseToken } from '../../server/auth/authorization.ts'
import { readJson } from '../../server/bodies/read-json.ts'
import { parametersOf } from '../../server/bodies/speech-body.ts'
import { jsonAnswer, type RouteDescription } from '../../server/description.ts'
import type { Server } from '../../server/protocol.ts'
import {
  createJobBodySchemas,
  estimateAnswerSchema,
  estimateFields,
  type JobBodySchemas,
  jobSchema,
  parseEstimateBody,
  parseJobBody,
  readIdempotencyKey,
} from './job-bodies.ts'
import { JOBS, SHOWN, shownJob } from './shown-job.ts'

/** Enough for the longest text in any script, with escapes. */
const MAX_BODY_BYTES = 2 ** 25
/** Of which short strings: 10,000 prompts of 400 bytes. */
const MAX_PARSED_BYTES = 2 ** 22
const MAX_ESTIMATE_BYTES = 2 ** 18

/** `POST /v1/jobs`, and an estimate of it. The model of a body decides which fields it has. */
export function addSubmitRoutes({ http, requireKey }: Server, app: App): void {
  const { jobs } = app
  const schemas = createJobBodySchemas(app)
  const onRequest = [requireKey('synthesis'), refuseToken]
  http.post('/v1/jobs', { onRequest, config: { describe: () => describe(schemas) } }, async (request, reply) => {
    const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
    const { codec, speech, ...asked } = parseJobBody(
      schemas,
      await readJson(request.raw, MAX_BODY_BYTES, MAX_PARSED_BYTES),
    )
    const { markup, ...rest } = parametersOf(request, speech, { text: '', codec })
    const parameters = { ...rest, markup: { ...markup, breaks: true } }
    const job = await jobs.submit({ keyId: request.keyId as string, idempotencyKey, parameters, ...asked })
    return reply
      .code(202)
      .header('location', `/v1/jobs/${job.id}`)
      .send(await shownJob(job, jobs))
  })
  http.post(
    '/v1/jobs/estimate',
    { onRequest, config: { describe: () => describeEstimate(schemas) } },
    async (request, reply) => {
      const { characters, codec, speech } = parseEstimateBody(schemas, await readJson(request.raw, MAX_ESTIMATE_BYTES))
      const parameters = parametersOf(request, speech, { text: '', codec })
      return reply.send(jobs.estimate(parameters, characters))
    },
  )
}

const describeEstimate = ({ coda }: JobBodySchemas): RouteDescription => ({
  protocol: JOBS,
  id: 'estimateJob',
  summary: 'How long a job would take',
  description: 'Takes the fields of speech that `POST /v1/jobs` takes. Nothing is submitted.',
  role: 'synthesis',
  body: {
    schema: z.object({
      ...estimateFields,
      modelId: z.enum(MODEL_IDS),
      speaker: coda.shape.speaker,
      lang: coda.shape.lang,
      speedAlpha: coda.shape.speedAlpha,
    }),
  },
  answers: { 200: jsonAnswer('The estimate', estimateAnswerSchema, { audioSeconds: 46_154, seconds: 9231 }) },
  errors: [],
  examples: {
    usual: { summary: 'Of a novel', body: { modelId: 'coda', speaker: 'luna', characters: 600_000 } },
  },
})

const describe = ({ coda, mistv3, mistv2 }: JobBodySchemas): RouteDescription => ({
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
    audiobook: {
      summary: 'An audiobook in one file, with chapters at the headings',
      body: {
        modelId: 'coda',
        speaker: 'luna',
        name: 'Moby-Dick',
        audioFormat: 'm4b',
        text: '# Loomings\n\nCall me Ishmael.\n\n# The Carpet-Bag\n\nI stuffed a shirt or two into my bag.',
      },
    },
    chapters: {
      summary: 'Chapters',
      body: { modelId: 'coda', speaker: 'luna', chapters: [{ title: 'Loomings', text: 'Call me Ishmael.' }] },
    },
    dialogue: {
      summary: 'A dialogue of two voices, told by a third',
      body: {
        modelId: 'coda',
        speaker: 'luna',
        voices: [
          { name: 'Anna', speaker: 'astra' },
          { name: 'Ben', speaker: 'albion' },
        ],
        text: 'The bell rings.\n\nAnna: Who is there?\nBen: Only me.\n\nShe opens the door.',
      },
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
