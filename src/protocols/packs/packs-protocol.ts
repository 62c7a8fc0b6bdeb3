import type { App } from '../../app/app.ts'
import type { PackManifest } from '../../core/pack.ts'
import { packBytes } from '../../packs/manifest.ts'
import { answerWithMessage } from '../../server/answers/json-errors.ts'
import { etagOf, fileOf, sendFile } from '../../server/answers/send-file.ts'
import { readJson } from '../../server/bodies/read-json.ts'
import type { Protocol, Server } from '../../server/protocol.ts'
import { type ManifestResponse, type PackList, parseInstall } from './pack-bodies.ts'
import * as reference from './reference.ts'

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

function addRoutes({ http, requireKey }: Server, { packs, packStates }: App): void {
  const onRequest = requireKey('admin')

  http.get('/v1/packs', { onRequest, config: { describe: reference.list } }, async (_request, reply) => {
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
  })

  http.post('/v1/packs', { onRequest, config: { describe: reference.install } }, async (request, reply) => {
    const { name } = parseInstall(await readJson(request.raw, MAX_BODY_BYTES))
    await packs.install(name)
    return reply.code(202).send({ name })
  })

  http.get<{ Params: { name: string } }>(
    '/v1/packs/:name/sample',
    { onRequest, config: { describe: reference.sample } },
    async (request, reply) => {
      const bytes = await packs.sample(request.params.name)
      reply.header('cache-control', 'private, max-age=86400').type('audio/mpeg')
      return sendFile(request, reply, fileOf(bytes, etagOf(bytes)))
    },
  )

  http.delete<{ Params: { name: string } }>(
    '/v1/packs/:name',
    { onRequest, config: { describe: reference.remove } },
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
