import { createHash, randomBytes } from 'node:crypto'
import type { ApiKey, ApiKeyStore, Role } from '../core/api-key.ts'

/** What the operator decides about a new key. */
export interface KeyTerms {
  readonly name: string
  readonly roles: readonly Role[]
  /** Null for never. */
  readonly expiresAt: Date | null
  /** Requests that may run at a time; null for no limit. */
  readonly maxConcurrent: number | null
}

/** Makes a key and keeps its hash. The key itself is in the answer and nowhere else. */
export async function createKey(
  keys: ApiKeyStore,
  terms: KeyTerms,
  now: Date,
): Promise<{ readonly key: string; readonly record: ApiKey }> {
  const key = `hf_${randomBytes(32).toString('base64url')}`
  const record = recordOfKey(key, terms, now)
  await keys.add(record)
  return { key, record }
}

/** The record of the key that the configuration names, with every role. It is never stored. */
export const configuredKeyRecord = (key: string, now: Date): ApiKey =>
  recordOfKey(
    key,
    { name: 'HOARFROST_API_KEY', roles: ['synthesis', 'admin'], expiresAt: null, maxConcurrent: null },
    now,
  )

/** SHA-256, hex. Keys are long and random, so that a slow hash would protect nothing and cost every request. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** The id under which the key of this hash is kept. */
export const idOfHash = (hash: string): string => hash.slice(0, 12)

function recordOfKey(key: string, terms: KeyTerms, now: Date): ApiKey {
  const hash = hashOfKey(key)
  return { ...terms, id: idOfHash(hash), hash, createdAt: now, revokedAt: null, lastUsedAt: null }
}
