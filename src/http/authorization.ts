import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from '../app/authenticate.ts'
import type { ApiKey, Role } from '../core/api-key.ts'
import { SpeechError } from '../core/errors.ts'
import { whenClosed } from './request-log.ts'

/** An `onRequest` hook: lets a request pass before its body is looked at. */
export type RequireKey = (role: Role) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export function createRequireKey(authenticate: Authenticate): RequireKey {
  const runningByKey = new Map<string, number>()

  function countRunning({ id, maxConcurrent }: ApiKey, reply: FastifyReply): void {
    if (maxConcurrent === null) return
    const running = runningByKey.get(id) ?? 0
    if (running >= maxConcurrent) throw new SpeechError('key.limited', 'Too many requests')
    runningByKey.set(id, running + 1)
    whenClosed(reply.raw, () => runningByKey.set(id, (runningByKey.get(id) ?? 1) - 1))
  }

  return (role) => async (request, reply) => {
    const key = await authenticate(bearerKey(request.headers.authorization), role)
    request.keyId = key.id
    countRunning(key, reply)
  }
}

/** The key in an `Authorization` header. Throws `key.missing`, `key.empty`, or `key.invalid` for another scheme. */
export function bearerKey(header: string | undefined): string {
  if (!header) throw new SpeechError('key.missing', 'Missing Authorization header')
  const match = /^bearer(?:\s+(.*))?$/i.exec(header.trim())
  if (match === null) throw new SpeechError('key.invalid', 'invalid api key')
  if (!match[1]) throw new SpeechError('key.empty', 'empty apikey')
  return match[1]
}
