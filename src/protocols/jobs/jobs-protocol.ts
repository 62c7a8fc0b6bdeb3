import type { FastifyRequest } from 'fastify'
import type { App } from '../../app/app.ts'
import type { Job } from '../../core/job.ts'
import type { Webhook } from '../../core/webhook.ts'
import { answerWithJson } from '../../server/answers/error-reply.ts'
import { markHeaders } from '../../server/answers/mark-headers.ts'
import { sendFile } from '../../server/answers/send-file.ts'
import { type RequireKey, refuseToken } from '../../server/auth/authorization.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { readJson } from '../../server/bodies/read-json.ts'
import { parametersOf } from '../../server/bodies/speech-body.ts'
import type { Protocol, Server } from '../../server/protocol.ts'
import {
  createJobBodySchemas,
  type JobError,
  listQuerySchema,
  parseJobBody,
  readIdempotencyKey,
  resultQuerySchema,
  type ShownJob,
} from './job-bodies.ts'
import * as reference from './reference.ts'

/** Enough for the longest text in any script, with escapes. */
const MAX_BODY_BYTES = 2 ** 25
/** Of which short strings: 10,000 prompts of 400 bytes. */
const MAX_PARSED_BYTES = 2 ** 22

/** Long texts as jobs: `/v1/jobs`. */
export const jobsProtocol: Protocol = {
  name: 'jobs',
  register(server, app) {
    server.http.register(async (http) => {
      http.setErrorHandler(
        answerWithJson(server.logger, ({ text, field }): JobError => ({ error: { message: text, field } })),
      )
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
    },
  )

  http.get('/v1/jobs', { onRequest, config: { describe: reference.list } }, async (request, reply) => {
    const { limit } = parseBody(listQuerySchema, request.query)
    const listed = await jobs.list(visibleTo(request), limit)
    return reply.header('cache-control', 'no-store').send({ jobs: listed.map(jobs.listed) })
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
      const { chapter, prompt, captions } = parseBody(resultQuerySchema, request.query)
      const file = { chapter, prompt, captions }
      const result = await jobs.result(request.params.id, visibleTo(request), file)
      reply.header('content-disposition', attachmentOf(result.name)).header('cache-control', 'private, no-cache')
      if (result.contentType.startsWith('audio/')) reply.headers(markHeaders(app.speech))
      return sendFile(request, reply.type(result.contentType), result)
    },
  )
}

/** As RFC 6266 has it: names of prompts may have any letters. */
const attachmentOf = (name: string): string =>
  /^[\w.-]+$/.test(name)
    ? `attachment; filename="${name}"`
    : `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`

/** A key sees its own jobs, an admin's key all (null). */
const visibleTo = ({ apiKey, keyId }: FastifyRequest): string | null =>
  apiKey?.roles.includes('admin') ? null : (keyId as string)

async function shownJob(job: Job, jobs: App['jobs']): Promise<ShownJob> {
  const webhook = await jobs.webhook(job)
  return {
    ...jobs.listed(job),
    chapters: [...(await jobs.chapters(job))],
    webhook: webhook === undefined ? null : shownWebhook(webhook),
  }
}

/** Neither its path nor its secret, which may both let others in. */
const shownWebhook = ({ url, state, attempts, status }: Webhook): ShownJob['webhook'] => ({
  host: new URL(url).host,
  state,
  attempts,
  status,
})
