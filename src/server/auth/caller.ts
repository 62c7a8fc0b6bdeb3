import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../app/speech/resolve-request.ts'
import type { ApiKey } from '../../core/api-key.ts'
import type { Owner } from '../../core/speech.ts'

/** Who asks, once the request is authorized. */
export const callerOf = ({
  id,
  apiKey,
  token,
  span,
}: Pick<FastifyRequest, 'id' | 'apiKey' | 'token' | 'span'>): Caller => ({
  id,
  owner: apiKey && ownerOf(apiKey),
  onlySpeaker: token?.speaker,
  span,
})

/** Whose connections and answers a request may ask for: those of the same token or key. Undefined before it is authorized. */
export const credentialIdOf = ({ token, keyId }: Pick<FastifyRequest, 'token' | 'keyId'>): string | undefined =>
  token === undefined ? keyId : `token ${token.id}`

const ownerOf = ({ id, limits: { weight = 1, charactersPerMinute } }: ApiKey): Owner => ({
  id,
  weight,
  charactersPerMinute,
})
