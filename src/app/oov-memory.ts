import type { Clock } from '../core/clock.ts'
import { isDictionaryWord, type SavedWordStore, wordKey } from '../core/dictionary.ts'
import { repeat } from '../core/repeat.ts'

/** More that come at once are not remembered: nobody would review them. */
const MOST_AT_ONCE = 10_000

/** Remembers words that the dictionary lacks: how often they came and when last, never where. */
export interface OovMemory extends AsyncDisposable {
  /** Costs and fails nothing: they are kept a little later. Words that could not be added are left out. */
  remember(words: Iterable<string>): void
}

export interface OovMemoryOptions {
  readonly clock: Clock
  /** How often what has been remembered is kept. */
  readonly intervalMs: number
  readonly report: (error: unknown) => void
}

/** Disposing keeps the rest. */
export function createOovMemory(
  savedWords: Pick<SavedWordStore, 'count'>,
  { clock, intervalMs, report }: OovMemoryOptions,
): OovMemory {
  let counts = new Map<string, number>()

  async function keep(): Promise<void> {
    if (counts.size === 0) return
    const kept = counts
    counts = new Map()
    await savedWords.count(kept, clock())
  }

  const keeping = repeat(keep, { intervalMs, onError: report })
  return {
    remember: (words) => {
      for (const word of words) {
        const key = wordKey(word)
        // Nothing without letters: a number may be that of a card.
        if (!/\p{L}/u.test(key) || !isDictionaryWord(key)) continue
        const count = counts.get(key) ?? 0
        if (count > 0 || counts.size < MOST_AT_ONCE) counts.set(key, count + 1)
      }
    },
    async [Symbol.asyncDispose]() {
      await keeping[Symbol.asyncDispose]()
      await keep().catch(report)
    },
  }
}
