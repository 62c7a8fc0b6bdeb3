import anyAscii from 'any-ascii'
import { type DictionaryEntry, type DictionaryStore, wordKey } from '../../core/dictionary.ts'
import type { Language } from '../../core/language.ts'
import type { FindGivenIn, FindGivenReading, GivenReading } from '../../core/lexicon.ts'
import { putS } from '../../lexicon/inflection.ts'
import { repeat } from '../repeat.ts'
import { createTimeSlice } from '../time-slice.ts'
import { parsePronunciation } from './written-pronunciation.ts'

/** Readings by the keys of the words, by language. */
export type DictionaryReadings = ReadonlyMap<Language, ReadonlyMap<string, GivenReading>>

/** The current entries, whichever process changes them. Disposing stops following. */
export interface DictionaryEntries extends AsyncDisposable {
  readonly givenIn: FindGivenIn
  /** A new map after each change. */
  readonly readings: DictionaryReadings
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
  let current = { version: -1, readings: new Map() as DictionaryReadings }

  async function refresh(): Promise<void> {
    // Read before the entries, so that a change in between is read again later.
    const version = await store.version()
    if (version === current.version) return
    const readings = await readingsOf(await store.entries(), report)
    // Two reads may overlap and finish in either order.
    if (version > current.version) current = { version, readings }
  }

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
    givenIn: (language) => givenIn(current.readings, language),
    get readings() {
      return current.readings
    },
    get isStoreReadable() {
      return isStoreReadable
    },
    refresh,
    [Symbol.asyncDispose]: () => following[Symbol.asyncDispose](),
  }
}

/** The readings for texts in a language, of those of all; undefined if there are none. */
export function givenIn(readings: DictionaryReadings, language: Language): FindGivenReading | undefined {
  const own = readings.get(language)
  return own && readingFinder(own, language)
}

const maxLengths = new WeakMap<ReadonlyMap<string, GivenReading>, number>()

/** Finds tokens in the readings of a language, which do not change any more. */
export function readingFinder(readings: ReadonlyMap<string, GivenReading>, language: Language): FindGivenReading {
  let maxLength = maxLengths.get(readings)
  if (maxLength === undefined) {
    const possessive = language === 'eng' ? 2 : 0
    maxLength = [...readings.keys()].reduce((length, key) => Math.max(length, key.length + possessive), 0)
    maxLengths.set(readings, maxLength)
  }
  const find = (token: string): GivenReading | undefined => {
    const reading = findReading(readings, language, wordKey(token))
    // A reading by phonemes keeps the spelling of the token.
    return reading?.phonemes ? { spoken: token, phonemes: reading.phonemes } : reading
  }
  return Object.assign(find, { maxLength })
}

async function readingsOf(
  entries: readonly DictionaryEntry[],
  report: FollowOptions['report'],
): Promise<DictionaryReadings> {
  const readings = new Map<Language, Map<string, GivenReading>>()
  const slice = createTimeSlice()
  for (const { word, language, pronunciation } of entries) {
    try {
      const reading = parsePronunciation(word, pronunciation, language)
      if (!readings.has(language)) readings.set(language, new Map())
      readings.get(language)?.set(word, reading)
    } catch (error) {
      // Written by a newer version or by hand; the other entries stay valid.
      report(error)
    }
    if (slice.isOver) await slice.next()
  }
  for (const [language, own] of readings) {
    for (const entry of [...own]) {
      addForms(own, language, entry)
      if (slice.isOver) await slice.next()
    }
  }
  return readings
}

/** Says that an entry of several words begins so. */
const BEGINNING: GivenReading = { spoken: '', phonemes: null }

/**
 * Adds what else finds an entry: the beginnings of several words and, in English, its word without accents. Elsewhere
 * accents are letters: `papá` is not `papa`.
 */
export function addForms(
  readings: Map<string, GivenReading>,
  language: Language,
  [word, reading]: readonly [string, GivenReading],
): void {
  addBeginnings(readings, word)
  if (language !== 'eng') return
  // Normalization folds a text before it looks up words.
  const folded = wordKey(anyAscii(word))
  if (!readings.has(folded)) readings.set(folded, reading)
  addBeginnings(readings, folded)
}

/** Adds the beginnings of an entry of several words, by which it is found. */
function addBeginnings(readings: Map<string, GivenReading>, word: string): void {
  for (let space = word.indexOf(' '); space > 0; space = word.indexOf(' ', space + 1)) {
    readings.set(word.slice(0, space + 1), BEGINNING)
  }
}

function findReading(
  readings: ReadonlyMap<string, GivenReading>,
  language: Language,
  key: string,
): GivenReading | undefined {
  const reading = readings.get(key)
  if (reading !== undefined || language !== 'eng' || !key.endsWith("'s")) return reading
  const owner = readings.get(key.slice(0, -2))
  return owner && possessiveOf(owner)
}

const possessiveOf = ({ spoken, phonemes }: GivenReading): GivenReading => ({
  spoken: `${spoken}'s`,
  phonemes: phonemes && putS(phonemes),
})
