import { createHash, randomBytes } from 'node:crypto'
import type { ApiKey, ApiKeyStore, Role } from '../core/api-key.ts'
import type { KeyLimits } from '../core/key-limits.ts'

/** Terms of a new key. */
export interface KeyTerms {
  readonly name: string
  readonly roles: readonly Role[]
  /** Null if it does not expire. */
  readonly expiresAt: Date | null
  /** Maximum number of concurrent requests; null for no limit. */
  readonly maxConcurrent: number | null
  /** None if absent. */
  readonly limits?: KeyLimits
}

/** Creates a key and stores its hash. Only the answer contains the key itself. */
export async function createKey(
  keys: ApiKeyStore,
  terms: KeyTerms,
  now: Date,
): Promise<{ readonly key: string; readonly record: ApiKey }> {
  const made = newKey(terms, now)
  await keys.add(made.record)
  return made
}

/** Creates a key with all roles if the store has none; returns null if it has one. */
export async function createFirstKey(keys: ApiKeyStore, now: Date): Promise<string | null> {
  if ((await keys.list()).length > 0) return null // without a change, which a full disk would refuse
  const terms: KeyTerms = { name: 'first', roles: ['synthesis', 'admin'], expiresAt: null, maxConcurrent: null }
  const { key, record } = newKey(terms, now)
  return (await keys.addFirst(record)) ? key : null
}

function newKey(terms: KeyTerms, now: Date) {
  const key = `hf_${randomBytes(32).toString('base64url')}`
  return { key, record: recordOfKey(key, terms, now) }
}

/** Record of the configured key, with all roles. It is never stored. */
export const configuredKeyRecord = (key: string, now: Date): ApiKey =>
  recordOfKey(
    key,
    { name: 'HOARFROST_API_KEY', roles: ['synthesis', 'admin'], expiresAt: null, maxConcurrent: null },
    now,
  )

/** SHA-256 in hex. Keys are long and random, so a slow hash would add cost and no protection. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** The id of the key with this hash. */
export const idOfHash = (hash: string): string => hash.slice(0, 12)

function recordOfKey(key: string, terms: KeyTerms, now: Date): ApiKey {
  const hash = hashOfKey(key)
  return { limits: {}, ...terms, id: idOfHash(hash), hash, createdAt: now, revokedAt: null, lastUsedAt: null }
}
