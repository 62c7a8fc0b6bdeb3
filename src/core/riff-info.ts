import { type AudioMark, commentOf } from './audio-mark.ts'

/** A chunk of RIFF with the mark, for the end of a WAVE file: programs that expect samples after 44 bytes find them. */
export function riffInfo(mark: AudioMark): Uint8Array<ArrayBuffer> {
  const parts = [ascii('INFO'), chunk('ISFT', zeroEnded(mark.software)), chunk('ICMT', zeroEnded(commentOf(mark)))]
  return chunk('LIST', joined(parts))
}

/** Chunks have even lengths; a byte that is added for that does not count. */
const chunk = (id: string, content: Uint8Array): Uint8Array<ArrayBuffer> =>
  joined([ascii(id), uint32(content.length), content, new Uint8Array(content.length % 2)])

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

const zeroEnded = (text: string): Uint8Array => new TextEncoder().encode(`${text}\0`)

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
