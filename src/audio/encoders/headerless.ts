import type { LocalEncoder } from '../codec.ts'

const NOTHING = new Uint8Array(0)

/** Bytes for samples and nothing around them. */
export const headerless = (encode: LocalEncoder['encode']): LocalEncoder => ({
  header: NOTHING,
  encode,
  finish: () => NOTHING,
  finalHeader: () => NOTHING,
  [Symbol.dispose]: () => {},
})
