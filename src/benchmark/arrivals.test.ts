import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../core/seeded-random.ts'
import { poissonTimes } from './arrivals.ts'
import { defaultTexts } from './default-texts.ts'
import { type Plan, roundsOf } from './plan.ts'
import { pacedPieces } from './token-pace.ts'

describe('arrivals by chance', () => {
  test('come at the rate that was asked for, in order, the first at once', () => {
    const times = poissonTimes(20_001, 4, seededRandom('arrivals'))
    expect(times[0]).toBe(0)
    expect(times.toSorted((a, b) => a - b)).toEqual(times)
    expect((times.at(-1) as number) / 20_000).toBeGreaterThan(240)
    expect((times.at(-1) as number) / 20_000).toBeLessThan(260)
  })

  test('vary as those of a Poisson process: the spread of the intervals is their mean', () => {
    const times = poissonTimes(20_001, 10, seededRandom('spread'))
    const intervals = times.slice(1).map((time, i) => time - (times[i] as number))
    const variance = intervals.reduce((total, ms) => total + (ms - 100) ** 2, 0) / intervals.length
    expect(Math.sqrt(variance)).toBeGreaterThan(95)
    expect(Math.sqrt(variance)).toBeLessThan(105)
  })
})

describe('the output of a language model', () => {
  test('has each word when its last token is written', () => {
    expect(pacedPieces('Hello, how are you?', 10)).toEqual([
      { text: 'Hello, ', atMs: 100 },
      { text: 'how ', atMs: 200 },
      { text: 'are ', atMs: 300 },
      { text: 'you?', atMs: 400 },
    ])
  })

  test('is the whole text, in order, at the pace', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 1000 }), (text, pace) => {
        const pieces = pacedPieces(text, pace)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text.trimStart())
        const times = pieces.map(({ atMs }) => atMs)
        expect(times.toSorted((a, b) => a - b)).toEqual(times)
        expect(times.at(-1) ?? 0).toBeLessThanOrEqual((text.length * 1000) / pace)
      }),
    )
  })
})

test('the texts differ from each other', () => {
  const texts = defaultTexts(500)
  expect(new Set(texts).size).toBe(500)
  expect(texts.join()).not.toContain('{')
  expect(defaultTexts(500)).toEqual(texts)
})

describe('the rounds of a load', () => {
  const plan = { calls: 30, arrivals: 'poisson' } as Plan

  test.each([
    [plan, 4, [10, 10, 10]],
    [{ ...plan, calls: 1 }, 4, [1]],
    [{ ...plan, arrivals: 'instant' as const }, 12, [12, 12, 12]],
    [{ ...plan, arrivals: 'instant' as const }, 1, [10, 10, 10]],
  ])('%#: have at least the calls that were asked for, with a text each', (given, callers, expected) => {
    const rounds = roundsOf(given, callers, 7)
    expect(rounds.map(({ calls }) => calls)).toEqual(expected)
    let text = 7
    for (const { firstText, calls } of rounds) {
      expect(firstText).toBe(text)
      text += calls
    }
  })
})
