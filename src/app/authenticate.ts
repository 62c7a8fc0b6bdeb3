import { timingSafeEqual } from 'node:crypto'
import type { ApiKey, ApiKeyStore, Role } from '../core/api-key.ts'
import type { Clock } from '../core/clock.ts'
import { SpeechError } from '../core/errors.ts'
import { hashOfKey, idOfHash } from './manage-keys.ts'

/** The record of a key. Throws `key.invalid` for one that is unknown, revoked or expired, `key.forbidden` without the role. */
export type Authenticate = (key: string, role: Role) => Promise<ApiKey>

// A key is to stop working within a second of being revoked, wherever the store is.
const CACHE_MS = 500

export function createAuthenticate(keys: Pick<ApiKeyStore, 'find'>, clock: Clock): Authenticate {
  // Holds only keys that the store has, so that guessing cannot fill it.
  const recent = new Map<string, { readonly record: ApiKey; readonly readAtMs: number }>()

  async function recordOf(hash: string, nowMs: number): Promise<ApiKey | undefined> {
    const id = idOfHash(hash)
    const known = recent.get(id)
    // Both bounds: the clock may be set back.
    if (known && nowMs >= known.readAtMs && nowMs < known.readAtMs + CACHE_MS) return known.record
    const record = await keys.find(id)
    if (record) recent.set(id, { record, readAtMs: nowMs })
    return record
  }

  return async (key, role) => {
    const now = clock()
    const hash = hashOfKey(key)
    const record = await recordOf(hash, now.getTime())
    if (record === undefined || !isSameHash(record.hash, hash) || !isValidAt(record, now)) {
      throw new SpeechError('key.invalid', 'invalid api key')
    }
    if (!record.roles.includes(role)) throw new SpeechError('key.forbidden', 'access forbidden')
    return record
  }
}

const isSameHash = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))

const isValidAt = ({ revokedAt, expiresAt }: ApiKey, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)
