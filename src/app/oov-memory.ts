import type { Clock } from '../core/clock.ts'
import { isDictionaryWord, type SavedWordStore, wordKey } from '../core/dictionary.ts'
import { repeat } from './repeat.ts'

/** More between two times of keeping are not remembered: nobody would review them. */
const MOST_AT_ONCE = 10_000

/** Remembers words that the dictionary lacks: in how many texts they were and when last, never which texts. */
export interface OovMemory extends AsyncDisposable {
  /** Never fails and makes nobody wait. Words that could not be added are left out. */
  remember(text: string): void
}

export interface OovMemoryOptions {
  /** The words of a text that the dictionary lacks. */
  readonly findOovWords: (text: string) => Promise<readonly string[]>
  readonly clock: Clock
  /** How often what has been remembered is kept. */
  readonly intervalMs: number
  readonly report: (error: unknown) => void
}

/** Disposing keeps the rest. */
export function createOovMemory(
  oovWords: Pick<OovWordStore, 'count'>,
  { findOovWords, clock, intervalMs, report }: OovMemoryOptions,
): OovMemory {
  let counts = new Map<string, number>()
  let reading = Promise.resolve()

  function addCount(word: string, more: number): void {
    const count = counts.get(word) ?? 0
    if (count > 0 || counts.size < MOST_AT_ONCE) counts.set(word, count + more)
  }

  async function countWords(text: string): Promise<void> {
    for (const word of await findOovWords(text)) {
      const key = wordKey(word)
      // Nothing without letters: a number may be that of a card.
      if (!/\p{L}/u.test(key) || !isDictionaryWord(key)) continue
      addCount(key, 1)
    }
  }

  async function keep(): Promise<void> {
    if (counts.size === 0) return
    const kept = counts
    counts = new Map()
    try {
      await oovWords.count(kept, clock())
    } catch (error) {
      const since = counts
      counts = kept
      for (const [word, count] of since) addCount(word, count)
      throw error
    }
  }

  const keeping = repeat(keep, { intervalMs, onError: report })
  return {
    remember: (text) => {
      reading = reading.then(() => countWords(text)).catch(report)
    },
    async [Symbol.asyncDispose]() {
      await reading
      await keeping[Symbol.asyncDispose]()
      await keep().catch(report)
    },
  }
}
