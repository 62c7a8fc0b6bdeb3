import { type ByteSource, type ContainerTags, readSome } from '../byte-source.ts'
import { flacTags } from './flac-tags.ts'
import { id3Tags } from './id3-tags.ts'

const KBPS = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const RATES_HZ = [44_100, 48_000, 32_000]
/** Of zeros after a tag. */
const MAX_GAP = 4096

/** Tags of MP3, of AAC in ADTS, and of FLAC after a tag of ID3; undefined if it is none of them. */
export async function mpegTags(source: ByteSource): Promise<ContainerTags | undefined> {
  const { tags, end } = await id3Tags(source)
  const flac = end > 0 ? await flacTags(source, end) : undefined
  if (flac !== undefined) return { ...flac, tags: [...tags, ...flac.tags] }
  const start = end + (end > 0 ? zerosIn(await readSome(source, end, MAX_GAP)) : 0)
  const first = frameOf(await readSome(source, start, 6))
  if (first === undefined) return undefined
  const next = await readSome(source, start + first.length, 6)
  // Two frames in a row are no chance; a file may have one alone.
  if (next.length === 6 && end === 0 && frameOf(next)?.container !== first.container) return undefined
  return { container: first.container, tags }
}

function zerosIn(bytes: Buffer): number {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return zeros < 0 ? bytes.length : zeros
}

/** The frame that starts here, if one does. */
function frameOf(bytes: Buffer): { readonly container: 'MP3' | 'AAC'; readonly length: number } | undefined {
  if (bytes.length < 6 || bytes[0] !== 0xff || ((bytes[1] as number) & 0xe0) !== 0xe0) return undefined
  const [, flags, format] = bytes as unknown as readonly [number, number, number]
  const layer = (flags >> 1) & 3
  if (layer === 0) {
    const length = (bytes.readUIntBE(3, 3) >> 5) & 0x1fff
    return (flags & 0xf0) === 0xf0 && length >= 7 ? { container: 'AAC', length } : undefined
  }
  const version = (flags >> 3) & 3 // 3 is MPEG 1, 2 is 2, 0 is 2.5
  const kbps = (version === 3 ? KBPS.mpeg1 : KBPS.mpeg2)[format >> 4]
  const rate = RATES_HZ[(format >> 2) & 3]
  if (layer !== 1 || version === 1 || !kbps || rate === undefined) return undefined
  const rateHz = rate / { 3: 1, 2: 2, 0: 4 }[version as 0 | 2 | 3]
  const length = Math.floor(((version === 3 ? 144 : 72) * 1000 * kbps) / rateHz) + ((format >> 1) & 1)
  return { container: 'MP3', length }
}
