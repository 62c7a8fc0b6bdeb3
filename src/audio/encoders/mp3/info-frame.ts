import { bytesOfFrame, type LayerThree, samplesOfFrame } from './layer-three.ts'

/** Delay of the encoder in samples; decoders know their own. */
const ENCODER_DELAY = 576
const FLAGS = { frames: 1, bytes: 2, contents: 4 }
const CONTENTS = 100
const CONSTANT_BITRATE = 1
const MAX_PADDING = 0xfff
/** Maximum length; without a length, some players would not recognize the frame and play it. */
const UNKNOWN_LENGTH = 0x7fffffff

/** A complete file. */
export interface WholeFile {
  readonly samples: number
  /** Bytes of the frames after this one. */
  readonly audioBytes: number
}

/**
 * A silent frame with the Xing tag and LAME's extension: the number of decoded samples at the start that are not audio;
 * for a complete file also the number at the end, and its length. Players that ignore it play 12 to 72 ms of silence.
 */
export function infoFrame(mode: LayerThree, file?: WholeFile): Uint8Array {
  const frame = Buffer.alloc(Math.floor(bytesOfFrame(mode)))
  frame.writeUInt8(0xff, 0)
  frame.writeUInt8(0xe3 | (mode.version << 3), 1) // layer III, no checksum
  frame.writeUInt8((mode.bitrateIndex << 4) | (mode.rateIndex << 2), 2)
  frame.writeUInt8(0xc4, 3) // mono, original
  const sideLength = mode.version === 3 ? 17 : 9
  let at = frame.write('Info', 4 + sideLength, 'latin1') + 4 + sideLength
  const frames = file === undefined ? 0 : Math.round(file.audioBytes / bytesOfFrame(mode))
  const fileLength = file === undefined ? 0 : frame.length + file.audioBytes
  if (file === undefined) {
    at = frame.writeUInt32BE(FLAGS.bytes, at)
    at = frame.writeUInt32BE(UNKNOWN_LENGTH, at)
  } else {
    at = frame.writeUInt32BE(FLAGS.frames | FLAGS.bytes | FLAGS.contents, at)
    at = frame.writeUInt32BE(frames, at)
    at = frame.writeUInt32BE(fileLength, at)
    for (let i = 0; i < CONTENTS; i++) at = frame.writeUInt8(Math.floor((256 * i) / CONTENTS), at)
  }
  const padding = file === undefined ? 0 : frames * samplesOfFrame(mode) - ENCODER_DELAY - file.samples
  const extension = frame.subarray(at)
  extension.write('LAME3.100', 0, 'latin1')
  extension.writeUInt8(CONSTANT_BITRATE, 9)
  extension.writeUInt8(mode.kbps, 20)
  extension.writeUIntBE(ENCODER_DELAY * 0x1000 + Math.min(padding, MAX_PADDING), 21, 3)
  extension.writeUInt32BE(fileLength, 28)
  extension.writeUInt16BE(checksum(frame.subarray(0, at + 34)), 34)
  return frame
}

/** CRC-16, least significant bit first. */
function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >> 1) ^ (sum & 1 ? 0xa001 : 0)
  }
  return sum
}
