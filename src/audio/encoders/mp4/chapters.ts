import type { BookChapter } from '../../codec.ts'
import { box, fullBox, table32, uint8, uint16, uint32, uint64, zeros } from './boxes.ts'
import { IDENTITY_MATRIX, type Track } from './track.ts'

// Players read chapters from either of two places: Apple's from a track of texts, which the sound refers to, and others from
// Nero's list. Both are written.

const MS_PER_S = 1000
const NERO_UNITS_PER_S = 10_000_000
/** Of Nero's list: counts and lengths have 8 bits. */
const MAX_NERO = 255
/** After a title: it is UTF-8. */
const IS_UTF8 = box('encd', uint32(0x100))

/** Titles as samples of a track. */
export function titleSamples(chapters: readonly BookChapter[]): readonly Uint8Array[] {
  return chapters.map(({ title }) => {
    const text = Buffer.from(title)
    return Buffer.concat([uint16(text.length), text, IS_UTF8])
  })
}

export interface ChapterPlace {
  readonly id: number
  /** Of the audio. */
  readonly sampleRateHz: number
  readonly samples: number
  /** Where the titles begin in the file. */
  readonly offset: number
}

/** The track of chapters, which lasts as long as the audio. */
export function chapterTrack(chapters: readonly BookChapter[], place: ChapterPlace): Track {
  const msOf = (samples: number): number => Math.round((MS_PER_S * samples) / place.sampleRateHz)
  const duration = msOf(place.samples)
  const ends = [...chapters.slice(1).map(({ start }) => msOf(start)), duration]
  const titles = titleSamples(chapters)
  return {
    id: place.id,
    handler: 'text',
    isEnabled: false, // not to be shown as subtitles
    timescale: MS_PER_S,
    duration,
    mediaHeader: TEXT_HEADER,
    sampleEntry: TEXT_ENTRY,
    durations: ends.map((end, i) => [1, end - (ends[i - 1] ?? 0)]),
    sampleCount: titles.length,
    sampleSizes: table32(titles.map(({ length }) => length)),
    samplesPerChunk: titles.length,
    chunkOffsets: [place.offset],
  }
}

/** Nero's list of the first chapters. */
export function neroChapters(chapters: readonly BookChapter[], sampleRateHz: number): Uint8Array {
  const listed = chapters.slice(0, MAX_NERO)
  const entries = listed.flatMap(({ title, start }) => {
    const text = new Uint8Array(MAX_NERO)
    const { written } = new TextEncoder().encodeInto(title, text) // no half letter
    const at = Math.round((NERO_UNITS_PER_S * start) / sampleRateHz)
    return [uint64(at), uint8(written), text.subarray(0, written)]
  })
  return fullBox('chpl', 1, 0, uint32(0), uint8(listed.length), ...entries)
}

/** As QuickTime has it: no place on the screen. */
const TEXT_HEADER = box(
  'gmhd',
  fullBox('gmin', 0, 0, uint16(0x40, 0x8000, 0x8000, 0x8000, 0, 0)),
  box('text', IDENTITY_MATRIX),
)

const TEXT_ENTRY = box(
  'text',
  ...[zeros(6), uint16(1)], // in this file
  uint32(1, 1), // display flags, centred
  zeros(6), // background
  zeros(8), // box
  zeros(8),
  zeros(2 + 2 + 1 + 2), // font
  zeros(6), // colour
  zeros(1), // name of the font
)
