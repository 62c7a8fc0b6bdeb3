import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CreateEncoder } from '../src/audio/codecs.ts'
import { createEncoder } from '../src/audio/encoder.ts'
import { Samples } from '../src/core/samples.ts'

/** Encoders that behave as those of another thread do: they answer later, and their samples have been transferred. */
export const createDistantEncoder: CreateEncoder = async (format) => {
  const encoder = await createEncoder(format)
  return {
    header: encoder.header,
    async encode(samples) {
      const taken = samples.take()
      const owned = taken.byteLength === taken.buffer.byteLength ? taken : taken.slice()
      const moved = structuredClone(owned, { transfer: [owned.buffer as ArrayBuffer] })
      await nextTurn()
      return encoder.encode(new Samples(moved))
    },
    async finish() {
      await nextTurn()
      return encoder.finish()
    },
    finalHeader: () => encoder.finalHeader(),
    [Symbol.dispose]: () => encoder[Symbol.dispose](),
  }
}
