import type { LocalEncoder } from '../codec.ts'
import { headerless } from './headerless.ts'

/** The samples' memory as bytes, little-endian as on all platforms with our WebAssembly engines. */
export const pcmBytes = (samples: Int16Array): Uint8Array =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)

export const createPcmEncoder = (): LocalEncoder => headerless(pcmBytes)
