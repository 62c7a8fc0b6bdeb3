import { createHash, randomBytes } from 'node:crypto'
import { type ApiKey, type ApiKeyStore, type KeyChanges, type Role, stateOfKey } from '../../core/api-key.ts'
import { SpeechError } from '../../core/errors.ts'
import type { KeyLimits } from '../../core/key-limits.ts'

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
  keys: Pick<ApiKeyStore, 'add'>,
  terms: KeyTerms,
  now: Date,
): Promise<{ readonly key: string; readonly record: ApiKey }> {
  const made = newKey(terms, now)
  await keys.add(made.record)
  return made
}

/**
 * Changes the terms of a stored key; terms that are absent stay. Servers apply them to new requests and sockets within
 * 2 s. Throws `resource.unknown` if no key has the id, and `resource.conflict` if it is revoked.
 */
export async function updateKey(
  keys: Pick<ApiKeyStore, 'find' | 'update'>,
  id: string,
  changes: KeyChanges,
): Promise<ApiKey> {
  const [key] = await keys.find([id])
  if (key === undefined) throw new SpeechError('resource.unknown', 'no key has this id')
  if (key.revokedAt !== null) throw new SpeechError('resource.conflict', 'the key is revoked', { isFixed: true })
  const changed = await keys.update(id, changes)
  if (changed === undefined) throw new SpeechError('resource.unknown', 'no key has this id')
  return changed
}

/**
 * Creates a key with the terms of another one, which is accepted for `overlapMs` longer, or revoked at once for 0. Throws
 * `resource.unknown` if no key has the id, and `resource.conflict` if it is revoked or has expired.
 */
export async function rotateKey(
  keys: Pick<ApiKeyStore, 'find' | 'add' | 'update' | 'revoke'>,
  id: string,
  overlapMs: number,
  now: Date,
): Promise<{ readonly key: string; readonly record: ApiKey }> {
  const [old] = await keys.find([id])
  if (old === undefined) throw new SpeechError('resource.unknown', 'no key has this id')
  const state = stateOfKey(old, now)
  if (state !== 'active') throw new SpeechError('resource.conflict', `the key is ${state}`, { isFixed: true })
  const { name, roles, expiresAt, maxConcurrent, limits } = old
  // First, so that a failure in between leaves a key that works.
  const made = await createKey(keys, { name, roles, expiresAt, maxConcurrent, limits }, now)
  const end = new Date(now.getTime() + overlapMs)
  if (overlapMs === 0) await keys.revoke(id, now)
  else if (expiresAt === null || expiresAt > end) await keys.update(id, { expiresAt: end })
  return made
}

/** Creates a key with all roles if the store has none; returns null if it has one. */
export async function createFirstKey(keys: Pick<ApiKeyStore, 'list' | 'addFirst'>, now: Date): Promise<string | null> {
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
