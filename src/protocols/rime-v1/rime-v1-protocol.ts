import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isToken } from '../../app/keys/tokens.ts'
import { modelOfHost, modelOfId } from '../../app/speech/model-id.ts'
import { SpeechError } from '../../core/errors.ts'
import { shortCodeOf } from '../../core/language.ts'
import { MODELS, type ModelId } from '../../core/model.ts'
import { bearerKey, credentialOfBrowser, type RequireKey } from '../../server/auth/authorization.ts'
import { callerOf } from '../../server/auth/caller.ts'
import { HEARD_NUMBERS, heardQuery } from '../../server/bodies/heard-fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { queryFields } from '../../server/bodies/query-fields.ts'
import type { Protocol } from '../../server/protocol.ts'
import type { AcceptSocket } from '../../server/websocket/socket-connection.ts'
import { createSynthesisSettings } from '../rime-messages/synthesis-settings.ts'
import * as reference from './reference.ts'
import { V1Socket, type V1SocketParts } from './v1-socket.ts'

const JSON_SUBPROTOCOL = 'rime.v1.json'
const BINARY_SUBPROTOCOL = 'rime.v1.binary'

/** Models by path. `/ws` takes the model of the query. */
const MODEL_OF_PATH: ReadonlyMap<string, ModelId | undefined> = new Map([
  ['/ws', undefined],
  ['/coda/ws', 'coda'],
  ['/arcana/ws', 'arcana'],
  ['/arcanav2/ws', 'arcana'],
  ['/arcanav3/ws', 'arcana'],
  ['/mist/ws', 'mistv3'],
  ['/mistv3/ws', 'mistv3'],
  ['/mistv2/ws', 'mistv2'],
])

/** Rime's WebSocket protocol v1: several contexts on a connection, in JSON or protobuf messages. */
export const rimeV1Protocol: Protocol = {
  name: 'rime-v1',
  register({ sockets, authorize, isReady }, app) {
    const requireKey: RequireKey = (role) => async (request, reply) => {
      const key = keyOf(request)
      if (key !== undefined) return authorize(key, role, request, reply)
      if (!isReady()) throw new SpeechError('pool.draining', 'the server is closing')
    }
    const settingsOf = createSynthesisSettings(app)
    for (const [url, modelOfPath] of MODEL_OF_PATH) {
      const accept: AcceptSocket = (request, { subprotocol, reserve, authorize: authorizeSocket }) => {
        const model = modelOfPath ?? modelOf(request)
        const { heard, heardLagMs } = parseBody(querySchema, queryFields(request.url, HEARD_NUMBERS))
        const reservation = request.apiKey === undefined ? undefined : reserve()
        const parts: V1SocketParts = {
          id: request.id,
          encoding: subprotocol === BINARY_SUBPROTOCOL ? 'binary' : 'json',
          languages: MODELS[model].languages.map(shortCodeOf),
          tellsHeard: heard,
          authorize:
            request.apiKey === undefined ? async (credential) => authorizeSocket(tokenIn(credential)) : undefined,
          settingsOf: (start, id) => ({ ...settingsOf(start, { ...callerOf(request), id, model }), reservation }),
        }
        return (connection) => {
          if (heard) connection.keepHeard({ lagMs: heardLagMs })
          return new V1Socket(connection, parts, app)
        }
      }
      const describe = () => reference.socket(url, modelOfPath)
      sockets.serve(url, accept, { requireKey, subprotocols: [JSON_SUBPROTOCOL, BINARY_SUBPROTOCOL], describe })
    }
  },
}

const querySchema = z.object(heardQuery)
const PARAMETERS: ReadonlySet<string> = new Set(['modelId', ...Object.keys(heardQuery)])

/** That of the query, else that of the host. */
function modelOf(request: FastifyRequest): ModelId {
  const modelId = queryOf(request).get('modelId')
  return (modelId ? undefined : modelOfHost(request.host)) ?? modelOfId(modelId)
}

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split('?')[1])

/**
 * The key of the header, a token among the subprotocols or a session. Undefined for an upgrade without them: a token may
 * follow in a message. Any other parameter than our own in the query could be a key, so it needs the header.
 */
function keyOf(request: FastifyRequest): string | undefined {
  const credential = credentialOfBrowser(request)
  if (credential !== undefined) return credential
  const { authorization, upgrade } = request.headers
  const mayFollow = upgrade !== undefined && [...queryOf(request).keys()].every((name) => PARAMETERS.has(name))
  return !authorization && mayFollow ? undefined : keyIn(authorization)
}

/** The key after `Bearer` or `Api-Key`. Throws like `bearerKey`. */
const keyIn = (authorization: string | undefined): string => bearerKey(authorization, 'api-key')

/** The token in `config.authorization`, with or without a scheme. Throws `key.invalid` for a key. */
function tokenIn(authorization: string): string {
  const token = /\s/.test(authorization.trim()) ? keyIn(authorization) : authorization.trim()
  if (isToken(token)) return token
  throw new SpeechError(
    'key.invalid',
    'config.authorization must be a token; a key belongs in the Authorization header',
  )
}
