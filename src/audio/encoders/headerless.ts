import type { LocalEncoder } from '../codec.ts'

const NOTHING = new Uint8Array(0)

/** An encoder without header and trailer. */
export const headerless = (encode: LocalEncoder['encode']): LocalEncoder => ({
  header: NOTHING,
  encode,
  finish: () => NOTHING,
  finalHeader: () => NOTHING,
  [Symbol.dispose]: () => {},
})
