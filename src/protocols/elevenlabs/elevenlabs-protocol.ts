import { answerWithJson } from '../../server/answers/error-reply.ts'
import { credentialOf, type RequireKey } from '../../server/auth/authorization.ts'
import type { Protocol } from '../../server/protocol.ts'
import { errorBody } from './error-body.ts'
import { addListingRoutes } from './listing-routes.ts'
import { addSpeechRoutes } from './speech-routes.ts'
import { addStreamSockets } from './stream-sockets.ts'

/** The speech API of ElevenLabs: `/v1/text-to-speech/…` over HTTP and WebSockets, and listings. */
export const elevenLabsProtocol: Protocol = {
  name: 'elevenlabs',
  register(server, app) {
    const requireKey: RequireKey = (role) => async (request, reply) => {
      const key = request.headers['xi-api-key']
      const credential = typeof key === 'string' && key !== '' ? key : credentialOf(request)
      await server.authorize(credential, role, request, reply)
    }
    // A scope of its own, because errors have another form than those of other protocols.
    server.http.register(async (http) => {
      http.setErrorHandler(answerWithJson(server.logger, errorBody))
      const scoped = { ...server, http, requireKey }
      addSpeechRoutes(scoped, app)
      addStreamSockets(scoped, app)
      addListingRoutes(scoped, app)
    })
  },
}
