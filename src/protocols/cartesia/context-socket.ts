import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { HEARD_NUMBERS, heardQuery } from '../../server/bodies/heard-fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { queryFields } from '../../server/bodies/query-fields.ts'
import type { Server } from '../../server/protocol.ts'
import * as reference from './reference.ts'
import { SpeechContexts } from './sockets/speech-contexts.ts'
import { createResolveSpeech } from './speech-fields.ts'

const querySchema = z.object(heardQuery)

/** The WebSocket `/tts/websocket`. */
export function addContextSocket({ http, sockets, requireKey, logger }: Server, app: App): void {
  const resolveSpeech = createResolveSpeech(app, logger)
  sockets.serve(
    '/tts/websocket',
    (request, { reserve }) => {
      const { heard, heardLagMs } = parseBody(querySchema, queryFields(request.url, HEARD_NUMBERS))
      const reservation = reserve()
      return (connection) => {
        if (heard) connection.keepHeard({ lagMs: heardLagMs })
        return new SpeechContexts(
          connection,
          {
            requestId: request.id,
            reservation,
            tellsHeard: heard,
            resolve: (fields) => resolveSpeech(request, { fields, text: '', format: fields.output_format }),
          },
          app,
        )
      }
    },
    { http, requireKey, describe: reference.contextSocket },
  )
}
