import { type AudioMark, commentOf, SOURCE_TYPE, SYNTHETIC_TYPE } from '../../../core/audio-mark.ts'

const UTF8 = 3

/** A tag of ID3v2.4. UTF-8 has no byte that a decoder could take for the start of a frame. */
export function id3Tag(mark: AudioMark): Uint8Array {
  const frames = Buffer.concat([
    frame('TXXX', `${SOURCE_TYPE}\0${SYNTHETIC_TYPE}`),
    frame('TSSE', mark.software),
    frame('COMM', `eng\0${commentOf(mark)}`), // without a description
  ])
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), syncSafe(frames.length), frames])
}

function frame(id: string, text: string): Uint8Array {
  const content = Buffer.concat([Uint8Array.of(UTF8), Buffer.from(text)])
  return Buffer.concat([Buffer.from(id, 'latin1'), syncSafe(content.length), Uint8Array.of(0, 0), content])
}

/** Seven bits a byte. */
const syncSafe = (value: number): Uint8Array =>
  Uint8Array.of((value >> 21) & 0x7f, (value >> 14) & 0x7f, (value >> 7) & 0x7f, value & 0x7f)
