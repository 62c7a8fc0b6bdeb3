import { answerWithJson } from '../../server/answers/error-reply.ts'
import type { Protocol } from '../../server/protocol.ts'
import { errorBody } from './error-body.ts'
import { addListingRoutes } from './listing-routes.ts'
import { addSpeechRoute } from './speech-route.ts'

/** The speech API of OpenAI: `POST /v1/audio/speech`, and listings of models and voices. */
export const openaiProtocol: Protocol = {
  name: 'openai',
  register(server, app) {
    // A scope of its own, because errors have another form than those of other protocols.
    server.http.register(async (http) => {
      http.setErrorHandler(answerWithJson(server.logger, errorBody))
      const scoped = { ...server, http }
      addSpeechRoute(scoped, app)
      addListingRoutes(scoped, app)
    })
  },
}
