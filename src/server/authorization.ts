import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator } from '../app/authenticate.ts'
import { isToken, type TokenTerms } from '../app/tokens.ts'
import type { ApiKey, Role } from '../core/api-key.ts'
import { SpeechError } from '../core/errors.ts'
import { whenClosed } from './request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of the request, or of its token. */
    apiKey: ApiKey | undefined
    /** Terms of the token that authorized the request. `SpeechParameters.onlySpeaker` is its speaker. */
    token: TokenTerms | undefined
    /** Ends the request when its key is revoked or expires. If undefined, the connection is reset. */
    onKeyEnd: (() => void) | undefined
  }
}

/**
 * Authorizes a request by a key or token, wherever the protocol found it, and ends the request when the key ends.
 * Throws `key.*`, or `store.busy` if the key cannot be read. In messages and subprotocols, accept tokens only
 * (`isToken`).
 */
export type Authorize = (credential: string, role: Role, request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** An `onRequest` hook that authorizes the request before its body is read. */
export type RequireKey = (role: Role) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export function createAuthorize(app: FastifyInstance, authenticator: Authenticator): Authorize {
  app.decorateRequest('apiKey', undefined)
  app.decorateRequest('token', undefined)
  app.decorateRequest('onKeyEnd', undefined)
  const runningByKey = new Map<string, number>()

  function countRunning({ id, maxConcurrent }: ApiKey, reply: FastifyReply): void {
    if (maxConcurrent === null) return
    const running = runningByKey.get(id) ?? 0
    if (running >= maxConcurrent) throw new SpeechError('key.limited', 'Too many requests')
    runningByKey.set(id, running + 1)
    whenClosed(reply.raw, () => runningByKey.set(id, (runningByKey.get(id) ?? 1) - 1))
  }

  return async (credential, role, request, reply) => {
    const { key, token } = isToken(credential)
      ? await authenticator.authenticateToken(credential, role)
      : { key: await authenticator.authenticate(credential, role), token: undefined }
    request.keyId = key.id
    if (token?.origin !== undefined && token.origin !== request.headers.origin) {
      throw new SpeechError('key.forbidden', 'access forbidden')
    }
    countRunning(key, reply)
    request.apiKey = key
    request.token = token
    const watching = authenticator.watch(key, () => {
      request.reason = 'the key was revoked or has expired'
      if (request.onKeyEnd === undefined) resetConnection(request)
      else request.onKeyEnd()
    })
    whenClosed(reply.raw, () => watching[Symbol.dispose]())
  }
}

/** For what outlasts a token: throws `key.forbidden` if the request was authorized by one. */
export function refuseToken({ token }: FastifyRequest): void {
  if (token !== undefined) throw new SpeechError('key.forbidden', 'access forbidden')
}

/** An HTTP/1.0 client would take a clean end for a complete answer. */
const resetConnection = ({ raw }: FastifyRequest): void => void raw.socket.resetAndDestroy()

/**
 * The key or token of a request: the `Authorization` header, or a token among the subprotocols of a WebSocket, where
 * browsers can set no header. Throws like `bearerKey`.
 */
export const credentialOf = (request: FastifyRequest): string =>
  offeredToken(request) ?? bearerKey(request.headers.authorization)

/** The token among the subprotocols of a WebSocket without an `Authorization` header. */
export function offeredToken({ headers }: FastifyRequest): string | undefined {
  if (headers.authorization !== undefined) return undefined
  const offered = headers['sec-websocket-protocol'] ?? ''
  return offered
    .split(',')
    .map((name) => name.trim())
    .find(isToken)
}

/**
 * The bearer key of an `Authorization` header. Throws `key.missing`, `key.empty`, or `key.invalid` for another scheme.
 */
export function bearerKey(header: string | undefined): string {
  if (!header) throw new SpeechError('key.missing', 'Missing Authorization header')
  const match = /^bearer(?:\s+(.*))?$/i.exec(header.trim())
  if (match === null) throw new SpeechError('key.invalid', 'invalid api key')
  if (!match[1]) throw new SpeechError('key.empty', 'empty apikey')
  return match[1]
}
