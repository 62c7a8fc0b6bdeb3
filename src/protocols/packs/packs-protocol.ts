import { z } from 'zod'
import type { App } from '../../app/app.ts'
import type { PackManifest } from '../../core/pack.ts'
import { packBytes } from '../../packs/manifest.ts'
import { answerWithMessage, errorBodySchema } from '../../server/answers/json-errors.ts'
import { etagOf, FILE_ANSWERS, fileOf, sendFile } from '../../server/answers/send-file.ts'
import { addCheckedRoute } from '../../server/checked-route.ts'
import { type DescribedProtocol, jsonAnswer } from '../../server/description.ts'
import type { Protocol, Server } from '../../server/protocol.ts'
import { installSchema, type ManifestResponse, type PackList, packListSchema } from './pack-bodies.ts'

const PACKS: DescribedProtocol = {
  title: 'Voice packs',
  summary: 'Neural voices: list, install, remove.',
  errorBody: errorBodySchema,
}

const MAX_BODY_BYTES = 4096

/** Voice packs, for keys with the role `admin`: `/v1/packs`. */
export const packsProtocol: Protocol = {
  name: 'packs',
  register(server, app) {
    server.http.register(async (http) => {
      http.setErrorHandler(answerWithMessage(server.logger))
      addRoutes({ ...server, http }, app)
    })
  },
}

function addRoutes(server: Server, { packs, packStates }: App): void {
  const described = { protocol: PACKS, role: 'admin' } as const

  addCheckedRoute(
    server,
    {
      ...described,
      method: 'GET',
      url: '/v1/packs',
      id: 'listPacks',
      summary: 'List the packs',
      answers: { 200: { description: 'The packs', content: { 'application/json': { schema: packListSchema } } } },
      examples: { usual: { summary: 'All packs' } },
    },
    async (_checked, reply) => {
      const { scan, shipped, sampled } = await packs.list()
      const states = new Map(packStates().map((state) => [state.name, state]))
      const list: PackList = {
        packs: [
          ...scan.packs.map(({ manifest }) => {
            const state = states.get(manifest.name)
            const isRead = state?.version === manifest.version
            return {
              ...manifestResponse(manifest),
              state: isRead ? state.state : 'not in use',
              voices: isRead ? state.voices : 0,
            } as const
          }),
          ...scan.replaced.map(
            ({ manifest }) => ({ ...manifestResponse(manifest), state: 'replaced', voices: 0 }) as const,
          ),
        ],
        available: shipped.map((manifest) => ({
          ...manifestResponse(manifest),
          hasSample: sampled.has(manifest.family),
        })),
        installs: [...packs.installs],
      }
      return reply.header('cache-control', 'no-store').send(list)
    },
  )

  addCheckedRoute(
    server,
    {
      ...described,
      method: 'POST',
      url: '/v1/packs',
      id: 'installPack',
      summary: 'Download and install a pack',
      description: 'One at a time. `GET /v1/packs` shows the progress; the voices are in use a second after the end.',
      isStored: false,
      body: { schema: installSchema, maxBytes: MAX_BODY_BYTES },
      answers: { 202: jsonAnswer('The installation has begun', z.object({ name: z.string() }), { name: 'kokoro' }) },
      errors: [404, 409],
      examples: {},
    },
    async ({ body: { name } }, reply) => {
      await packs.install(name)
      return reply.code(202).send({ name })
    },
  )

  addCheckedRoute(
    server,
    {
      ...described,
      method: 'GET',
      url: '/v1/packs/:name/sample',
      id: 'getPackSample',
      summary: 'A sentence spoken by a pack',
      description: 'Before it is installed. It ships with the service; not every pack has one.',
      params: z.object({ name: z.string().describe('Name of a pack of `available`') }),
      answers: {
        200: { description: 'The sample; it has an `ETag`', content: { 'audio/mpeg': {} } },
        ...FILE_ANSWERS,
      },
      errors: [404],
      examples: { usual: { summary: 'A sample', params: { name: 'kokoro' }, file: 'kokoro.mp3' } },
    },
    async ({ params: { name }, request }, reply) => {
      const bytes = await packs.sample(name)
      reply.header('cache-control', 'private, max-age=86400').type('audio/mpeg')
      return sendFile(request, reply, fileOf(bytes, etagOf(bytes)))
    },
  )

  addCheckedRoute(
    server,
    {
      ...described,
      method: 'DELETE',
      url: '/v1/packs/:name',
      id: 'removePack',
      summary: 'Remove a pack',
      params: z.object({ name: z.string().describe('Name of the pack') }),
      answers: { 204: { description: 'All its versions are removed' } },
      errors: [404, 409],
      examples: {},
    },
    async ({ params: { name } }, reply) => {
      await packs.remove(name)
      return reply.code(204).send()
    },
  )
}

const manifestResponse = (manifest: PackManifest): ManifestResponse => ({
  name: manifest.name,
  version: manifest.version,
  family: manifest.family,
  summary: manifest.summary,
  bytes: packBytes(manifest),
  licences: manifest.licences.map(({ of, spdx, holder }) => ({ of, spdx, holder })),
})
