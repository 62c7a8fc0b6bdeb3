import type { DictionaryReadings } from '../app/dictionary/dictionary-entries.ts'
import { createTimeSlice } from '../app/time-slice.ts'
import type { Language } from '../core/language.ts'
import type { GivenReading } from '../core/lexicon.ts'

type SharedEntry = readonly [language: Language, word: string, reading: GivenReading]

const ENTRIES_A_PIECE = 256

/** Serializes readings into shared memory: copying a large dictionary would block this thread. */
export async function shareReadings(readings: DictionaryReadings): Promise<Uint8Array> {
  const slice = createTimeSlice()
  const pieces: Buffer[] = []
  let entries: SharedEntry[] = []
  const addPiece = (): void => {
    pieces.push(Buffer.from(JSON.stringify(entries)))
    entries = []
  }
  for (const [language, own] of readings) {
    for (const [word, reading] of own) {
      if (entries.push([language, word, reading]) === ENTRIES_A_PIECE) addPiece()
      if (slice.isOver) await slice.next()
    }
  }
  addPiece()
  const lines = Buffer.concat(pieces.flatMap((piece) => [piece, NEWLINE]))
  const shared = new Uint8Array(new SharedArrayBuffer(lines.length))
  shared.set(lines)
  return shared
}

export function sharedReadings(shared: Uint8Array): DictionaryReadings {
  const readings = new Map<Language, Map<string, GivenReading>>()
  for (const line of Buffer.from(shared).toString().trimEnd().split('\n')) {
    for (const [language, word, reading] of JSON.parse(line) as readonly SharedEntry[]) {
      if (!readings.has(language)) readings.set(language, new Map())
      readings.get(language)?.set(word, reading)
    }
  }
  return readings
}

const NEWLINE = Buffer.from('\n')
