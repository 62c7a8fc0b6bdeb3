import { SAMPLE_RATE_HZ } from './request.ts'

/** A WAV file of samples of 16 bits. */
export function wavOf(pieces: readonly Int16Array<ArrayBuffer>[]): Blob {
  const bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const header = new DataView(new ArrayBuffer(44))
  const write = (offset: number, text: string) => {
    for (const [i, character] of [...text].entries()) header.setUint8(offset + i, character.charCodeAt(0))
  }
  write(0, 'RIFF')
  header.setUint32(4, 36 + bytes, true)
  write(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true) // PCM
  header.setUint16(22, 1, true) // channels
  header.setUint32(24, SAMPLE_RATE_HZ, true)
  header.setUint32(28, SAMPLE_RATE_HZ * 2, true)
  header.setUint16(32, 2, true)
  header.setUint16(34, 16, true)
  write(36, 'data')
  header.setUint32(40, bytes, true)
  return new Blob([header, ...pieces], { type: 'audio/wav' })
}
