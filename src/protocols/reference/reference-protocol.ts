import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createTimeSlice, finishInSlices } from '../../app/time-slice.ts'
import { remembered } from '../../core/remembered.ts'
import type { Steps } from '../../core/steps.ts'
import { fileOfText, type SentFile, sendFile } from '../../server/answers/send-file.ts'
import type { Protocol } from '../../server/protocol.ts'
import { publicUrlOf } from '../../server/public-url.ts'
import { readVersion } from '../../server/version.ts'
import { asyncApiDocument, withServer } from './asyncapi-document.ts'
import { openApiDocument, SERVER_URL } from './openapi-document.ts'
import * as reference from './reference.ts'
import { policyOf, referencePage } from './reference-page.ts'

/** Answers that are kept: those of three documents for eight hosts. */
const MAX_ANSWERS = 24

/** The description of all protocols: `/openapi.json`, `/asyncapi.json`, and both as a page at `/docs`. Public. */
export const referenceProtocol: Protocol = {
  name: 'reference',
  register({ http, descriptions: { routes, sockets } }) {
    const openApi = remembered(async () => inSlices(openApiDocument(routes, readVersion())))
    const asyncApi = remembered(async () => inSlices(asyncApiDocument(sockets, readVersion())))
    const page = remembered(async () => {
      const [css, script] = await Promise.all([readText('reference.css'), readText('reference.js')])
      const documents = { openApi: await openApi(), asyncApi: await asyncApi() }
      return { text: await inSlices(referencePage({ ...documents, css, script })), policy: policyOf({ css, script }) }
    })

    const answers = new LRUCache<string, SentFile>({ max: MAX_ANSWERS })

    /** Answers with the text for the server as the client reached it. */
    async function send(request: FastifyRequest, reply: FastifyReply, textFor: (url: string) => Promise<string>) {
      const url = publicUrlOf(request)
      const key = `${request.routeOptions.url} ${url}`
      const answer = answers.get(key) ?? fileOfText(await textFor(url))
      answers.set(key, answer)
      return sendFile(request, reply.header('cache-control', 'no-cache'), answer)
    }

    http.get('/openapi.json', { config: { describe: reference.openApi } }, (request, reply) =>
      send(request, reply.type('application/json'), async (url) =>
        JSON.stringify(await openApi()).replaceAll(SERVER_URL, url),
      ),
    )
    http.get('/asyncapi.json', { config: { describe: reference.asyncApi } }, (request, reply) =>
      send(request, reply.type('application/json'), async (url) => JSON.stringify(withServer(await asyncApi(), url))),
    )
    http.get('/docs', { config: { describe: reference.page } }, async (request, reply) => {
      const { text, policy } = await page()
      reply.header('content-security-policy', policy).header('x-content-type-options', 'nosniff')
      reply.header('referrer-policy', 'no-referrer').type('text/html; charset=utf-8')
      return send(request, reply, async (url) => text.replaceAll(SERVER_URL, url))
    })
  },
}

const inSlices = <T>(steps: Steps<T>): Promise<T> => finishInSlices(steps, createTimeSlice())

const readText = (name: string): Promise<string> => readFile(new URL(`./page/${name}`, import.meta.url), 'utf8')
