import type { Encoder } from '../../core/audio.ts'
import { createPcmEncoder } from './pcm.ts'

const HEADER_LENGTH = 44
const BYTES_PER_SAMPLE = 2
// What players take to mean: read to the end of the stream.
const UNKNOWN_LENGTH = 0xffffffff

/** A RIFF WAVE header for mono 16-bit samples; without a length, for audio that is still being made. */
export function wavHeader(sampleRateHz: number, dataLength?: number): Uint8Array {
  const header = Buffer.alloc(HEADER_LENGTH)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(dataLength === undefined ? UNKNOWN_LENGTH : HEADER_LENGTH - 8 + dataLength, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16) // length of the format fields
  header.writeUInt16LE(1, 20) // uncompressed
  header.writeUInt16LE(1, 22) // channels
  header.writeUInt32LE(sampleRateHz, 24)
  header.writeUInt32LE(sampleRateHz * BYTES_PER_SAMPLE, 28)
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  header.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(dataLength ?? UNKNOWN_LENGTH, 40)
  return header
}

export const createWavEncoder = (sampleRateHz: number): Encoder => ({
  ...createPcmEncoder(),
  header: wavHeader(sampleRateHz),
})
