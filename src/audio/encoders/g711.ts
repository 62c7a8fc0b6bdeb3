import type { LocalEncoder } from '../codec.ts'
import { headerless } from './headerless.ts'

const BIAS = 132
const LOUDEST = 32_635

/** G.711 μ-law: sign, three exponent bits, four mantissa bits, all inverted. */
function mulawByte(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), LOUDEST) + BIAS
  const exponent = 24 - Math.clz32(magnitude)
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff
}

/** G.711 A-law: sign, three exponent bits, four mantissa bits, every other bit inverted. */
function alawByte(sample: number): number {
  // 13 bits; the complement for negative samples.
  const magnitude = (sample < 0 ? ~sample : sample) >> 3
  const exponent = Math.max(0, 27 - Math.clz32(magnitude))
  const mantissa = (magnitude >> Math.max(1, exponent)) & 0x0f
  return ((sample < 0 ? 0 : 0x80) | (exponent << 4) | mantissa) ^ 0x55
}

const createG711Encoder = (byteOf: (sample: number) => number): LocalEncoder =>
  headerless((samples) => Uint8Array.from(samples.take(), byteOf))

export const createMulawEncoder = (): LocalEncoder => createG711Encoder(mulawByte)

export const createAlawEncoder = (): LocalEncoder => createG711Encoder(alawByte)
