import anyAscii from 'any-ascii'
import { type DictionaryEntry, type DictionaryStore, wordKey } from '../../core/dictionary.ts'
import type { FindGivenReading, GivenReading } from '../../core/lexicon.ts'
import { putS } from '../../lexicon/inflection.ts'
import { repeat } from '../repeat.ts'
import { createTimeSlice } from '../time-slice.ts'
import { parsePronunciation } from './written-pronunciation.ts'

/** The current entries, whichever process changes them. Disposing stops following. */
export interface DictionaryEntries extends AsyncDisposable {
  readonly find: FindGivenReading
  /** Readings by the keys of the words; a new map after each change. */
  readonly readings: ReadonlyMap<string, GivenReading>
  /** Whether there is a reading for the word. */
  readonly has: (word: string) => boolean
  /** Whether the last look at the store succeeded. */
  readonly isStoreReadable: boolean
  /** Loads changes made before the call. */
  readonly refresh: () => Promise<void>
}

export interface FollowOptions {
  /** Polling interval. */
  readonly intervalMs: number
  /** Called when entries cannot be read; the last ones stay in use. */
  readonly report: (error: unknown) => void
}

/** Polls the store. Resolves when the entries have been read once. */
export async function followEntries(
  store: Pick<DictionaryStore, 'version' | 'entries'>,
  { intervalMs, report }: FollowOptions,
): Promise<DictionaryEntries> {
  let current = { version: -1, readings: new Map<string, GivenReading>() as ReadonlyMap<string, GivenReading> }

  async function refresh(): Promise<void> {
    // Read before the entries, so that a change in between is read again later.
    const version = await store.version()
    if (version === current.version) return
    const readings = await readingsOf(await store.entries(), report)
    // Two reads may overlap and finish in either order.
    if (version > current.version) current = { version, readings }
  }

  const find: FindGivenReading = (token) => findEntry(current.readings, token)
  await refresh()
  let isStoreReadable = true
  async function follow(): Promise<void> {
    isStoreReadable = await refresh().then(
      () => true,
      (error) => {
        isStoreReadable = false
        throw error
      },
    )
  }
  const following = repeat(follow, { intervalMs, onError: report })
  return {
    find,
    get readings() {
      return current.readings
    },
    has: (word) => find(word) !== undefined,
    get isStoreReadable() {
      return isStoreReadable
    },
    refresh,
    [Symbol.asyncDispose]: () => following[Symbol.asyncDispose](),
  }
}

/** Finds a token in readings that were taken from `DictionaryEntries`. */
export function findEntry(readings: ReadonlyMap<string, GivenReading>, token: string): GivenReading | undefined {
  if (readings.size === 0) return undefined
  const reading = findReading(readings, wordKey(token))
  // A reading by phonemes keeps the spelling of the token.
  return reading?.phonemes ? { spoken: token, phonemes: reading.phonemes } : reading
}

async function readingsOf(
  entries: readonly DictionaryEntry[],
  report: FollowOptions['report'],
): Promise<ReadonlyMap<string, GivenReading>> {
  const readings = new Map<string, GivenReading>()
  const slice = createTimeSlice()
  for (const { word, pronunciation } of entries) {
    try {
      readings.set(word, parsePronunciation(word, pronunciation))
    } catch (error) {
      // Written by a newer version or by hand; the other entries stay valid.
      report(error)
    }
    if (slice.isOver) await slice.next()
  }
  for (const entry of [...readings]) {
    addForms(readings, entry)
    if (slice.isOver) await slice.next()
  }
  return readings
}

/** Says that an entry of several words begins so. */
const BEGINNING: GivenReading = { spoken: '', phonemes: null }

/** Adds what else finds an entry: its word without accents, and the beginnings of several words. */
export function addForms(readings: Map<string, GivenReading>, [word, reading]: readonly [string, GivenReading]): void {
  // Normalization folds a text before it looks up words.
  const folded = wordKey(anyAscii(word))
  if (!readings.has(folded)) readings.set(folded, reading)
  for (const form of [word, folded]) addBeginnings(readings, form)
}

/** Adds the beginnings of an entry of several words, by which it is found. */
export function addBeginnings(readings: Map<string, GivenReading>, word: string): void {
  for (let space = word.indexOf(' '); space > 0; space = word.indexOf(' ', space + 1)) {
    readings.set(word.slice(0, space + 1), BEGINNING)
  }
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
