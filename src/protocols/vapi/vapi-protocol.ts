import type { FastifyRequest } from 'fastify'
import { answerWithJson } from '../../server/answers/error-reply.ts'
import { credentialOf } from '../../server/auth/authorization.ts'
import type { Protocol } from '../../server/protocol.ts'
import { addSynthesizeRoute } from './synthesize-route.ts'

/** The custom voice of Vapi: `POST /vapi/synthesize`. */
export const vapiProtocol: Protocol = {
  name: 'vapi',
  register(server, app) {
    server.http.register(async (http) => {
      http.setErrorHandler(answerWithJson(server.logger, ({ text }) => ({ error: text })))
      http.addHook('onRequest', (request, reply) => server.authorize(keyOf(request), 'synthesis', request, reply))
      addSynthesizeRoute({ ...server, http }, app)
    })
  },
}

/** The secret of the voice's server, or a bearer credential. */
function keyOf(request: FastifyRequest): string {
  const secret = request.headers['x-vapi-secret']
  return typeof secret === 'string' && secret !== '' ? secret : credentialOf(request)
}
