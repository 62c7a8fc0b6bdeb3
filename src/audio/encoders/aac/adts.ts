/** Sampling rates with an index of their own (ISO/IEC 14496-3, table 1.18), in its order from 0. */
const INDEXED_RATES_HZ = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000]

export const RATES_HZ: readonly number[] = INDEXED_RATES_HZ.toReversed()

const LOW_COMPLEXITY = 2
const MONO = 1
/** The decoder need not know how full the buffer is. */
const ANY_FULLNESS = 0x7ff

/** The header of a mono frame of AAC-LC without checksum, 7 bytes (ISO/IEC 14496-3, table 1.A.6). */
export function adtsHeader(sampleRateHz: number, payloadLength: number): Uint8Array {
  const header = Buffer.alloc(7)
  const length = header.length + payloadLength
  header.writeUInt16BE(0xfff1) // synchronization, MPEG-4, no checksum
  header[2] = ((LOW_COMPLEXITY - 1) << 6) | (INDEXED_RATES_HZ.indexOf(sampleRateHz) << 2) | (MONO >> 2)
  header[3] = ((MONO & 3) << 6) | (length >> 11)
  header.writeUInt16BE(((length & 0x7ff) << 5) | (ANY_FULLNESS >> 6), 4)
  header[6] = (ANY_FULLNESS & 0x3f) << 2 // one block
  return header
}

/** What a decoder needs to know of a mono stream of AAC-LC, 2 bytes (ISO/IEC 14496-3, table 1.15). */
export function audioSpecificConfig(sampleRateHz: number): Uint8Array {
  const config = Buffer.alloc(2)
  config.writeUInt16BE((LOW_COMPLEXITY << 11) | (INDEXED_RATES_HZ.indexOf(sampleRateHz) << 7) | (MONO << 3))
  return config
}
