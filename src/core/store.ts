import type { ApiKeyStore } from './api-key.ts'
import type { DictionaryStore, OovWordStore } from './dictionary.ts'
import type { SessionStore } from './session.ts'
import type { UsageStore } from './usage.ts'

/** Persistent storage. */
export interface Store extends AsyncDisposable {
  readonly apiKeys: ApiKeyStore
  readonly dictionary: DictionaryStore
  readonly oovWords: OovWordStore
  readonly sessions: SessionStore
  readonly usage: UsageStore
}
