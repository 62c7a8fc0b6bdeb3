import type { Samples } from '../../core/samples.ts'
import type { LocalEncoder } from '../codec.ts'
import { headerless } from './headerless.ts'

/** The samples' memory as bytes, little-endian as on all platforms with our WebAssembly engines. */
export function pcmBytes(samples: Samples): Uint8Array {
  const { buffer, byteOffset, byteLength } = samples.take()
  return new Uint8Array(buffer, byteOffset, byteLength)
}

export const createPcmEncoder = (): LocalEncoder => headerless(pcmBytes)
