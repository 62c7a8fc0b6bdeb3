import { timingSafeEqual } from 'node:crypto'
import { type ApiKey, type ApiKeyStore, isValidAt, type Role } from '../core/api-key.ts'
import type { Clock } from '../core/clock.ts'
import { SpeechError } from '../core/errors.ts'
import { createKeyUses } from './key-last-use.ts'
import { createKnownKeys } from './known-keys.ts'
import { hashOfKey, idOfHash } from './manage-keys.ts'

/** Authenticates keys. Disposing writes the last uses; dispose it before the store. */
export interface Authenticator extends AsyncDisposable {
  /**
   * Returns the record of a key. Throws `key.invalid` if it is unknown, revoked or expired, `key.forbidden` if it lacks
   * the role, and `store.busy` if it is not cached and the store cannot be read.
   */
  authenticate(key: string, role: Role): Promise<ApiKey>
  /** Calls `onEnd` once, within 2 s after the key is revoked by any process or expires. Disposing stops watching. */
  watch(key: ApiKey, onEnd: () => void): Disposable
}

export interface AuthenticatorOptions {
  /** Record of the configured key, which is not in the store. */
  readonly configuredKey: ApiKey | null
  readonly clock: Clock
  /** Called when keys cannot be read or their uses cannot be written. */
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
