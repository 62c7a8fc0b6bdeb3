import { createHash } from 'node:crypto'
import type { App } from '../../app/app.ts'
import { resolveRequest } from '../../app/resolve-request.ts'
import { callerOf } from '../../server/caller.ts'
import { speakBySentence } from '../../server/live-socket.ts'
import type { Server } from '../../server/protocol.ts'
import * as reference from './reference.ts'
import { createSocketProtocol } from './sockets/socket-protocol.ts'
import { parseSocketQuery, socketSchema } from './speak-query.ts'
import { SPEAK_PATH } from './speak-route.ts'

export function addSpeakSocket({ http, sockets, requireKey }: Server, app: App): void {
  sockets.serve(
    SPEAK_PATH,
    (request, upgrade) => {
      const { model, codec, parameters } = parseSocketQuery(request.url)
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
        return speakBySentence(connection, createSocketProtocol(), { speech, codec, reservation }, app)
      }
    },
    { http, requireKey, describe: () => reference.speakSocket(socketSchema) },
  )
}

/** A UUID for a name, the same every time (version 8 of RFC 9562). */
function uuidOf(name: string): string {
  const digest = createHash('sha256').update(name).digest('hex')
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(12, 15)}`, `8${digest.slice(15, 18)}`]
  return [...parts, digest.slice(18, 30)].join('-')
}
