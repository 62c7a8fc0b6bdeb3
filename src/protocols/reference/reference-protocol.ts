import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createTimeSlice, finishInSlices } from '../../app/time-slice.ts'
import type { Descriptions } from '../../server/description.ts'
import type { Protocol } from '../../server/protocol.ts'
import { publicUrlOf } from '../../server/public-url.ts'
import { sendTagged, type Tagged, tagged } from '../../server/tagged-answer.ts'
import { readVersion } from '../../server/version.ts'
import { asyncApiDocument, withServer } from './asyncapi-document.ts'
import { openApiDocument, SERVER_URL } from './openapi-document.ts'
import * as reference from './reference.ts'
import { policyOf, referencePage } from './reference-page.ts'

/** Hosts for which the answers are kept. */
const MOST_HOSTS = 8

/** The description of all protocols: `/openapi.json`, `/asyncapi.json`, and both as a page at `/docs`. Public. */
export const referenceProtocol: Protocol = {
  name: 'reference',
  register({ http, descriptions }) {
    let making: ReturnType<typeof makeDocuments> | undefined
    const answersByUrl = new LRUCache<string, Answers>({ max: MOST_HOSTS })

    function documents() {
      making ??= makeDocuments(descriptions)
      return making
    }

    async function answersFor(url: string): Promise<Answers> {
      const made = await documents()
      const answers = answersByUrl.get(url) ?? answersOf(made, url)
      answersByUrl.set(url, answers)
      return answers
    }

    const send = async (name: keyof Answers, request: FastifyRequest, reply: FastifyReply) => {
      const answers = await answersFor(publicUrlOf(request))
      return sendTagged(request, reply.header('cache-control', 'no-cache'), answers[name])
    }

    http.get('/openapi.json', { config: { describe: reference.openApi } }, (request, reply) =>
      send('openApi', request, reply.type('application/json')),
    )
    http.get('/asyncapi.json', { config: { describe: reference.asyncApi } }, (request, reply) =>
      send('asyncApi', request, reply.type('application/json')),
    )
    http.get('/docs', { config: { describe: reference.page } }, async (request, reply) => {
      const { policy } = await documents()
      reply.header('content-security-policy', policy).header('x-content-type-options', 'nosniff')
      return send('page', request, reply.header('referrer-policy', 'no-referrer').type('text/html; charset=utf-8'))
    })
  },
}

interface Answers {
  readonly openApi: Tagged
  readonly asyncApi: Tagged
  readonly page: Tagged
}

async function makeDocuments({ routes, sockets }: Descriptions) {
  const slice = createTimeSlice()
  const version = readVersion()
  const readText = (name: string) => readFile(new URL(`./page/${name}`, import.meta.url), 'utf8')
  const [css, script] = await Promise.all([readText('reference.css'), readText('reference.js')])
  const openApi = await finishInSlices(openApiDocument(routes, version), slice)
  const asyncApi = await finishInSlices(asyncApiDocument(sockets, version), slice)
  const page = await finishInSlices(referencePage({ openApi, asyncApi, css, script }), slice)
  return { openApi: JSON.stringify(openApi), asyncApi, page, policy: policyOf({ css, script }) }
}

const answersOf = ({ openApi, asyncApi, page }: Awaited<ReturnType<typeof makeDocuments>>, url: string): Answers => ({
  openApi: tagged(openApi.replaceAll(SERVER_URL, url)),
  asyncApi: tagged(JSON.stringify(withServer(asyncApi, url))),
  page: tagged(page.replaceAll(SERVER_URL, url)),
})
