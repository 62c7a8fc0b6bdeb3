import type { AudioMark } from '../../../src/core/audio-mark.ts'
import { riffInfo } from '../../../src/core/riff-info.ts'
import { SAMPLE_RATE_HZ } from './request.ts'

/** A WAV file of samples of 16 bits, in one or more pieces, with its mark, if it has one, after them. */
export function wavOf(
  pieces: readonly (Int16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>)[],
  mark: AudioMark | undefined,
): Blob {
  const trailer = mark === undefined ? new Uint8Array(0) : riffInfo(mark)
  const bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const header = new DataView(new ArrayBuffer(44))
  const write = (offset: number, text: string) => {
    for (const [i, character] of [...text].entries()) header.setUint8(offset + i, character.charCodeAt(0))
  }
  write(0, 'RIFF')
  header.setUint32(4, 36 + bytes + trailer.length, true)
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
  return new Blob([header, ...pieces, trailer], { type: 'audio/wav' })
}
