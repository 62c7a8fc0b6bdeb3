import type { Clock } from '../../core/clock.ts'
import { isDictionaryWord, type OovWordStore, wordKey } from '../../core/dictionary.ts'
import { repeat } from '../repeat.ts'

/** Maximum number of words between two writes; nobody would review more. */
const MAX_AT_ONCE = 10_000

/** Counts out-of-vocabulary words: in how many texts, and when last; never which texts. */
export interface OovMemory extends AsyncDisposable {
  /** Counts the words of a text. Never throws and does not block. Words that are not valid entries are skipped. */
  remember(text: string): void
}

export interface OovMemoryOptions {
  /** Finds the out-of-vocabulary words of a text. */
  readonly findOovWords: (text: string) => Promise<readonly string[]>
  readonly clock: Clock
  /** Interval of writes to the store. */
  readonly intervalMs: number
  readonly report: (error: unknown) => void
}

/** Writes counts to the store at intervals. Disposing writes the rest. */
export function createOovMemory(
  oovWords: Pick<OovWordStore, 'count'>,
  { findOovWords, clock, intervalMs, report }: OovMemoryOptions,
): OovMemory {
  let counts = new Map<string, number>()
  let reading = Promise.resolve()

  function addCount(word: string, more: number): void {
    const count = counts.get(word) ?? 0
    if (count > 0 || counts.size < MAX_AT_ONCE) counts.set(word, count + more)
  }

  async function countWords(text: string): Promise<void> {
    for (const word of await findOovWords(text)) {
      const key = wordKey(word)
      // Skips words without letters: a number may be a card number.
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
