import anyAscii from 'any-ascii'
import { type Addition, type DictionaryStore, wordKey } from '../core/dictionary.ts'
import type { FindGivenReading, GivenReading } from '../core/lexicon.ts'
import { putS } from '../lexicon/inflection.ts'
import { createBreath } from './breath.ts'
import { repeat } from './repeat.ts'
import { parsePronunciation } from './written-pronunciation.ts'

/** The entries as they stand, whichever process changes them. Disposing stops following. */
export interface DictionaryEntries extends AsyncDisposable {
  readonly find: FindGivenReading
  /** What `find` looks in, by the keys of the words; another map after a change. */
  readonly readings: ReadonlyMap<string, GivenReading>
  /** Whether `find` finds a reading. */
  readonly has: (word: string) => boolean
  /** Takes in at once what has been changed before the call. */
  readonly refresh: () => Promise<void>
}

export interface FollowOptions {
  /** How often to look for changes. */
  readonly intervalMs: number
  /** Told of what keeps entries from being read; the last ones that could be stay. */
  readonly report: (error: unknown) => void
}

/** Resolves with the entries read. */
export async function followEntries(
  store: Pick<DictionaryStore, 'version' | 'entries'>,
  { intervalMs, report }: FollowOptions,
): Promise<DictionaryEntries> {
  let current = { version: -1, readings: new Map<string, GivenReading>() as ReadonlyMap<string, GivenReading> }

  async function refresh(): Promise<void> {
    // Before the entries: a change in between is then read again, and never missed.
    const version = await store.version()
    if (version === current.version) return
    const readings = await readingsOf(await store.entries(), report)
    // Two may run at once, and the one that began first end last.
    if (version > current.version) current = { version, readings }
  }

  const find: FindGivenReading = (token) => findEntry(current.readings, token)
  await refresh()
  const following = repeat(refresh, { intervalMs, onError: report })
  return {
    find,
    get readings() {
      return current.readings
    },
    has: (word) => find(word) !== undefined,
    refresh,
    [Symbol.asyncDispose]: () => following[Symbol.asyncDispose](),
  }
}

/** As `DictionaryEntries.find`, in readings that were taken from it. */
export function findEntry(readings: ReadonlyMap<string, GivenReading>, token: string): GivenReading | undefined {
  if (readings.size === 0) return undefined
  const reading = findReading(readings, wordKey(token))
  // What is said by phonemes is still written as it stands.
  return reading?.phonemes ? { spoken: token, phonemes: reading.phonemes } : reading
}

async function readingsOf(
  entries: readonly DictionaryEntry[],
  report: FollowOptions['report'],
): Promise<ReadonlyMap<string, GivenReading>> {
  const readings = new Map<string, GivenReading>()
  const breath = createBreath()
  for (const { word, pronunciation } of entries) {
    try {
      readings.set(word, parsePronunciation(word, pronunciation))
    } catch (error) {
      // Written by a version of ours that takes more, or by hand: the others are none the worse for it.
      report(error)
    }
    if (breath.isDue) await breath.take()
  }
  // Normalization folds a text before it looks for words.
  for (const [word, reading] of [...readings]) {
    const folded = wordKey(anyAscii(word))
    if (!readings.has(folded)) readings.set(folded, reading)
    if (breath.isDue) await breath.take()
  }
  return readings
}

function findReading(readings: ReadonlyMap<string, GivenReading>, key: string): GivenReading | undefined {
  const reading = readings.get(key)
  if (reading !== undefined || !key.endsWith("'s")) return reading
  const owner = readings.get(key.slice(0, -2))
  return owner && possessiveOf(owner)
}

const possessiveOf = ({ spoken, phonemes }: GivenReading): GivenReading => ({
  spoken: `${spoken}'s`,
  phonemes: phonemes && putS(phonemes),
})
