import type { LocalEncoder } from '../codec.ts'
import { headerless } from './headerless.ts'

/** The same memory as bytes: every machine that Node's WebAssembly engines run on is little-endian. */
export const pcmBytes = (samples: Int16Array): Uint8Array =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)

export const createPcmEncoder = (): LocalEncoder => headerless(pcmBytes)
