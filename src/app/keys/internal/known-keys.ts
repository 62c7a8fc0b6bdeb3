import { type ApiKey, type ApiKeyStore, isValidAt } from '../../../core/api-key.ts'
import type { Clock } from '../../../core/clock.ts'

/** Maximum age of a cached record. A revoked key must stop working within 2 s. */
const FRESH_MS = 1000
/** Maximum wait for the store if there is a cached record. */
const WAIT_MS = 100
/** How long a cached record is used if the store cannot be read. */
const UNREADABLE_MS = 3_600_000

/** A cache of the store's keys: at most a second old, or an hour if the store cannot be read. */
export interface KnownKeys {
  /** Returns a key, also if revoked or expired. Throws the store's error if the key is not cached. */
  find(id: string): Promise<ApiKey | undefined>
  /** Calls `onEnd` once, when the key is revoked or expires. Disposing stops watching. */
  watch(id: string, onEnd: () => void): Disposable
  /** Reads keys again before their next use, and watched ones at once. */
  refresh(): void
  /** What is cached of a key no longer holds: it was changed or revoked here. Watchers hear of it within a second. */
  forget(id: string): void
  /** Ids of watched keys. */
  readonly watchedIds: Iterable<string>
}

export interface KnownKeysOptions {
  readonly clock: Clock
  /** Called when the store cannot be read. */
  readonly report: (error: unknown) => void
}

/** Reads the store only while keys are requested or watched. */
export function createKnownKeys(store: Pick<ApiKeyStore, 'find'>, { clock, report }: KnownKeysOptions): KnownKeys {
  // Holds existing keys only, so that guessed ones cannot fill it.
  const known = new Map<string, { readonly key: ApiKey; readonly readAtMs: number }>()
  const reading = new Map<string, { readonly key: Promise<ApiKey | undefined>; readonly startedAtMs: number }>()
  const watchers = new Map<string, Set<() => void>>()
  let checking: NodeJS.Timeout | undefined
  let isReadingWatched = false
  let changes = 0
  /** Cached keys that are read again before they are used, however long that takes. */
  const forgotten = new Set<string>()
  let isUnreadable = false

  async function read(ids: readonly string[]): Promise<void> {
    try {
      const { keys, readAtMs } = await findUnchanged(ids)
      isUnreadable = false
      for (const id of ids) {
        forgotten.delete(id)
        const key = keys.find((each) => each.id === id)
        if (key === undefined) known.delete(id)
        else known.set(id, { key, readAtMs })
      }
    } catch (error) {
      if (!isUnreadable) report(error)
      isUnreadable = true
      throw error
    }
  }

  /** Reads again if keys changed meanwhile: the first answer may be older than the change. */
  async function findUnchanged(ids: readonly string[]) {
    for (;;) {
      const before = changes
      const readAtMs = clock().getTime()
      const keys = await store.find(ids)
      if (before === changes) return { keys, readAtMs }
    }
  }

  function startReading(id: string) {
    const key = read([id])
      .then(() => known.get(id)?.key)
      .finally(() => reading.delete(id))
    const started = { key, startedAtMs: performance.now() }
    reading.set(id, started)
    return started
  }

  async function find(id: string): Promise<ApiKey | undefined> {
    const kept = forgotten.has(id) ? undefined : known.get(id)
    // The clock may have been set back.
    const ageMs = kept === undefined ? Number.POSITIVE_INFINITY : Math.abs(clock().getTime() - kept.readAtMs)
    if (kept !== undefined && ageMs < FRESH_MS) return kept.key
    const { key, startedAtMs } = reading.get(id) ?? startReading(id)
    if (kept === undefined || ageMs > UNREADABLE_MS) return key
    return within(key, startedAtMs + WAIT_MS - performance.now(), kept.key)
  }

  function check(): void {
    const now = clock()
    for (const [id, onEnds] of watchers) {
      const key = known.get(id)?.key
      if (key !== undefined && isValidAt(key, now)) continue
      watchers.delete(id)
      for (const onEnd of onEnds) onEnd()
    }
    if (watchers.size === 0) {
      clearInterval(checking)
      checking = undefined
    }
  }

  function checkAndRead(): void {
    check()
    if (isReadingWatched || watchers.size === 0) return
    isReadingWatched = true
    read([...watchers.keys()])
      .then(check, () => {}) // reported; cached keys stay in use
      .finally(() => {
        isReadingWatched = false
      })
  }

  function watch(id: string, onEnd: () => void): Disposable {
    const onEnds = watchers.get(id) ?? new Set()
    watchers.set(id, onEnds.add(onEnd))
    checking ??= setInterval(checkAndRead, FRESH_MS).unref()
    return {
      [Symbol.dispose]() {
        onEnds.delete(onEnd)
        if (onEnds.size === 0 && watchers.get(id) === onEnds) watchers.delete(id)
      },
    }
  }

  function forget(id: string): void {
    changes++
    if (known.has(id)) forgotten.add(id)
  }

  function refresh(): void {
    changes++
    const readAtMs = clock().getTime() - FRESH_MS
    for (const [id, { key }] of known) known.set(id, { key, readAtMs })
    checkAndRead()
  }

  return {
    find,
    watch,
    refresh,
    forget,
    get watchedIds() {
      return watchers.keys()
    },
  }
}

/** The promise's value, or `otherwise` if it fails or takes longer than `ms`. */
function within<T>(promise: Promise<T>, ms: number, otherwise: T): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, otherwise)
    promise.then(resolve, () => resolve(otherwise)).finally(() => clearTimeout(timer))
  })
}
