import { bitsPerSecond, FRAME_SAMPLES } from '../aac/aac-packets.ts'
import { audioSpecificConfig } from '../aac/adts.ts'
import { box, fourBytes, fullBox, uint8, uint16, uint32, zeros } from './boxes.ts'
import type { Track } from './track.ts'

/** Of a packet: 6144 bits. */
const BUFFER_BYTES = 768
const MPEG4_AUDIO = 0x40
const AUDIO_STREAM = 0x15

export interface SoundPackets extends Pick<Track, 'sampleCount' | 'sampleSizes' | 'samplesPerChunk' | 'chunkOffsets'> {
  readonly id: number
  readonly chaptersId: number | undefined
  readonly sampleRateHz: number
  /** Of the audio, without what the codec adds. */
  readonly samples: number
}

/** The track of AAC packets. The first is silence that an edit leaves out, and the last ends with the audio. */
export function soundTrack({ samples, sampleRateHz, ...packets }: SoundPackets): Track {
  const { sampleCount } = packets
  const whole = Math.max(0, sampleCount - 1)
  const duration = sampleCount === 0 ? 0 : FRAME_SAMPLES + samples
  const last = duration - whole * FRAME_SAMPLES
  return {
    ...packets,
    handler: 'soun',
    isEnabled: true,
    timescale: sampleRateHz,
    duration,
    skipped: Math.min(FRAME_SAMPLES, duration),
    mediaHeader: fullBox('smhd', 0, 0, zeros(4)),
    sampleEntry: soundEntry(sampleRateHz),
    durations: [...(whole > 0 ? [[whole, FRAME_SAMPLES] as const] : []), ...(last > 0 ? [[1, last] as const] : [])],
  }
}

function soundEntry(sampleRateHz: number): Uint8Array {
  const rate = sampleRateHz <= 0xffff ? sampleRateHz : 0 // the decoder's configuration has it
  const [channels, bits] = [1, 16]
  const head = [zeros(6), uint16(1), zeros(8), uint16(channels, bits), zeros(4), uint16(rate, 0)]
  return box('mp4a', ...head, elementaryStream(sampleRateHz))
}

/** ISO/IEC 14496-1, 7.2.6.5. */
function elementaryStream(sampleRateHz: number): Uint8Array {
  const rate = bitsPerSecond(sampleRateHz)
  const decoder = descriptor(
    0x04,
    uint8(MPEG4_AUDIO, AUDIO_STREAM, 0),
    ...[uint16(BUFFER_BYTES), uint32(rate, rate)],
    descriptor(0x05, audioSpecificConfig(sampleRateHz)),
  )
  return fullBox('esds', 0, 0, descriptor(0x03, zeros(3), decoder, descriptor(0x06, uint8(2))))
}

function descriptor(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const bytes = Buffer.concat(content)
  return Buffer.concat([uint8(tag, bytes.length), bytes])
}

/** The start of a file: an audiobook, with AAC. */
export const FILE_TYPE = box('ftyp', fourBytes('M4B '), uint32(0), ...['M4B ', 'M4A ', 'mp42', 'isom'].map(fourBytes))
