import type { FastifyRequest } from 'fastify'
import { isToken } from '../../app/keys/tokens.ts'
import { SpeechError } from '../../core/errors.ts'
import { answerWithJson } from '../../server/answers/error-reply.ts'
import { withoutRoute } from '../../server/answers/not-found.ts'
import { credentialOf, type RequireKey } from '../../server/auth/authorization.ts'
import { queryFields } from '../../server/bodies/query-fields.ts'
import type { Protocol } from '../../server/protocol.ts'
import { addContextSocket } from './context-socket.ts'
import { errorBody, STATUSES } from './error-body.ts'
import { addListingRoutes } from './listing-routes.ts'
import { addSpeechRoutes } from './speech-routes.ts'
import { addTokenRoute } from './token-route.ts'

/** Where Cartesia serves more than is served here: voices and dictionaries are neither made nor changed. */
const OTHER_PATHS = ['/voices', '/pronunciation-dicts', '/voice-changer', '/infill', '/accents']

/** The speech API of Cartesia: `/tts/…` over HTTP and a WebSocket, voices and access tokens. */
export const cartesiaProtocol: Protocol = {
  name: 'cartesia',
  register(server, app) {
    const requireKey: RequireKey = (role) => async (request, reply) => {
      await server.authorize(credentialIn(request), role, request, reply)
    }
    // A scope of its own, because errors have another form than those of other protocols.
    server.http.register(async (http) => {
      http.setErrorHandler(answerWithJson(server.logger, errorBody, STATUSES))
      const scoped = { ...server, http, requireKey }
      addSpeechRoutes(scoped, app)
      addContextSocket(scoped, app)
      addListingRoutes(scoped, app)
      addTokenRoute(scoped, app)
      for (const prefix of OTHER_PATHS) {
        http.register(
          async (others) =>
            void others.setNotFoundHandler(async () => {
              throw withoutRoute([])
            }),
          { prefix },
        )
      }
    })
  },
}

/** The key in `X-API-Key` or `Authorization`; for a WebSocket also a token in the query. */
function credentialIn(request: FastifyRequest): string {
  const { headers, url } = request
  const key = headers['x-api-key']
  if (typeof key === 'string' && key !== '') return key
  const { access_token } = queryFields(url)
  if (headers.upgrade === undefined || headers.authorization !== undefined || typeof access_token !== 'string') {
    return credentialOf(request)
  }
  if (isToken(access_token)) return access_token
  throw new SpeechError('key.invalid', 'access_token must be a token of POST /access-token; a key belongs in a header')
}
