import { vorbisComment } from '../tags/vorbis-comment.ts'
import { type CreateOpusContainer, type OpusStream, opusHead, PACKET_SAMPLES } from './container.ts'

// Pages of RFC 3533. The serial number is fixed, so that the same audio gives the same file.
const SERIAL_NUMBER = 1
const FIRST_PAGE = 2
const LAST_PAGE = 4
const HEADER_LENGTH = 27
const CHECKSUM_AT = 22
/**
 * 100 ms: a header of 32 bytes is then less than a tenth of a page. The first pages are shorter, to be sent at once.
 */
const MAX_PACKETS = 5

export const createOgg: CreateOpusContainer = (stream) => {
  let pages = 0
  let packets: Uint8Array[] = []
  let position = 0

  const page = (kind: number): Uint8Array => {
    const bytes = oggPage(packets, { kind, position, sequence: pages++ })
    packets = []
    return bytes
  }
  const headerPage = (packet: Uint8Array, kind: number): Uint8Array => {
    packets = [packet]
    return page(kind)
  }
  const header = Buffer.concat([headerPage(opusHead(stream), FIRST_PAGE), headerPage(opusTags(stream), 0)])
  const headerPages = pages

  return {
    header,
    add: (packet) => {
      packets.push(packet)
      position += PACKET_SAMPLES
      const isFull = packets.length >= Math.min(MAX_PACKETS, pages - headerPages + 1)
      return isFull ? page(0) : new Uint8Array(0)
    },
    finish: (packet, padding) => {
      packets.push(packet)
      position += PACKET_SAMPLES - padding
      return page(LAST_PAGE)
    },
    finalHeader: () => header,
  }
}

/** RFC 7845, section 5.2. */
const opusTags = ({ mark }: OpusStream): Uint8Array =>
  Buffer.concat([Buffer.from('OpusTags', 'latin1'), vorbisComment('hoarfrost', mark)])

interface Page {
  readonly kind: number
  /** Position of the end of the last packet, in samples. */
  readonly position: number
  readonly sequence: number
}

function oggPage(packets: readonly Uint8Array[], { kind, position, sequence }: Page): Uint8Array {
  const lacing = packets.flatMap(({ length }) => [...Array(Math.floor(length / 255)).fill(255), length % 255])
  const header = Buffer.alloc(HEADER_LENGTH + lacing.length)
  header.write('OggS', 0, 'latin1')
  header.writeUInt8(kind, 5)
  header.writeBigUInt64LE(BigInt(position), 6)
  header.writeUInt32LE(SERIAL_NUMBER, 14)
  header.writeUInt32LE(sequence, 18)
  header.writeUInt8(lacing.length, HEADER_LENGTH - 1)
  header.set(lacing, HEADER_LENGTH)
  const bytes = Buffer.concat([header, ...packets])
  bytes.writeUInt32LE(checksum(bytes), CHECKSUM_AT)
  return bytes
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24
  for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0)
  return sum
})

/** Ogg's CRC-32: most significant bit first, not inverted. */
function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum = (sum << 8) ^ (CHECKSUMS[(sum >>> 24) ^ byte] as number)
  return sum >>> 0
}
