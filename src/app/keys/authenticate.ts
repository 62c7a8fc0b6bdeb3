import { timingSafeEqual } from 'node:crypto'
import { type ApiKey, type ApiKeyStore, isValidAt, type Role } from '../../core/api-key.ts'
import type { Clock } from '../../core/clock.ts'
import { SpeechError } from '../../core/errors.ts'
import { createKeyUses } from './internal/key-last-use.ts'
import { createKnownKeys } from './internal/known-keys.ts'
import { hashOfKey, idOfHash } from './manage-keys.ts'
import { readToken, type Token } from './tokens.ts'

/** What a key needs for a request. */
export type NeededRole = Role | 'any'

/** Authenticates keys. Disposing writes the last uses; dispose it before the store. */
export interface Authenticator extends AsyncDisposable {
  /**
   * Returns the record of a key. Throws `key.invalid` if it is unknown, revoked or expired, `key.forbidden` if it lacks
   * the role, and `store.busy` if it is not cached and the store cannot be read.
   */
  authenticate(key: string, role: NeededRole): Promise<ApiKey>
  /** Like `authenticate`, for a session of the key with the id. */
  authenticateId(keyId: string, role: NeededRole): Promise<ApiKey>
  /**
   * Returns the key of a token, and the terms. Throws as `authenticate` does, and `key.invalid` for an expired token.
   * Like the key itself, it needs a query at most once a second.
   */
  authenticateToken(token: string, role: NeededRole): Promise<{ readonly key: ApiKey; readonly token: Token }>
  /** Calls `onEnd` once, within 2 s after the key is revoked by any process or expires. Disposing stops watching. */
  watch(key: ApiKey, onEnd: () => void): Disposable
  /** When a key was used last, to the minute; of the configured key, since the start. Null if never. */
  lastUseOf(key: ApiKey): Date | null
  /** Reads keys again: some may have changed. */
  refresh(): void
  /** A key was changed or revoked here: that holds from now on, and what `watch` was given is called within a second. */
  forget(keyId: string): void
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
  const uses = createKeyUses(keys, { clock, inUse: () => known.watchedIds, unstored: configuredKey?.id, report })

  /** The valid key with the id, if the check of its hash succeeds. */
  async function validKey(id: string, isGenuine: (key: ApiKey) => boolean): Promise<ApiKey> {
    if (configuredKey !== null && configuredKey.id === id && isGenuine(configuredKey)) {
      uses.note(id)
      return configuredKey
    }
    const record = await known.find(id)
    if (record === undefined || !isGenuine(record) || !isValidAt(record, clock())) throw invalidKey()
    uses.note(record.id)
    return record
  }

  return {
    authenticate: async (key, role) => {
      const hash = hashOfKey(key)
      return withRole(await validKey(idOfHash(hash), (record) => isSameHash(record.hash, hash)), role)
    },
    authenticateId: async (keyId, role) => withRole(await validKey(keyId, () => true), role),
    authenticateToken: async (token, role) => {
      const read = readToken(token)
      if (read === undefined || read.expiresAt <= clock()) throw invalidKey()
      if (role !== TOKEN_ROLE) throw forbidden()
      return { key: withRole(await validKey(read.keyId, read.isSignedBy), role), token: read }
    },
    watch: (key, onEnd) => (key === configuredKey ? NEVER_ENDS : known.watch(key.id, onEnd)),
    lastUseOf: ({ id, lastUsedAt }) => uses.last(id) ?? lastUsedAt,
    refresh: known.refresh,
    forget: known.forget,
    [Symbol.asyncDispose]: () => uses[Symbol.asyncDispose](),
  }
}

/** The only role of tokens. */
const TOKEN_ROLE: Role = 'synthesis'

const invalidKey = () => new SpeechError('key.invalid', 'invalid api key')
const forbidden = () => new SpeechError('key.forbidden', 'access forbidden')

function withRole(key: ApiKey, role: NeededRole): ApiKey {
  if (role !== 'any' && !key.roles.includes(role)) throw forbidden()
  return key
}

const NEVER_ENDS: Disposable = { [Symbol.dispose]: () => {} }

const isSameHash = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))
