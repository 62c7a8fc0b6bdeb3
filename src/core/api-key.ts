export const ROLES = ['synthesis', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** A key as it is kept: never the key itself, only its SHA-256. */
export interface ApiKey {
  /** The first 12 hex digits of the hash; what lists and `revoke` name the key by. */
  readonly id: string
  readonly name: string
  readonly hash: string
  readonly roles: readonly Role[]
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  /** Requests that may run at a time; null for no limit. */
  readonly maxConcurrent: number | null
  /** To the minute; null for never. */
  readonly lastUsedAt: Date | null
}

/** What changes is durable when the promise resolves. Several processes may work at once. */
export interface ApiKeyStore {
  /** Those of the ids that there are, in any order, revoked and expired ones too. */
  find(ids: readonly string[]): Promise<readonly ApiKey[]>
  /** The oldest first. */
  list(): Promise<readonly ApiKey[]>
  /** A key of the same id stays as it is, except that it is no longer revoked. */
  add(key: ApiKey): Promise<void>
  /** False where no such key is. */
  revoke(id: string, at: Date): Promise<boolean>
  /** Notes when keys were used last, by their ids. An earlier time than the one that is kept changes nothing. */
  recordUses(uses: ReadonlyMap<string, Date>): Promise<void>
}

export const isValidAt = ({ revokedAt, expiresAt }: ApiKey, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)
