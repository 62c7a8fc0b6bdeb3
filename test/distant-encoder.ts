import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CreateEncoder } from '../src/audio/codecs.ts'
import { createEncoder } from '../src/audio/encoder.ts'

/** Encoders that behave as those of another thread do: they answer later, and their samples have been transferred. */
export const createDistantEncoder: CreateEncoder = async (format) => {
  const encoder = await createEncoder(format)
  return {
    header: encoder.header,
    async encode(samples) {
      const owned = samples.byteLength === samples.buffer.byteLength ? samples : samples.slice()
      const moved = structuredClone(owned, { transfer: [owned.buffer as ArrayBuffer] })
      await nextTurn()
      return encoder.encode(moved)
    },
    async finish() {
      await nextTurn()
      return encoder.finish()
    },
    finalHeader: () => encoder.finalHeader(),
    [Symbol.dispose]: () => encoder[Symbol.dispose](),
  }
}
