import type { AudioMark } from '../../../core/audio-mark.ts'

/** Parameters in the header of a file. Times are in samples at 48 kHz, as everywhere in Opus. */
export interface OpusStream {
  /** Decoded samples before the audio. */
  readonly preSkip: number
  /** Sampling rate before encoding; informational. */
  readonly inputRateHz: number
  readonly mark: AudioMark | undefined
}

/** Writes packets of 20 ms into a streamable file. */
export interface OpusContainer {
  readonly header: Uint8Array
  /** Adds a packet and returns the bytes that are complete. */
  add(packet: Uint8Array): Uint8Array
  /** Adds the last packet and returns the rest; the last `padding` samples are not audio. */
  finish(packet: Uint8Array, padding: number): Uint8Array
  /** The header of a file with this many samples of audio. */
  finalHeader(samples: number): Uint8Array
}

export type CreateOpusContainer = (stream: OpusStream) => OpusContainer

export const PACKET_SAMPLES = 960
const HEAD_LENGTH = 19

/** The identification header of RFC 7845, section 5.1: mono, no gain. */
export function opusHead({ preSkip, inputRateHz }: Omit<OpusStream, 'mark'>): Uint8Array {
  const head = Buffer.alloc(HEAD_LENGTH)
  head.write('OpusHead', 0, 'latin1')
  head.writeUInt8(1, 8) // version
  head.writeUInt8(1, 9) // channels
  head.writeUInt16LE(preSkip, 10)
  head.writeUInt32LE(inputRateHz, 12)
  return head
}
