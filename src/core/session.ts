/** A sign-in with a key, as the dashboard's cookie names it. */
export interface Session {
  /** SHA-256 of the session's id in hex; the id itself is never stored. */
  readonly hash: string
  readonly keyId: string
  /** Precise to the minute. */
  readonly usedAt: Date
}

/** Changes are durable when the promise resolves. Several processes may use the store at once. */
export interface SessionStore {
  find(hash: string): Promise<Session | undefined>
  add(session: Session): Promise<void>
  /** Sets the time of the last use. Does nothing if there is no such session. */
  use(hash: string, usedAt: Date): Promise<void>
  remove(hash: string): Promise<void>
  /** Removes the sessions whose last use was before the time. */
  removeUnused(before: Date): Promise<void>
}
