import type { App } from '../../app/app.ts'
import { callerOf } from '../../server/auth/caller.ts'
import type { Server } from '../../server/protocol.ts'
import { openFluxSession } from './flux/flux-session.ts'
import { fluxSocketSchema, parseFluxSocketQuery, resolveFlux } from './flux-query.ts'
import * as reference from './flux-reference.ts'
import { uuidOf } from './model-uuid.ts'
import { FLUX_PATH } from './speak-route.ts'

export function addFluxSocket({ http, sockets, requireKey }: Server, app: App): void {
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
        return openFluxSession(connection, { speech, reservation, ...options }, app)
      }
    },
    { http, requireKey, describe: () => reference.session(fluxSocketSchema) },
  )
}
