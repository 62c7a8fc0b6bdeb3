import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HeldBytes } from './held-bytes.ts'

test('what is held comes out as it went in, and takes no memory when it is disposed', () => {
  const lengths = fc.array(fc.oneof(fc.nat(5000), fc.nat(3 * 2 ** 20)), { maxLength: 6 })
  fc.assert(
    fc.property(lengths, (each) => {
      const parts = each.map((length, i) => new Uint8Array(length).fill(i + 1))
      const held = new HeldBytes()
      for (const part of parts) held.add(part)
      const pieces = [...held.pieces()]
      expect(held.length).toBe(each.reduce((sum, length) => sum + length, 0))
      expect(Buffer.compare(Buffer.concat(pieces), Buffer.concat(parts))).toBe(0)
      held[Symbol.dispose]()
      for (const { buffer } of pieces) expect(buffer.byteLength).toBe(0)
    }),
    { numRuns: 30 },
  )
})
