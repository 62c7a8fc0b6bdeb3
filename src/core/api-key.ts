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
}

export interface ApiKeyStore {
  /** A key of that id, revoked and expired ones too. */
  find(id: string): Promise<ApiKey | undefined>
  list(): Promise<readonly ApiKey[]>
  /** Keeps the key; one of the same id stays as it is, except that it is no longer revoked. Durable when it resolves. */
  add(key: ApiKey): Promise<void>
  /** False where no such key is. */
  revoke(id: string, at: Date): Promise<boolean>
}
