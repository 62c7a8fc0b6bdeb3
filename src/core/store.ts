import type { ApiKeyStore } from './api-key.ts'
import type { DictionaryStore, OovWordStore } from './dictionary.ts'
import type { JobStore } from './job.ts'
import type { LimitLeases } from './limit-leases.ts'
import type { SessionStore } from './session.ts'
import type { UsageStore } from './usage.ts'
import type { WebhookStore } from './webhook.ts'

/** What is stored. */
export interface StoreRows {
  readonly apiKeys: ApiKeyStore
  readonly dictionary: DictionaryStore
  readonly jobs: JobStore
  readonly oovWords: OovWordStore
  readonly sessions: SessionStore
  readonly usage: UsageStore
  readonly webhooks: WebhookStore
}

/** Persistent storage. */
export interface Store extends StoreRows, AsyncDisposable {
  /**
   * Calls the listener after any process has changed keys or entries, and when changes may have been missed. Absent where
   * the database tells nobody. Others still look from time to time: nothing may come while the database is out of reach.
   */
  readonly onChange?: (listener: OnChange) => void
  /** Shares of keys' limits. Absent where one server alone uses the store. */
  readonly limitLeases?: LimitLeases
}

export type OnChange = (changed: 'keys' | 'dictionary') => void
