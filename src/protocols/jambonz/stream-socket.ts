import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { DEFAULT_PARAMETERS, resolveRequest } from '../../app/speech/resolve-request.ts'
import { callerOf } from '../../server/auth/caller.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { queryFields } from '../../server/bodies/query-fields.ts'
import type { Server } from '../../server/protocol.ts'
import { openLiveSocket } from '../../server/websocket/live-socket.ts'
import * as reference from './reference.ts'
import { streamProtocol } from './sockets/stream-protocol.ts'

const querySchema = z.object({
  voice: field.string('voice').optional().describe('Name of the voice'),
  language: field.string('language').optional().describe("Language of the text; the voice's by default"),
  sampleRate: field.integerBetween('sampleRate', 8000, 48_000).default(8000).describe('Samples per second'),
})

export function addStreamSocket({ http, sockets }: Server, app: App): void {
  sockets.serve(
    '/jambonz/stream',
    (request, upgrade) => {
      const { voice, language: lang, sampleRate } = parseBody(querySchema, queryFields(request.url, ['sampleRate']))
      const codec = 'pcm'
      const parameters = { model: 'coda', speaker: voice, lang, codec, sampleRateHz: sampleRate } as const
      const speech = resolveRequest({ ...DEFAULT_PARAMETERS, ...callerOf(request), text: '', ...parameters }, app)
      const reservation = upgrade.reserve(speech)
      const connect = { type: 'connect', data: { sample_rate: speech.sampleRateHz, base64_encoding: false } }
      return (connection) => {
        connection.send({ payload: JSON.stringify(connect), isBinary: false, audioMs: 0 })
        return openLiveSocket(connection, streamProtocol, { speech, codec, reservation }, app)
      }
    },
    { http, describe: () => reference.stream(querySchema) },
  )
}
