import { answerWithJson } from '../../server/answers/error-reply.ts'
import type { Protocol } from '../../server/protocol.ts'
import { addStreamSocket } from './stream-socket.ts'
import { addSynthesizeRoute } from './synthesize-route.ts'

/** The custom speech vendor of jambonz: `POST /jambonz/synthesize` and the WebSocket `/jambonz/stream`. */
export const jambonzProtocol: Protocol = {
  name: 'jambonz',
  register(server, app) {
    server.http.register(async (http) => {
      http.setErrorHandler(answerWithJson(server.logger, ({ text }) => ({ error: text })))
      const scoped = { ...server, http }
      addSynthesizeRoute(scoped, app)
      addStreamSocket(scoped, app)
    })
  },
}
