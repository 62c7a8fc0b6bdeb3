import type { AudioMark } from '../../../core/audio-mark.ts'
import type { Book } from '../../codec.ts'
import { box, uint16, uint32, zeros } from './boxes.ts'
import { chapterTrack, neroChapters } from './chapters.ts'
import { itemList } from './item-list.ts'
import { type SoundPackets, soundTrack } from './sound.ts'
import { IDENTITY_MATRIX, timedBox, trackBox } from './track.ts'

const SOUND = 1
const CHAPTERS = 2

export interface Movie extends Omit<SoundPackets, 'id' | 'chaptersId'> {
  readonly book: Book
  /** Where the titles of its chapters begin in the file. */
  readonly titlesOffset: number
  readonly mark: AudioMark | undefined
}

/** What a file says of its media, which comes before it: where packets and chapters are, and the metadata. */
export function movieBox({ book, titlesOffset, mark, ...packets }: Movie): Uint8Array {
  const { sampleRateHz, samples } = packets
  const { chapters } = book
  const hasChapters = chapters.length > 0
  const time = { timescale: sampleRateHz, duration: samples }
  const tracks = [
    soundTrack({ ...packets, id: SOUND, chaptersId: hasChapters ? CHAPTERS : undefined }),
    ...(hasChapters ? [chapterTrack(chapters, { id: CHAPTERS, sampleRateHz, samples, offset: titlesOffset })] : []),
  ]
  const header = timedBox('mvhd', samples, 0, (timeOf) => [
    ...[timeOf(0), timeOf(0), uint32(time.timescale), timeOf(time.duration)],
    ...[uint32(0x10000), uint16(0x100), zeros(10), IDENTITY_MATRIX, zeros(24)], // speed, volume
    uint32(tracks.length + 1), // id of the next track
  ])
  const nero = hasChapters ? [neroChapters(chapters, sampleRateHz)] : []
  return box(
    'moov',
    header,
    ...tracks.map((track) => trackBox(track, time)),
    box('udta', ...nero, itemList(mark, book)),
  )
}
