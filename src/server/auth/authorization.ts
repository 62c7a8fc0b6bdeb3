import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator, NeededRole } from '../../app/keys/authenticate.ts'
import type { KeyLimiter } from '../../app/keys/key-limiter.ts'
import { isSession, type Sessions } from '../../app/keys/sessions.ts'
import { isToken, type Token } from '../../app/keys/tokens.ts'
import type { ApiKey } from '../../core/api-key.ts'
import { SpeechError } from '../../core/errors.ts'
import { resetConnection } from '../connections/tls-socket.ts'
import { whenClosed } from '../observe/request-log.ts'
import { isOriginOf, publicUrlOf } from '../public-url.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of the request, or of its token. */
    apiKey: ApiKey | undefined
    /** The token that authorized the request. `SpeechParameters.onlySpeaker` is its speaker. */
    token: Token | undefined
    /** Ends the request when its key is revoked or expires. If undefined, the connection is reset. */
    onKeyEnd: (() => void) | undefined
    /** Counts the request no longer towards the concurrent ones of its key; undefined without a key. */
    endCount: (() => void) | undefined
  }
}

/**
 * Authorizes a request by a key or token, wherever the protocol found it, or by a session of its cookie, and ends the
 * request when the key ends. Throws `key.*`, or `store.busy` if the key cannot be read. In messages and subprotocols,
 * accept tokens only (`isToken`).
 */
export type Authorize = (
  credential: string,
  role: NeededRole,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>

/** An `onRequest` hook that authorizes the request before its body is read. */
export type RequireKey = (role: NeededRole) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export interface AuthorizeParts {
  readonly authenticator: Authenticator
  readonly sessions: Pick<Sessions, 'keyIdOf'>
  readonly limiter: Pick<KeyLimiter, 'begin' | 'limitsOf'>
}

export function createAuthorize(app: FastifyInstance, { authenticator, sessions, limiter }: AuthorizeParts): Authorize {
  app.decorateRequest('apiKey', undefined)
  app.decorateRequest('token', undefined)
  app.decorateRequest('onKeyEnd', undefined)
  app.decorateRequest('endCount', undefined)

  async function keyOfSession(session: string, role: NeededRole, request: FastifyRequest): Promise<ApiKey> {
    // Pages of other ports of the host are of the same site, so that browsers send the cookie with their requests, too.
    if (mayChange(request) && !isSameOrigin(request)) throw new SpeechError('key.forbidden', 'access forbidden')
    const keyId = await sessions.keyIdOf(session)
    if (keyId === undefined) throw new SpeechError('key.invalid', 'invalid api key')
    return authenticator.authenticateId(keyId, role)
  }

  return async (credential, role, request, reply) => {
    const { key, token } = isToken(credential)
      ? await authenticator.authenticateToken(credential, role)
      : {
          key:
            credential === credentialOfBrowser(request) // a session counts in the cookie only
              ? await keyOfSession(credential, role, request)
              : await authenticator.authenticate(credential, role),
          token: undefined,
        }
    request.keyId = key.id
    if (token?.origin !== undefined && token.origin !== request.headers.origin) {
      throw new SpeechError('key.forbidden', 'access forbidden')
    }
    const counted = limiter.begin(key, request.headers.upgrade === undefined ? 'request' : 'socket')
    let isCounted = true
    request.endCount = () => {
      if (isCounted) counted[Symbol.dispose]()
      isCounted = false
    }
    whenClosed(reply.raw, request.endCount)
    request.apiKey = { ...key, limits: limiter.limitsOf(key) }
    request.token = token
    const watching = authenticator.watch(key, () => {
      request.reason = 'the key was revoked or has expired'
      if (request.onKeyEnd === undefined) resetConnection(request.raw.socket)
      else request.onKeyEnd()
    })
    whenClosed(reply.raw, () => watching[Symbol.dispose]())
  }
}

/** An `onRequest` hook for what outlasts a token: throws `key.forbidden` if the request was authorized by one. */
export async function refuseToken({ token }: FastifyRequest): Promise<void> {
  if (token !== undefined) throw new SpeechError('key.forbidden', 'access forbidden')
}

/**
 * The credential of a request: the `Authorization` header; without it a token among the subprotocols of a WebSocket,
 * where browsers can set no header, or the session of the cookie. `otherScheme` is accepted like `Bearer`. Throws like
 * `bearerKey`.
 */
export const credentialOf = (request: FastifyRequest, otherScheme?: string): string =>
  credentialOfBrowser(request) ?? bearerKey(request.headers.authorization, otherScheme)

/** The token among the subprotocols or the session of the cookie, of a request without `Authorization`. */
export const credentialOfBrowser = (request: FastifyRequest): string | undefined =>
  request.headers.authorization === undefined ? (offeredToken(request) ?? sessionOf(request)) : undefined

function offeredToken({ headers }: FastifyRequest): string | undefined {
  const offered = headers['sec-websocket-protocol'] ?? ''
  return offered
    .split(',')
    .map((name) => name.trim())
    .find(isToken)
}

/**
 * The name of the cookie of a session. Over https, no other one counts: browsers accept this one over https only and from
 * no other host, such as a subdomain that plants a session of its own.
 */
export const sessionCookieOf = (request: FastifyRequest) =>
  publicUrlOf(request).startsWith('https:') ? '__Host-hoarfrost' : 'hoarfrost'

/** The session in the cookie of a request, which may have ended. */
export function sessionOf(request: FastifyRequest): string | undefined {
  const start = `${sessionCookieOf(request)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const value = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length)
  return value !== undefined && isSession(value) ? value : undefined
}

/** Whether a request may change something, or opens a WebSocket, which other origins could read. */
const mayChange = ({ method, headers }: FastifyRequest): boolean =>
  (method !== 'GET' && method !== 'HEAD') || headers.upgrade !== undefined

/** Whether a request comes from a page of this server. A reverse proxy has to pass the host and the scheme on. */
export const isSameOrigin = (request: FastifyRequest): boolean => isOriginOf(request, request.headers.origin ?? '')

/**
 * The bearer key of an `Authorization` header. Throws `key.missing`, `key.empty`, or `key.invalid` for another scheme
 * than `Bearer` and `otherScheme`.
 */
export function bearerKey(header: string | undefined, otherScheme = 'bearer'): string {
  if (!header) throw new SpeechError('key.missing', 'Missing Authorization header')
  const [, scheme = '', key = ''] = /^(\S+)(?:\s+(.*))?$/s.exec(header.trim()) ?? []
  if (!['bearer', otherScheme].includes(scheme.toLowerCase())) throw new SpeechError('key.invalid', 'invalid api key')
  if (key === '') throw new SpeechError('key.empty', 'empty apikey')
  return key
}
