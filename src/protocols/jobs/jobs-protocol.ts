import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { CAPTION_FORMAT_NAMES, CAPTION_FORMATS } from '../../app/speech/caption-formats.ts'
import { CODEC_NAMES, CODECS } from '../../audio/codecs.ts'
import { answerWithJson } from '../../server/answers/error-reply.ts'
import { markHeaders } from '../../server/answers/mark-headers.ts'
import { FILE_ANSWERS, sendFile } from '../../server/answers/send-file.ts'
import { addCheckedRoute } from '../../server/checked-route.ts'
import { bytesAs, jsonAnswer } from '../../server/description.ts'
import type { Protocol, Server } from '../../server/protocol.ts'
import { type JobError, jobListSchema, jobSchema, listQuerySchema, resultQuerySchema } from './job-bodies.ts'
import { ID, JOBS, LISTED, SHOWN, shownJob } from './shown-job.ts'
import { addSubmitRoutes } from './submit-route.ts'

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

function addRoutes(server: Server, app: App): void {
  const { jobs } = app
  addSubmitRoutes(server, app)
  const described = { protocol: JOBS, role: 'synthesis', refusesTokens: true } as const
  const ofOneJob = { ...described, params: z.object({ id: z.string().describe('Id of the job') }) } as const

  addCheckedRoute(
    server,
    {
      ...described,
      method: 'GET',
      url: '/v1/jobs',
      id: 'listJobs',
      summary: 'List jobs',
      description: 'Those of the key, the newest first; for a key with the role `admin` those of all keys.',
      query: listQuerySchema,
      answers: { 200: jsonAnswer('The jobs', jobListSchema, { jobs: [LISTED] }) },
      examples: { usual: { summary: 'All jobs' } },
    },
    async ({ query: { limit }, request }, reply) => {
      const listed = await jobs.list(visibleTo(request), limit)
      return reply.header('cache-control', 'no-store').send({ jobs: listed.map(jobs.listed) })
    },
  )

  addCheckedRoute(
    server,
    {
      ...ofOneJob,
      method: 'GET',
      url: '/v1/jobs/:id',
      id: 'getJob',
      summary: 'How far a job is',
      answers: { 200: jsonAnswer('The job', jobSchema, SHOWN) },
      errors: [404],
      examples: { usual: { summary: 'One job', params: { id: ID } } },
    },
    async ({ params: { id }, request }, reply) => {
      const job = await jobs.find(id, visibleTo(request))
      return reply.header('cache-control', 'no-store').send(await shownJob(job, jobs))
    },
  )

  addCheckedRoute(
    server,
    {
      ...ofOneJob,
      method: 'POST',
      url: '/v1/jobs/:id/cancel',
      id: 'cancelJob',
      summary: 'Cancel a job',
      description: 'Its audio is removed. A job that is done or has failed is left as it is, with 409.',
      answers: { 200: jsonAnswer('The job', jobSchema, { ...SHOWN, state: 'cancelled' }) },
      errors: [404, 409, 507],
      examples: { usual: { summary: 'Cancel', params: { id: ID } } },
    },
    async ({ params: { id }, request }, reply) =>
      reply.send(await shownJob(await jobs.cancel(id, visibleTo(request)), jobs)),
  )

  addCheckedRoute(
    server,
    {
      ...ofOneJob,
      method: 'DELETE',
      url: '/v1/jobs/:id',
      id: 'removeJob',
      summary: 'Cancel or remove a job',
      description: 'Cancels a job that has not ended, and removes its audio; removes a job that has ended.',
      answers: { 204: { description: 'It is cancelled or removed' } },
      errors: [404, 507],
      examples: { usual: { summary: 'Cancel', params: { id: ID } } },
    },
    async ({ params: { id }, request }, reply) => {
      await jobs.cancelOrRemove(id, visibleTo(request))
      return reply.code(204).send()
    },
  )

  addCheckedRoute(
    server,
    {
      ...ofOneJob,
      method: 'GET',
      url: '/v1/jobs/:id/result',
      id: 'getJobResult',
      summary: 'The result of a job that is done',
      description: 'A single range of bytes may be requested with `Range`, so that a download can continue.',
      isStored: false,
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
    },
    async ({ params: { id }, query: { chapter, prompt, captions }, request }, reply) => {
      const result = await jobs.result(id, visibleTo(request), { chapter, prompt, captions })
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
