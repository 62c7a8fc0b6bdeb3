import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../core/clock.ts'
import type { Session, SessionStore } from '../../core/session.ts'

/** Sign-ins with a key. A session's id is a secret of the browser that signed in. */
export interface Sessions {
  /** Signs in with a key that was authenticated; returns the id of the session. */
  open(keyId: string): Promise<string>
  /** The id of the key that signed in; undefined if there is no such session. Throws the store's error. */
  keyIdOf(id: string): Promise<string | undefined>
  /** Ends a session at once here, and within a second in other processes. */
  close(id: string): Promise<void>
}

export interface SessionsOptions {
  readonly clock: Clock
  /** Called when the last use of a session cannot be written. */
  readonly report: (error: unknown) => void
}

/** A session ends after this time without a request. */
const IDLE_MS = 12 * 3_600_000
const MINUTE_MS = 60_000
/** Maximum age of a cached session. */
const FRESH_MS = 1000
const MAX_CACHED = 1000
const PREFIX = 'hfs_'

/** Whether a credential is a session rather than a key or a token. */
export const isSession = (credential: string): boolean => credential.startsWith(PREFIX)

export function createSessions(store: SessionStore, { clock, report }: SessionsOptions): Sessions {
  const known = new LRUCache<string, Session>({ max: MAX_CACHED, ttl: FRESH_MS })

  async function find(hash: string): Promise<Session | undefined> {
    const cached = known.get(hash)
    if (cached !== undefined) return cached
    const session = await store.find(hash)
    if (session !== undefined) known.set(hash, session)
    return session
  }

  /** Writes a use at most once a minute. */
  function noteUse(session: Session, now: Date): void {
    if (now.getTime() - session.usedAt.getTime() < MINUTE_MS) return
    known.set(session.hash, { ...session, usedAt: now })
    store.use(session.hash, now).catch(report)
  }

  return {
    async open(keyId) {
      const id = PREFIX + randomBytes(32).toString('base64url')
      const now = clock()
      await store.removeUnused(new Date(now.getTime() - IDLE_MS))
      await store.add({ hash: hashOfSecret(id), keyId, usedAt: now })
      return id
    },
    async keyIdOf(id) {
      const now = clock()
      const session = await find(hashOfSecret(id))
      if (session === undefined || now.getTime() - session.usedAt.getTime() >= IDLE_MS) return undefined
      noteUse(session, now)
      return session.keyId
    },
    async close(id) {
      const hash = hashOfSecret(id)
      await store.remove(hash)
      known.delete(hash)
    },
  }
}

/** What the store has of the id of a session, or of the token of a sign-in link. */
export const hashOfSecret = (id: string): string => createHash('sha256').update(id).digest('hex')
