import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnswerPart } from '../../app/speech/speech.ts'
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
      const start = Buffer.concat([new Uint8Array(header.length), ...encoded.slice(0, 1)])
      const audio = [start, ...encoded.slice(1), rest].map((bytes) => ({ kind: 'audio', bytes, samples: 1 }) as const)
      const words = { words: ['é'], start: [0], end: [1], spans: [{ start: 0, end: 1 }] }
      const { length, pieces } = await toJson(inTurn<AnswerPart>([...audio, { kind: 'end', header, words }]))
      const parts: Buffer[] = []
      for await (const piece of pieces) parts.push(piece)
      const json = Buffer.concat(parts)
      expect(json).toHaveLength(length)
      const { audioContent, word_timestamps } = JSON.parse(json.toString())
      expect(word_timestamps.words).toEqual(['é'])
      expect(Buffer.from(audioContent, 'base64').equals(Buffer.concat([header, ...encoded, rest]))).toBe(true)
    }),
  )
})
