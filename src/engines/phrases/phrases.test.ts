import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Segment } from '../../core/utterance.ts'
import { cutPhrases, type PhraseLimits, secondsOf } from './cut-phrases.ts'
import { findSpeech, finishPhrase } from './finish-phrase.ts'
import type { TokenWord } from './token-word.ts'
import { estimateEdges, WordMarker } from './word-marks.ts'

const wordOf = (weight: number, mark = '', segmentIndex = 0, isLight = false): TokenWord => ({
  isLight,
  ids: Array(weight).fill(1),
  weight,
  mark,
  shares: [{ segmentIndex, weight: 1 }],
  rate: 1,
  pitch: 1,
})

const LIMITS: PhraseLimits = {
  firstS: 1,
  growth: 2,
  maxS: 5,
  maxTokens: 500,
  mayCutBetweenWords: true,
  needsOneRate: false,
}
const someWords = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom('', '', '', ',', '.'))
    .map(([weight, mark]) => wordOf(weight, mark)),
  { maxLength: 60 },
)
const someLimits = fc.record({
  firstS: fc.double({ min: 0.5, max: 12, noNaN: true }),
  growth: fc.double({ min: 1, max: 8, noNaN: true }),
  maxS: fc.double({ min: 3, max: 12, noNaN: true }),
  maxTokens: fc.constantFrom(100, 400, 510),
  mayCutBetweenWords: fc.boolean(),
  needsOneRate: fc.boolean(),
})

describe('phrases', () => {
  test('hold every word once, in order, within the tokens of one inference, at one rate where that is needed', () => {
    fc.assert(
      fc.property(someWords, someLimits, fc.infiniteStream(fc.constantFrom(1, 1, 0.5)), (words, limits, rateStream) => {
        const rates = words.map(() => rateStream.next().value as number)
        const phrases = cutPhrases(words, rates, limits)
        expect(phrases.flatMap(([from, to]) => words.slice(from, to))).toEqual(words)
        for (const [from, to] of phrases) {
          const tokens = words.slice(from, to).reduce((sum, { ids }) => sum + ids.length, 0)
          if (to - from > 1) expect(tokens).toBeLessThanOrEqual(limits.maxTokens)
          if (limits.needsOneRate) expect(new Set(rates.slice(from, to)).size).toBe(1)
        }
      }),
    )
  })

  test('are bounded in length', () => {
    fc.assert(
      fc.property(someWords, someLimits, (words, limits) => {
        const rates = words.map(() => 1)
        for (const [from, to] of cutPhrases(words, rates, limits)) {
          const lengthS = words.slice(from, to).reduce((sum, word) => sum + secondsOf(word, 1), 0)
          if (to - from > 1) expect(lengthS).toBeLessThan(1.5 * limits.maxS + 4)
        }
      }),
    )
  })

  test('begin short, grow, and leave no tiny rest', () => {
    const words = Array.from({ length: 30 }, () => wordOf(5))
    const phrases = cutPhrases(
      words,
      words.map(() => 1),
      LIMITS,
    )
    expect(phrases.map(([from, to]) => to - from)).toEqual([2, 4, 8, 16])
  })

  test('end at a mark if one is near', () => {
    const words = Array.from({ length: 12 }, (_, i) => wordOf(5, i === 2 ? ',' : ''))
    expect(
      cutPhrases(
        words,
        words.map(() => 1),
        LIMITS,
      )[0],
    ).toEqual([0, 3])
  })

  test('end before a function word, never after it', () => {
    const light = new Set([3, 4, 8, 9, 12])
    const words = Array.from({ length: 16 }, (_, i) => wordOf(light.has(i) ? 2 : 5, '', 0, light.has(i)))
    const phrases = cutPhrases(
      words,
      words.map(() => 1),
      { ...LIMITS, firstS: 1.2 },
    )
    expect(phrases.length).toBeGreaterThan(1)
    for (const [, to] of phrases.slice(0, -1)) expect([light.has(to - 1), light.has(to)]).toEqual([false, true])
  })

  test('end at marks only where words must not be parted', () => {
    const words = Array.from({ length: 12 }, (_, i) => wordOf(5, i === 7 ? ',' : ''))
    const limits = { ...LIMITS, mayCutBetweenWords: false }
    expect(
      cutPhrases(
        words,
        words.map(() => 1),
        limits,
      ),
    ).toEqual([
      [0, 8],
      [8, 12],
    ])
  })
})

describe('the speech of a phrase', () => {
  const tone = (length: number): Float32Array => Float32Array.from({ length }, (_, i) => 0.5 * Math.sin(i / 5))
  const padded = (lead: number, length: number, trail: number): Float32Array => {
    const samples = new Float32Array(lead + length + trail).map((_, i) => 0.0005 * Math.sin(i * 7))
    samples.set(tone(length), lead)
    return samples
  }

  test('is found between the silences, with 10 and 20 ms kept', () => {
    const { start, end } = findSpeech(padded(5000, 24_000, 7000), 24_000)
    expect(Math.abs(start - (5000 - 240))).toBeLessThanOrEqual(120)
    expect(Math.abs(end - (29_000 + 480))).toBeLessThanOrEqual(120)
  })

  test('is nothing where all is silent', () => {
    expect(findSpeech(new Float32Array(1000), 24_000)).toEqual({ start: 0, end: 0 })
    expect(finishPhrase(new Float32Array(1000), { start: 0, end: 0 }, 0, 24_000)).toHaveLength(0)
  })

  test('begins and ends at zero, is followed by silence, and is never beyond full scale', () => {
    const loud = padded(0, 24_000, 0).map((sample) => 3 * sample)
    const finished = finishPhrase(loud, { start: 0, end: 24_000 }, 100, 24_000)
    expect(finished).toHaveLength(24_100)
    expect([finished[0], finished[23_999], ...finished.slice(24_000)].every((sample) => sample === 0)).toBe(true)
    expect(finished.every((sample) => Math.abs(sample) <= 1)).toBe(true)
  })
})

describe('marks of words', () => {
  const segmentsOf = (count: number): Segment[] =>
    Array.from({ length: count }, (_, i) =>
      i % 5 === 4
        ? { kind: 'punctuation', mark: ',' }
        : {
            kind: 'word',
            spoken: 'a',
            phonemes: null,
            span: { start: i, end: i + 1 },
            rate: 1,
            pitch: 1,
            pauseBeforeMs: 0,
          },
    )

  test('come once for each word, in order, inside the phrase, whatever the edges are', () => {
    const edge = fc.double({ min: -5000, max: 50_000, noNaN: true })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.tuple(fc.nat(30), edge, edge), { maxLength: 20 }),
        (count, spoken) => {
          const segments = segmentsOf(count)
          const heard = spoken.filter(([segmentIndex]) => segmentIndex < count)
          const words = heard.map(([segmentIndex]) => wordOf(3, '', segmentIndex))
          const edges = heard.map(([, from, to]): [number, number] => [from, to])
          const marker = new WordMarker(segments)
          const marks = [...marker.phrase(words, edges, { firstSample: 0, endSample: 20_000, isLast: true })]
          expect(marks.map(({ segmentIndex }) => segmentIndex)).toEqual(
            [...segments.keys()].filter((i) => segments[i]?.kind === 'word'),
          )
          let before = 0
          for (const { startSample, endSample } of marks) {
            expect(startSample).toBeGreaterThanOrEqual(before)
            expect(endSample).toBeGreaterThanOrEqual(startSample)
            expect(endSample).toBeLessThanOrEqual(20_000)
            before = endSample
          }
        },
      ),
    )
  })

  test('are estimated by sounds and rates, with a pause after a mark', () => {
    const words = [wordOf(3), wordOf(3, ','), wordOf(3)]
    // Weights 3, 3, a pause of 3, and 6 for the slow word.
    expect(estimateEdges(words, [1, 1, 0.5], { start: 0, end: 1500 })).toEqual([
      [0, 300],
      [300, 600],
      [900, 1500],
    ])
  })
})
