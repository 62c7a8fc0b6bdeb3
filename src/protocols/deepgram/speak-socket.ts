import type { App } from '../../app/app.ts'
import { resolveRequest } from '../../app/speech/resolve-request.ts'
import { callerOf } from '../../server/auth/caller.ts'
import type { Server } from '../../server/protocol.ts'
import { openLiveSocket } from '../../server/websocket/live-socket.ts'
import { uuidOf } from './model-uuid.ts'
import * as reference from './reference.ts'
import { createSocketProtocol } from './sockets/socket-protocol.ts'
import { parseSocketQuery, socketSchema } from './speak-query.ts'
import { SPEAK_PATH } from './speak-route.ts'

export function addSpeakSocket({ http, sockets, requireKey }: Server, app: App): void {
  sockets.serve(
    SPEAK_PATH,
    (request, upgrade) => {
      const { model, codec, parameters, heard, heardLagMs } = parseSocketQuery(request.url)
      const speech = resolveRequest({ ...parameters, ...callerOf(request), text: '' }, app)
      const reservation = upgrade.reserve(speech)
      const name = model ?? speech.voice.speaker
      const metadata = {
        type: 'Metadata',
        request_id: request.id,
        model_name: name,
        model_version: speech.model,
        model_uuid: uuidOf(name),
        additional_model_uuids: [],
      }
      return (connection) => {
        connection.send({ payload: JSON.stringify(metadata), isBinary: false, audioMs: 0 })
        if (heard) connection.keepHeard({ lagMs: heardLagMs })
        return openLiveSocket(
          connection,
          createSocketProtocol({ tellsHeard: heard }),
          { speech, codec, reservation },
          app,
        )
      }
    },
    { http, requireKey, describe: () => reference.speakSocket(socketSchema) },
  )
}
