import type { FastifyRequest } from 'fastify'
import type { App } from '../../app/app.ts'
import type { JobSettings } from '../../app/jobs.ts'
import { CODECS } from '../../audio/codecs.ts'
import type { Job } from '../../core/job.ts'
import { type RequireKey, refuseToken } from '../../server/authorization.ts'
import { answerWithMessage } from '../../server/json-errors.ts'
import { parseBody } from '../../server/parse-body.ts'
import type { Protocol, Server } from '../../server/protocol.ts'
import { readJson } from '../../server/read-json.ts'
import { sendFile } from '../../server/send-file.ts'
import { parametersOf } from '../../server/speech-body.ts'
import {
  createJobBodySchemas,
  type ListedJob,
  listQuerySchema,
  parseJobBody,
  readIdempotencyKey,
  resultQuerySchema,
  type ShownJob,
} from './job-bodies.ts'
import * as reference from './reference.ts'

/** Enough for the longest text in any script, with escapes. */
const MOST_BODY_BYTES = 2 ** 25

/** Long texts as jobs: `/v1/jobs`. */
export const jobsProtocol: Protocol = {
  name: 'jobs',
  register(server, app) {
    server.http.register(async (http) => {
      http.setErrorHandler(answerWithMessage(server.logger))
      addRoutes({ ...server, http }, app)
    })
  },
}

interface OneJob {
  Params: { readonly id: string }
}

function addRoutes({ http, requireKey }: Server, app: App): void {
  const { jobs } = app
  const schemas = createJobBodySchemas(app)
  const requireCaller = requireKey('synthesis')
  const onRequest: ReturnType<RequireKey> = async (request, reply) => {
    await requireCaller(request, reply)
    refuseToken(request)
  }

  http.post(
    '/v1/jobs',
    { onRequest, config: { describe: () => reference.submit(schemas) } },
    async (request, reply) => {
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
      const { text, codec, speech } = parseJobBody(schemas, await readJson(request.raw, MOST_BODY_BYTES))
      const parameters = parametersOf(request, speech, codec)
      const job = await jobs.submit({ keyId: request.keyId as string, idempotencyKey, parameters, text })
      return reply
        .code(202)
        .header('location', `/v1/jobs/${job.id}`)
        .send(await shownJob(job, jobs))
    },
  )

  http.get('/v1/jobs', { onRequest, config: { describe: reference.list } }, async (request, reply) => {
    const { limit } = parseBody(listQuerySchema, request.query)
    const listed = await jobs.list(visibleTo(request), limit)
    return reply.header('cache-control', 'no-store').send({ jobs: listed.map((job) => listedJob(job, jobs)) })
  })

  http.get<OneJob>('/v1/jobs/:id', { onRequest, config: { describe: reference.show } }, async (request, reply) => {
    const job = await jobs.find(request.params.id, visibleTo(request))
    return reply.header('cache-control', 'no-store').send(await shownJob(job, jobs))
  })

  http.post<OneJob>(
    '/v1/jobs/:id/cancel',
    { onRequest, config: { describe: reference.cancel } },
    async (request) => await shownJob(await jobs.cancel(request.params.id, visibleTo(request)), jobs),
  )

  http.delete<OneJob>('/v1/jobs/:id', { onRequest, config: { describe: reference.remove } }, async (request, reply) => {
    await jobs.cancelOrRemove(request.params.id, visibleTo(request))
    return reply.code(204).send()
  })

  http.get<OneJob>(
    '/v1/jobs/:id/result',
    { onRequest, config: { describe: reference.result } },
    async (request, reply) => {
      const { chapter } = parseBody(resultQuerySchema, request.query)
      const result = await jobs.result(request.params.id, visibleTo(request), chapter)
      reply.header('content-disposition', `attachment; filename="${result.name}"`)
      return sendFile(request, reply, { ...result, contentType: CODECS[result.codec].mediaTypes[0] })
    },
  )
}

/** A key sees its own jobs, an admin's key all (null). */
const visibleTo = ({ apiKey, keyId }: FastifyRequest): string | null =>
  apiKey?.roles.includes('admin') ? null : (keyId as string)

function listedJob(job: Job, jobs: App['jobs']): ListedJob {
  const settings = JSON.parse(job.settings) as JobSettings
  return {
    id: job.id,
    state: job.state,
    modelId: settings.model,
    speaker: settings.speaker,
    lang: settings.lang,
    audioFormat: settings.codec,
    samplingRate: settings.sampleRateHz,
    characters: job.characters,
    charactersDone: job.charactersDone,
    secondsLeft: jobs.secondsLeft(job),
    error: job.error,
    keyId: job.keyId,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    endedAt: job.endedAt?.toISOString() ?? null,
    expiresAt: jobs.expiry(job)?.toISOString() ?? null,
  }
}

const shownJob = async (job: Job, jobs: App['jobs']): Promise<ShownJob> => ({
  ...listedJob(job, jobs),
  chapters: [...(await jobs.chapters(job))],
})
