import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SpeechEnds } from './speech-ends.ts'

const QUIET = 0.001

/** Passes a phrase piece by piece; what is heard of it, and how much was dropped before. */
function trim(phrase: Float32Array, pieces: readonly number[]) {
  const ends = new SpeechEnds()
  const heard: number[] = []
  let at = 0
  for (const length of [...pieces, phrase.length]) {
    heard.push(...ends.push(phrase.subarray(at, at + length)))
    at = Math.min(phrase.length, at + length)
  }
  heard.push(...ends.end())
  return { heard, dropped: ends.dropped }
}

/** Silence, speech, a pause, speech, silence. */
const phraseOf = ([before, first, pause, second, after]: readonly number[]) =>
  Float32Array.from(
    [before, first, pause, second, after].flatMap((length = 0, part) =>
      Array.from({ length }, (_, i) => (part % 2 === 0 ? QUIET : i % 2 === 0 ? 0.5 : -0.5)),
    ),
  )
const length = fc.integer({ min: 0, max: 3000 })

test('silence is dropped at both ends of a phrase but for 10 and 20 ms, however it comes', () => {
  fc.assert(
    fc.property(
      fc.tuple(length, length, length, length, length),
      fc.array(fc.integer({ min: 1, max: 900 })),
      (parts, pieces) => {
        const phrase = phraseOf(parts)
        const { heard, dropped } = trim(phrase, pieces)
        const first = phrase.findIndex((sample) => Math.abs(sample) > 0.1)
        if (first < 0) return expect(heard).toEqual([])
        const last = phrase.findLastIndex((sample) => Math.abs(sample) > 0.1)
        const start = Math.max(0, first - 240)
        expect(dropped).toBe(start)
        expect(heard).toHaveLength(Math.min(phrase.length, last + 1 + 480) - start)
        const inner = [Math.max(first, start + 96), last - 288]
        expect(heard.slice((inner[0] ?? 0) - start, (inner[1] ?? 0) - start)).toEqual([
          ...phrase.slice(inner[0], inner[1]),
        ])
        return undefined
      },
    ),
  )
})
