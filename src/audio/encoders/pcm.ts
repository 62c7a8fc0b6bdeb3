import type { Encoder } from '../../core/audio.ts'

const NOTHING = new Uint8Array(0)

/** The same memory as bytes: every machine that Node's WebAssembly engines run on is little-endian. */
export const pcmBytes = (samples: Int16Array): Uint8Array =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)

export const createPcmEncoder = (): Encoder => ({ header: NOTHING, encode: pcmBytes, finish: () => NOTHING })
