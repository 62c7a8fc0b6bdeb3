import { findOovWords } from '../../src/app/dictionary/oov-words.ts'
import { finish } from '../../src/core/steps.ts'
import { openLexicon } from '../../src/lexicon/open-lexicon.ts'
import type { Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const RUNS = 5
const WORDS = 10_000
/** Syllable parts for words that are out of vocabulary. */
const ONSETS = 'b bl ch cr d f fl g gr h j k l m n p pr qu r s sh sk st t th tr v w z'.split(' ')
const VOWELS = 'a ai e ea ee i o oa oo ou u'.split(' ')
const CODAS = 'b ck d ft g l m nd ng nk p rk sh sp st t x zz'.split(' ')

/** The n-th generated word. */
function coined(n: number): string {
  const part = (parts: readonly string[], seed: number) => parts[(seed * 2_654_435_761) % parts.length] as string
  const syllable = (seed: number) => part(ONSETS, seed) + part(VOWELS, seed + 1) + part(CODAS, seed + 2)
  return syllable(n) + syllable(7 * n + 3) + (n % 3 === 0 ? syllable(13 * n + 5) : '')
}

/** Measured in this process: cost for the main thread. */
export const lexicon: Scenario = {
  name: 'lexicon',
  summary: 'Words to phonemes, and which of them are guesses, on one core',
  isLong: false,
  run: async ({ isSmoke, tell }) => {
    const count = isSmoke ? WORDS / 10 : WORDS
    const runs = isSmoke ? 1 : RUNS
    const words = Array.from({ length: count }, (_, i) => coined(i))
    const rows: Row[] = []
    const measure = async (what: string, unit: 'ms' | 'µs', times: number, run: () => unknown): Promise<void> => {
      tell(what)
      const elapsedMs: number[] = []
      for (let i = 0; i < runs; i++) {
        const startedAt = performance.now()
        await run()
        elapsedMs.push(performance.now() - startedAt)
      }
      const median = elapsedMs.sort((a, b) => a - b)[Math.floor(runs / 2)] as number
      rows.push({ what, failures: 0, figure: ((unit === 'µs' ? 1000 : 1) * median) / times, unit })
    }

    await measure('dictionary and model, opened', 'ms', 1, openLexicon)
    const warm = openLexicon()
    const pronounceAll = (from: typeof warm): void => {
      for (const word of words) from.pronounce(word)
    }
    await measure('a word from its spelling, the first time', 'µs', count, () => pronounceAll(openLexicon()))
    pronounceAll(warm)
    await measure('the same word again', 'µs', count, () => pronounceAll(warm))
    const known = 'the quick brown fox jumps over lazy dogs while seventeen zebras wander along river'.split(' ')
    const half = words.map((word, i) => (i % 2 === 0 ? word : (known[i % known.length] as string)))
    await measure(`coverage of ${count} words, half of them unknown`, 'ms', 1, () =>
      finish(findOovWords(half.join(' '), warm.has)),
    )
    await measure(`coverage of ${count} unknown words`, 'ms', 1, () => finish(findOovWords(words.join(' '), warm.has)))
    const columns = [
      { key: 'what', heading: 'what' },
      { key: 'figure', heading: 'median', digits: 2 },
      { key: 'unit', heading: 'unit' },
    ]
    return [{ title: 'Lexicon', columns, rows }]
  },
}
