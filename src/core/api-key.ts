import type { KeyLimits } from './key-limits.ts'

export const ROLES = ['synthesis', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** A stored API key: its SHA-256, never the key itself. */
export interface ApiKey {
  /** First 12 hex digits of the hash; names the key in lists and in `revoke`. */
  readonly id: string
  readonly name: string
  readonly hash: string
  readonly roles: readonly Role[]
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  /** Maximum number of concurrent requests; null for no limit. */
  readonly maxConcurrent: number | null
  readonly limits: KeyLimits
  /** Precise to the minute; null if never used. */
  readonly lastUsedAt: Date | null
}

/** Terms of a key that change; those that are absent stay. */
export interface KeyChanges {
  readonly name?: string | undefined
  readonly roles?: readonly Role[] | undefined
  readonly expiresAt?: Date | null | undefined
  readonly maxConcurrent?: number | null | undefined
  /** Null removes a limit. */
  readonly limits?: { readonly [Name in keyof KeyLimits]: number | null | undefined } | undefined
}

/** Changes are durable when the promise resolves. Several processes may use the store at once. */
export interface ApiKeyStore {
  /** The keys that exist among the ids, in any order, including revoked and expired ones. */
  find(ids: readonly string[]): Promise<readonly ApiKey[]>
  /** Oldest first. */
  list(): Promise<readonly ApiKey[]>
  /** Adds a key. If the id exists, the stored key is kept and is no longer revoked. */
  add(key: ApiKey): Promise<void>
  /** Adds a key if there is none, even if several servers try at once; returns false if there is one. */
  addFirst(key: ApiKey): Promise<boolean>
  /** Changes the terms of a key, and returns the changed key; undefined if there is no such key. */
  update(id: string, changes: KeyChanges): Promise<ApiKey | undefined>
  /** Returns false if there is no such key. */
  revoke(id: string, at: Date): Promise<boolean>
  /** Records last uses, by key id. A time earlier than the stored one is ignored. */
  recordUses(uses: ReadonlyMap<string, Date>): Promise<void>
}

export const isValidAt = ({ revokedAt, expiresAt }: ApiKey, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)

export const KEY_STATES = ['active', 'expired', 'revoked'] as const

export const stateOfKey = (key: ApiKey, now: Date): (typeof KEY_STATES)[number] =>
  isValidAt(key, now) ? 'active' : key.revokedAt === null ? 'expired' : 'revoked'

export function changedKey(key: ApiKey, { limits = {}, ...changes }: KeyChanges): ApiKey {
  const changed = Object.entries({ ...key.limits, ...limits }).filter(([, limit]) => typeof limit === 'number')
  const terms = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...key, ...Object.fromEntries(terms), limits: Object.fromEntries(changed) }
}
