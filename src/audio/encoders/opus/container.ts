/** What the start of a file says of its audio. Times are in samples of 48 kHz, as everywhere in Opus. */
export interface OpusStream {
  /** Decoded samples that come before the audio. */
  readonly preSkip: number
  /** Of the audio before it was encoded; for the record. */
  readonly inputRateHz: number
}

/** Puts packets of 20 ms into a file that is read while it is written. */
export interface OpusContainer {
  readonly header: Uint8Array
  /** The bytes that are complete with this packet. */
  add(packet: Uint8Array): Uint8Array
  /** The rest, with the last packet; so many samples at its end are not audio. */
  finish(packet: Uint8Array, padding: number): Uint8Array
  /** The header of a file with so many samples of audio. */
  finalHeader(samples: number): Uint8Array
}

export type CreateOpusContainer = (stream: OpusStream) => OpusContainer

export const PACKET_SAMPLES = 960
const HEAD_LENGTH = 19

/** The identification header of RFC 7845, section 5.1: mono, no gain. */
export function opusHead({ preSkip, inputRateHz }: OpusStream): Uint8Array {
  const head = Buffer.alloc(HEAD_LENGTH)
  head.write('OpusHead', 0, 'latin1')
  head.writeUInt8(1, 8) // version
  head.writeUInt8(1, 9) // channels
  head.writeUInt16LE(preSkip, 10)
  head.writeUInt32LE(inputRateHz, 12)
  return head
}
