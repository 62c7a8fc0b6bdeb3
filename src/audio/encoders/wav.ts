import type { LocalEncoder } from '../codec.ts'
import { headerless } from './headerless.ts'
import { pcmBytes } from './pcm.ts'

const HEADER_LENGTH = 44
const BYTES_PER_SAMPLE = 2
// Maximum length, which players read as: until the end of the stream.
const UNKNOWN_LENGTH = 0xffffffff

/** RIFF WAVE header for mono 16-bit samples. */
function wavHeader(sampleRateHz: number, dataLength: number): Uint8Array {
  const header = Buffer.alloc(HEADER_LENGTH)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(Math.min(HEADER_LENGTH - 8 + dataLength, UNKNOWN_LENGTH), 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16) // length of the format fields
  header.writeUInt16LE(1, 20) // uncompressed
  header.writeUInt16LE(1, 22) // channels
  header.writeUInt32LE(sampleRateHz, 24)
  header.writeUInt32LE(sampleRateHz * BYTES_PER_SAMPLE, 28)
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  header.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(Math.min(dataLength, UNKNOWN_LENGTH), 40)
  return header
}

export function createWavEncoder(sampleRateHz: number): LocalEncoder {
  let dataLength = 0
  return {
    ...headerless(pcmBytes),
    header: wavHeader(sampleRateHz, UNKNOWN_LENGTH),
    encode: (samples) => {
      dataLength += samples.byteLength
      return pcmBytes(samples)
    },
    finalHeader: () => wavHeader(sampleRateHz, dataLength),
  }
}
