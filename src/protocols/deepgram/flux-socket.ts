import type { App } from '../../app/app.ts'
import { HeardMemory } from '../../app/live-session/heard-memory.ts'
import { callerOf } from '../../server/auth/caller.ts'
import type { Server } from '../../server/protocol.ts'
import { openFluxSession } from './flux/flux-session.ts'
import { fluxSocketSchema, parseFluxSocketQuery, resolveFlux } from './flux-query.ts'
import * as reference from './flux-reference.ts'
import { uuidOf } from './model-uuid.ts'
import { FLUX_PATH } from './speak-route.ts'

/** Texts and words that the sessions of a process keep together. */
const HEARD_BYTES = 2 ** 23

export function addFluxSocket({ http, sockets, requireKey }: Server, app: App): void {
  const memory = new HeardMemory(HEARD_BYTES)
  sockets.serve(
    FLUX_PATH,
    (request, upgrade) => {
      const { model, parameters, ...options } = parseFluxSocketQuery(request.url)
      const speech = resolveFlux({ ...parameters, ...callerOf(request), text: '' }, app)
      const reservation = upgrade.reserve(speech)
      const connected = {
        type: 'Connected',
        request_id: request.id,
        model_name: model,
        model_version: speech.model,
        model_uuids: [uuidOf(model)],
      }
      return (connection) => {
        connection.send({ payload: JSON.stringify(connected), isBinary: false, audioMs: 0 })
        return openFluxSession(connection, { speech, reservation, ...options }, memory, app)
      }
    },
    { http, requireKey, describe: () => reference.session(fluxSocketSchema) },
  )
}
