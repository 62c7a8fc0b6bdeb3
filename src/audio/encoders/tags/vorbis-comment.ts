import type { AudioMark } from '../../../core/audio-mark.ts'
import { tagsOf } from './mark-tags.ts'

/** A comment header of Vorbis, without a framing bit, as Opus and FLAC have it. */
export function vorbisComment(vendor: string, mark: AudioMark | undefined): Uint8Array {
  const comments = mark === undefined ? [] : tagsOf(mark).map(([name, value]) => `${name}=${value}`)
  return Buffer.concat([withLength(vendor), uint32(comments.length), ...comments.map(withLength)])
}

function withLength(text: string): Uint8Array {
  const bytes = Buffer.from(text)
  return Buffer.concat([uint32(bytes.length), bytes])
}

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
