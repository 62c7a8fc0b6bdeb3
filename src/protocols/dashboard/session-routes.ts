import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app/app.ts'
import { redeemSignInLink } from '../../app/keys/sign-in-links.ts'
import type { ApiKey } from '../../core/api-key.ts'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import { sendJson } from '../../server/answers/send-json.ts'
import { isSameOrigin, sessionCookieOf, sessionOf } from '../../server/auth/authorization.ts'
import { readJson } from '../../server/bodies/read-json.ts'
import type { Server } from '../../server/protocol.ts'
import { readVersion } from '../../server/version.ts'
import { createAttemptLimit } from './attempt-limit.ts'
import * as reference from './reference.ts'
import { parseSignIn, type SignedIn } from './session-bodies.ts'

const PATH = '/dashboard/session'
const MAX_BODY_BYTES = 4096
/** A key that was revoked is found sooner than one that never existed; both are refused after this time. */
const REFUSAL_MS = 100
const LINK_ENDED = 'This sign-in link was used before, or has expired'

/** Signs in and out: a session in a cookie that no script can read. */
export function addSessionRoutes(
  { http, requireKey, authenticator, sessions, clientAddressOf }: Server,
  { clock, speech, store }: App,
): void {
  const attempts = createAttemptLimit(clock)
  const version = readVersion()

  http.post(PATH, { config: { describe: reference.signIn } }, async (request, reply) => {
    refuseOtherOrigins(request)
    const attempt = attempts.start(clientAddressOf(request))
    if ('retryAfterS' in attempt) {
      reply.header('retry-after', attempt.retryAfterS)
      throw new SpeechError('key.limited', 'Too many tries; wait a minute', { isFixed: true })
    }
    const given = parseSignIn(await readJson(request.raw, MAX_BODY_BYTES))
    const refusal = sleep(REFUSAL_MS)
    const { id } = await keyOf(given).catch(async (error: unknown) => {
      if (!isSpeechError(error) || error.code !== 'key.invalid') throw error
      await refusal
      throw new SpeechError('key.invalid', 'link' in given ? LINK_ENDED : 'Wrong key')
    })
    attempt.succeed()
    request.keyId = id
    setCookie(request, reply, await sessions.open(id))
    return reply.code(204).send()
  })

  async function keyOf(given: ReturnType<typeof parseSignIn>): Promise<ApiKey> {
    if ('key' in given) return authenticator.authenticate(given.key, 'any')
    const keyId = await redeemSignInLink(store.sessions, given.link, clock())
    if (keyId === undefined) throw new SpeechError('key.invalid', LINK_ENDED)
    return authenticator.authenticateId(keyId, 'any')
  }

  http.get(
    PATH,
    { onRequest: requireKey('any'), logLevel: 'debug', config: { describe: reference.signedIn } },
    (request, reply) => {
      const { id, name, roles } = request.apiKey as ApiKey
      const answer: SignedIn = { keyId: id, name, roles: [...roles], version, software: speech.software ?? null }
      return sendJson(reply.header('cache-control', 'no-store'), answer)
    },
  )

  http.delete(PATH, { config: { describe: reference.signOut } }, async (request, reply) => {
    refuseOtherOrigins(request)
    const session = sessionOf(request)
    if (session !== undefined) await sessions.close(session)
    setCookie(request, reply, undefined)
    return reply.code(204).send()
  })
}

/** Browsers send `Origin` with every request that changes something; other clients need not. */
function refuseOtherOrigins(request: FastifyRequest): void {
  if (request.headers.origin === undefined && sessionOf(request) === undefined) return
  if (!isSameOrigin(request)) throw new SpeechError('key.forbidden', 'access forbidden')
}

/** Undefined deletes the cookie. Without an age, since the session ends by itself when it is not used. */
function setCookie(request: FastifyRequest, reply: FastifyReply, session: string | undefined): void {
  const name = sessionCookieOf(request)
  const attributes = `Path=/; HttpOnly; SameSite=Strict${name.startsWith('__Host-') ? '; Secure' : ''}`
  const value = session === undefined ? `${name}=; Max-Age=0` : `${name}=${session}`
  reply.header('cache-control', 'no-store').header('set-cookie', `${value}; ${attributes}`)
}
