import type { LocalEncoder } from '../../core/audio.ts'
import { headerless } from './headerless.ts'

const BIAS = 132
const LOUDEST = 32_635

/** G.711 μ-law: sign, three bits of exponent, four of mantissa, all inverted. */
function mulawByte(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), LOUDEST) + BIAS
  const exponent = 24 - Math.clz32(magnitude)
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff
}

function mulawBytes(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = mulawByte(samples[i] as number)
  return bytes
}

export const createMulawEncoder = (): LocalEncoder => headerless(mulawBytes)
