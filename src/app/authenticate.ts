import { timingSafeEqual } from 'node:crypto'
import { type ApiKey, type ApiKeyStore, isValidAt, type Role } from '../core/api-key.ts'
import type { Clock } from '../core/clock.ts'
import { SpeechError } from '../core/errors.ts'
import { createKeyUses } from './key-uses.ts'
import { createKnownKeys } from './known-keys.ts'
import { hashOfKey, idOfHash } from './manage-keys.ts'

/** Decides who may do what. Disposing writes when keys were used last; dispose it before the store. */
export interface Authenticator extends AsyncDisposable {
  /**
   * The record of a key. Throws `key.invalid` for one that is unknown, revoked or expired, `key.forbidden` without the
   * role, and `store.busy` for one that is not in memory while the store cannot be read.
   */
  authenticate(key: string, role: Role): Promise<ApiKey>
  /** Calls back once, within 2 s of the key being revoked, by whichever process, or expiring. Disposing stops watching. */
  watch(key: ApiKey, onEnd: () => void): Disposable
}

export interface AuthenticatorOptions {
  /** The record of a key that is valid without being in the store. */
  readonly configuredKey: ApiKey | null
  readonly clock: Clock
  /** Told when keys can no longer be read, or their uses no longer written. */
  readonly report: (error: unknown) => void
}

export function createAuthenticator(
  keys: Pick<ApiKeyStore, 'find' | 'recordUses'>,
  { configuredKey, clock, report }: AuthenticatorOptions,
): Authenticator {
  const known = createKnownKeys(keys, { clock, report })
  const uses = createKeyUses(keys, { clock, inUse: () => known.watchedIds, report })

  async function storedKey(hash: string): Promise<ApiKey> {
    const record = await known.find(idOfHash(hash))
    if (record === undefined || !isSameHash(record.hash, hash) || !isValidAt(record, clock())) {
      throw new SpeechError('key.invalid', 'invalid api key')
    }
    uses.note(record.id)
    return record
  }

  return {
    authenticate: async (key, role) => {
      const hash = hashOfKey(key)
      const isConfigured = configuredKey !== null && isSameHash(configuredKey.hash, hash)
      const record = isConfigured ? configuredKey : await storedKey(hash)
      if (!record.roles.includes(role)) throw new SpeechError('key.forbidden', 'access forbidden')
      return record
    },
    watch: (key, onEnd) => (key === configuredKey ? NEVER_ENDS : known.watch(key.id, onEnd)),
    [Symbol.asyncDispose]: () => uses[Symbol.asyncDispose](),
  }
}

const NEVER_ENDS: Disposable = { [Symbol.dispose]: () => {} }

const isSameHash = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))
