/** A sign-in with a key, as the dashboard's cookie names it, or a sign-in link that nobody has used yet. */
export interface Session {
  /** SHA-256 of the session's id, or of the token of the link, in hex; neither is stored itself. */
  readonly hash: string
  readonly keyId: string
  /** Precise to the minute; of a link, when it was made. */
  readonly usedAt: Date
}

/** Changes are durable when the promise resolves. Several processes may use the store at once. */
export interface SessionStore {
  find(hash: string): Promise<Session | undefined>
  add(session: Session): Promise<void>
  /** Sets the time of the last use. Does nothing if there is no such session. */
  use(hash: string, usedAt: Date): Promise<void>
  remove(hash: string): Promise<void>
  /** Removes a session and returns it. Of several callers at once, also in other processes, one gets it. */
  take(hash: string): Promise<Session | undefined>
  /** Removes the sessions whose last use was before the time. */
  removeUnused(before: Date): Promise<void>
}
