/** Maximum length, which players read as: until the end of the stream. */
export const UNKNOWN_LENGTH = 0xffffffff

/** Encodings of the samples in a WAVE file, with their format tags. */
const ENCODINGS = {
  linear: { tag: 1, bytesPerSample: 2 },
  float: { tag: 3, bytesPerSample: 4 },
  alaw: { tag: 6, bytesPerSample: 1 },
  mulaw: { tag: 7, bytesPerSample: 1 },
} as const

export interface WavHeaderOptions {
  readonly encoding: keyof typeof ENCODINGS
  readonly sampleRateHz: number
  /** Length of the samples in bytes, or `UNKNOWN_LENGTH`. */
  readonly dataLength: number
  /** Length of the chunks after the samples in bytes; 0 by default. */
  readonly trailerLength?: number
}

/** RIFF WAVE header for mono samples: 44 bytes for linear samples, 58 for others. */
export function wavHeader({ encoding, sampleRateHz, dataLength, trailerLength = 0 }: WavHeaderOptions): Uint8Array {
  const { tag, bytesPerSample } = ENCODINGS[encoding]
  const isLinear = encoding === 'linear'
  const format = Buffer.alloc(isLinear ? 16 : 18) // with the length of an extension, which is empty
  format.writeUInt16LE(tag, 0)
  format.writeUInt16LE(1, 2) // channels
  format.writeUInt32LE(sampleRateHz, 4)
  format.writeUInt32LE(sampleRateHz * bytesPerSample, 8)
  format.writeUInt16LE(bytesPerSample, 12)
  format.writeUInt16LE(bytesPerSample * 8, 14)
  const chunks = Buffer.concat([
    Buffer.from('WAVE', 'latin1'),
    chunkStart('fmt ', format.length),
    format,
    ...(isLinear ? [] : [chunkStart('fact', 4), numberOf(dataLength / bytesPerSample)]),
    chunkStart('data', dataLength),
  ])
  return Buffer.concat([chunkStart('RIFF', chunks.length + dataLength + trailerLength), chunks])
}

const chunkStart = (name: string, length: number): Buffer =>
  Buffer.concat([Buffer.from(name, 'latin1'), numberOf(length)])

function numberOf(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(Math.min(value, UNKNOWN_LENGTH))
  return bytes
}
