import type { Samples } from '../../core/samples.ts'
import type { LocalEncoder } from '../codec.ts'
import { headerless } from './headerless.ts'

/** The samples' memory as bytes, little-endian as on all platforms with our WebAssembly engines. */
export function pcmBytes(samples: Samples): Uint8Array {
  const { buffer, byteOffset, byteLength } = samples.take()
  return new Uint8Array(buffer, byteOffset, byteLength)
}

export const createPcmEncoder = (): LocalEncoder => headerless(pcmBytes)

const FULL_SCALE = 32_768

/** 32-bit floats, little-endian. */
function floatBytes(samples: Samples): Uint8Array {
  const floats = Float32Array.from(samples.take(), (sample) => sample / FULL_SCALE)
  return new Uint8Array(floats.buffer)
}

export const createF32leEncoder = (): LocalEncoder => headerless(floatBytes)
