import { type Additions, followAdditions } from '../app/additions.ts'
import { acceptDue } from '../app/dictionary.ts'
import type { Clock } from '../core/clock.ts'
import { repeat } from '../core/repeat.ts'
import type { Store } from '../core/store.ts'

/** Every node follows what another one changed within 5 s. */
const FOLLOW_MS = 1000
const ACCEPT_MS = 60_000

export interface KeepDictionaryOptions {
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

/** The additions, followed, and joined by what nobody has judged in time. Disposing ends both. */
export async function keepDictionary(
  { dictionary }: Pick<Store, 'dictionary'>,
  { clock, report }: KeepDictionaryOptions,
): Promise<Additions> {
  await acceptDue(dictionary, clock())
  const additions = await followAdditions(dictionary, { intervalMs: FOLLOW_MS, report })
  const accepting = repeat(() => acceptDue(dictionary, clock()), { intervalMs: ACCEPT_MS, onError: report })
  return {
    ...additions,
    async [Symbol.asyncDispose]() {
      await accepting[Symbol.asyncDispose]()
      await additions[Symbol.asyncDispose]()
    },
  }
}
