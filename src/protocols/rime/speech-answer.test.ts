import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toJson } from './speech-answer.ts'

async function* inTurn<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

test('S-synth-2: speech in JSON is as long as is said of it, and the base64 of what the encoder makes', async () => {
  const bytes = fc.uint8Array({ maxLength: 7 })
  const chunks = fc.array(fc.oneof({ weight: 9, arbitrary: bytes }, fc.constant(new Uint8Array(200_000).fill(7))), {
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(bytes, chunks, bytes, async (header, encoded, rest) => {
      const coming = [...encoded]
      const encoder = {
        header,
        encode: () => coming.shift() as Uint8Array,
        finish: () => rest,
        finalHeader: () => header,
        [Symbol.dispose]: () => {},
      }
      const audio = inTurn(encoded.map(() => new Int16Array(1)))
      const { length, pieces } = await toJson(audio, encoder, () => ({ more: 'é' }))
      const parts: Buffer[] = []
      for await (const piece of pieces) parts.push(piece)
      const json = Buffer.concat(parts)
      expect(json).toHaveLength(length)
      const { audioContent, more } = JSON.parse(json.toString())
      expect(more).toBe('é')
      expect(Buffer.from(audioContent, 'base64').equals(Buffer.concat([header, ...encoded, rest]))).toBe(true)
    }),
  )
})
