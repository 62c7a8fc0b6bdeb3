import type { Encoder } from '../../core/audio.ts'

const NOTHING = new Uint8Array(0)

/** Bytes for samples and nothing around them. */
export const headerless = (encode: Encoder['encode']): Encoder => ({
  header: NOTHING,
  encode,
  finish: () => NOTHING,
  finalHeader: () => NOTHING,
  [Symbol.dispose]: () => {},
})
