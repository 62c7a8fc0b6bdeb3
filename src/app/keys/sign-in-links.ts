import { randomBytes } from 'node:crypto'
import { type ApiKey, type ApiKeyStore, isValidAt } from '../../core/api-key.ts'
import type { SessionStore } from '../../core/session.ts'
import { hashOfSecret } from './sessions.ts'

/** A link works for this time, once. */
const VALID_MS = 10 * 60_000
const PREFIX = 'hfl_'

/**
 * Makes a link that signs a browser in with a key. The token is in the fragment of its URL, which no server, proxy or log
 * sees; the store has its hash.
 */
export async function createSignInLink(
  sessions: Pick<SessionStore, 'add'>,
  keyId: string,
  { url, now }: { readonly url: string; readonly now: Date },
): Promise<string> {
  const token = PREFIX + randomBytes(32).toString('base64url')
  await sessions.add({ hash: hashOfSecret(token), keyId, usedAt: now })
  return `${url}/dashboard#${token}`
}

/** The id of the key of a link, which ends with that. Undefined if there is no such link, also because it was used. */
export async function redeemSignInLink(
  sessions: Pick<SessionStore, 'take'>,
  token: string,
  now: Date,
): Promise<string | undefined> {
  if (!token.startsWith(PREFIX)) return undefined
  const link = await sessions.take(hashOfSecret(token))
  return link !== undefined && now.getTime() - link.usedAt.getTime() < VALID_MS ? link.keyId : undefined
}

/** The key that a link signs in with if none is chosen: the configured one, or the oldest valid one for admins. */
export async function keyOfLinks(
  keys: Pick<ApiKeyStore, 'list'>,
  configured: ApiKey | null,
  now: Date,
): Promise<ApiKey | undefined> {
  return configured ?? (await keys.list()).find((key) => key.roles.includes('admin') && isValidAt(key, now))
}
