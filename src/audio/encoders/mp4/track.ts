import { box, fourBytes, fullBox, MAX_UINT32, table32, table64, uint8, uint16, uint32, uint64, zeros } from './boxes.ts'

/** A track, whose samples in the sense of MP4 (packets, titles) are in one or more chunks of the file. */
export interface Track {
  readonly id: number
  readonly handler: 'soun' | 'text'
  readonly isEnabled: boolean
  /** Units of a second, of the times in `media`. */
  readonly timescale: number
  readonly duration: number
  /** How much of its start is not heard. */
  readonly skipped?: number
  /** Id of the track with its chapters. */
  readonly chaptersId?: number | undefined
  /** What kind of media it is. */
  readonly mediaHeader: Uint8Array
  readonly sampleEntry: Uint8Array
  /** How many samples last how long, in order. */
  readonly durations: readonly (readonly [count: number, duration: number])[]
  readonly sampleCount: number
  /** Bytes of each sample, as 32-bit numbers. */
  readonly sampleSizes: Uint8Array
  readonly samplesPerChunk: number
  /** Where each chunk begins in the file. */
  readonly chunkOffsets: readonly number[]
}

/** Units of the whole movie: a second, and how long it is. */
export interface MovieTime {
  readonly timescale: number
  readonly duration: number
}

export const IDENTITY_MATRIX = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
/** Written at no time: the same audio gives the same bytes. */
const NO_TIME = 0
const IS_ENABLED = 1
const IS_IN_MOVIE = 2
/** ISO 639-2 in five bits a letter. */
const UNDETERMINED_LANGUAGE = 0x55c4

/** A full box with times, which are 64 bits long only where one does not fit into 32. */
export function timedBox(
  type: string,
  longest: number,
  flags: number,
  contentOf: (time: (value: number) => Uint8Array) => readonly Uint8Array[],
): Uint8Array {
  const isLong = longest > MAX_UINT32
  return fullBox(type, isLong ? 1 : 0, flags, ...contentOf(isLong ? uint64 : uint32))
}

export function trackBox(track: Track, movie: MovieTime): Uint8Array {
  const { id, handler, isEnabled, timescale, duration, skipped = 0, chaptersId, mediaHeader } = track
  const volume = uint16(handler === 'soun' ? 0x100 : 0)
  const header = timedBox('tkhd', movie.duration, (isEnabled ? IS_ENABLED : 0) | IS_IN_MOVIE, (time) => [
    ...[time(NO_TIME), time(NO_TIME), uint32(id, 0), time(movie.duration)],
    ...[zeros(8), uint16(0, 0), volume, uint16(0), IDENTITY_MATRIX, uint32(0, 0)],
  ])
  const edit = timedBox('elst', movie.duration, 0, (time) => [
    ...[uint32(1), time(movie.duration), time(skipped), uint16(1, 0)], // at the usual speed
  ])
  const media = box(
    'mdia',
    timedBox('mdhd', duration, 0, (time) => [
      ...[time(NO_TIME), time(NO_TIME), uint32(timescale), time(duration), uint16(UNDETERMINED_LANGUAGE, 0)],
    ]),
    handlerBox(handler),
    box('minf', mediaHeader, IN_THIS_FILE, sampleTable(track)),
  )
  const reference = chaptersId === undefined ? [] : [box('tref', box('chap', uint32(chaptersId)))]
  return box('trak', header, box('edts', edit), ...reference, media)
}

const NO_NAME = uint8(0)

export const handlerBox = (handler: string, manufacturer = '\0\0\0\0'): Uint8Array =>
  fullBox('hdlr', 0, 0, zeros(4), fourBytes(handler), fourBytes(manufacturer), zeros(8), NO_NAME)

const IN_THIS_FILE = box('dinf', fullBox('dref', 0, 0, uint32(1), fullBox('url ', 0, 1)))

function sampleTable(track: Track): Uint8Array {
  const { sampleEntry, durations, sampleCount, sampleSizes, samplesPerChunk, chunkOffsets } = track
  const chunks = chunkOffsets.length
  const inLast = sampleCount - (chunks - 1) * samplesPerChunk
  const runs = [
    ...(chunks > 1 ? [uint32(1, samplesPerChunk, 1)] : []),
    ...(chunks > 0 && (chunks === 1 || inLast !== samplesPerChunk) ? [uint32(chunks, inLast, 1)] : []),
  ]
  const isFar = (chunkOffsets.at(-1) ?? 0) > MAX_UINT32
  return box(
    'stbl',
    fullBox('stsd', 0, 0, uint32(1), sampleEntry),
    fullBox('stts', 0, 0, uint32(durations.length), table32(durations.flat())),
    fullBox('stsc', 0, 0, uint32(runs.length), ...runs),
    fullBox('stsz', 0, 0, uint32(0, sampleCount), sampleSizes),
    fullBox(isFar ? 'co64' : 'stco', 0, 0, uint32(chunks), (isFar ? table64 : table32)(chunkOffsets)),
  )
}
