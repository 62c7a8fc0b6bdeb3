import type { App } from '../../app/app.ts'
import type { Server } from '../../server/protocol.ts'
import * as reference from './reference.ts'
import { SpeechContexts } from './sockets/speech-contexts.ts'
import { createResolveSpeech } from './speech-fields.ts'

/** The WebSocket `/tts/websocket`. */
export function addContextSocket({ http, sockets, requireKey, logger }: Server, app: App): void {
  const resolveSpeech = createResolveSpeech(app, logger)
  sockets.serve(
    '/tts/websocket',
    (request, { reserve }) => {
      const reservation = reserve()
      return (connection) =>
        new SpeechContexts(
          connection,
          {
            requestId: request.id,
            reservation,
            resolve: (fields) => resolveSpeech(request, { fields, text: '', format: fields.output_format }),
          },
          app,
        )
    },
    { http, requireKey, describe: reference.contextSocket },
  )
}
