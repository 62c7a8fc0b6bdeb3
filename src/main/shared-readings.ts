import { createTimeSlice } from '../app/time-slice.ts'
import type { GivenReading } from '../core/lexicon.ts'

type Readings = ReadonlyMap<string, GivenReading>

const ENTRIES_A_PIECE = 256

/** Serializes readings into shared memory: copying a large dictionary would block this thread. */
export async function shareReadings(readings: Readings): Promise<Uint8Array> {
  const slice = createTimeSlice()
  const pieces: Buffer[] = []
  let entries: [string, GivenReading][] = []
  const addPiece = (): void => {
    pieces.push(Buffer.from(JSON.stringify(entries)))
    entries = []
  }
  for (const entry of readings) {
    if (entries.push(entry) === ENTRIES_A_PIECE) addPiece()
    if (slice.isOver) await slice.next()
  }
  addPiece()
  const lines = Buffer.concat(pieces.flatMap((piece) => [piece, NEWLINE]))
  const shared = new Uint8Array(new SharedArrayBuffer(lines.length))
  shared.set(lines)
  return shared
}

export const sharedReadings = (shared: Uint8Array): Readings =>
  new Map(
    Buffer.from(shared)
      .toString()
      .trimEnd()
      .split('\n')
      .flatMap((line): [string, GivenReading][] => JSON.parse(line)),
  )

const NEWLINE = Buffer.from('\n')
