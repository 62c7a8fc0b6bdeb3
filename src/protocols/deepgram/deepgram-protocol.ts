import { answerWithJson, whatToTell } from '../../server/answers/error-reply.ts'
import { credentialOf, type RequireKey } from '../../server/auth/authorization.ts'
import type { Protocol } from '../../server/protocol.ts'
import { errorBody } from './error-body.ts'
import { addFluxSocket } from './flux-socket.ts'
import { addSpeakRoutes } from './speak-route.ts'
import { addSpeakSocket } from './speak-socket.ts'

/** The speech APIs of Deepgram, Aura (`/v1/speak`) and Flux (`/v2/speak`): `POST`, and a WebSocket at the same path. */
export const deepgramProtocol: Protocol = {
  name: 'deepgram',
  register(server, app) {
    const requireKey: RequireKey = (role) => (request, reply) =>
      server.authorize(credentialOf(request, 'token'), role, request, reply)
    // A scope of its own, because errors have another form than those of other protocols.
    server.http.register(async (http) => {
      const answerError = answerWithJson(server.logger, errorBody)
      http.setErrorHandler((error, request, reply) => {
        // Clients of WebSockets see headers only.
        reply.header('dg-error', whatToTell(error).text.replaceAll(/[^ -~]/g, '?'))
        return answerError(error, request, reply)
      })
      http.addHook('onRequest', async ({ id }, reply) => void reply.header('dg-request-id', id))
      const scoped = { ...server, http, requireKey }
      addSpeakRoutes(scoped, app)
      addSpeakSocket(scoped, app)
      addFluxSocket(scoped, app)
    })
  },
}
