import type { FastifyRequest } from 'fastify'
import type { Caller } from '../app/resolve-request.ts'

/** Who asks, once the request is authorized. */
export const callerOf = ({ id, apiKey, token }: Pick<FastifyRequest, 'id' | 'apiKey' | 'token'>): Caller => ({
  id,
  owner: apiKey === undefined ? undefined : { id: apiKey.id, weight: 1 },
  onlySpeaker: token?.speaker,
})
