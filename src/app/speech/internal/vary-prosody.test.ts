import { expect, test } from 'vitest'
import type { Sampling } from '../../../core/request.ts'
import type { Segment, Utterance, Word } from '../../../core/utterance.ts'
import { createProsodyVariation } from './vary-prosody.ts'

const word: Word = {
  kind: 'word',
  spoken: 'word',
  phonemes: null,
  span: { start: 0, end: 4 },
  rate: 1,
  pitch: 1,
  pauseBeforeMs: 0,
}
const comma: Segment = { kind: 'punctuation', mark: ',' }
const phrases = (count: number): Utterance => ({
  language: 'eng',
  segments: Array.from({ length: count }, () => [word, word, comma]).flat(),
  pauseAfterMs: 0,
})
const sampling: Sampling = { temperature: 0.5, topP: 1, repetitionPenalty: 1, maxTokens: 1200 }

/** A linear congruential generator, so that failures are reproducible. */
function createRandom(seed = 1): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function pitchesInSemitones(changes: Partial<Sampling>, count = 4000): number[] {
  const varied = createProsodyVariation({ ...sampling, ...changes }, createRandom())(phrases(count))
  const pitches = varied.segments.flatMap((segment) => (segment.kind === 'word' ? [12 * Math.log2(segment.pitch)] : []))
  return pitches.filter((_, index) => index % 2 === 0)
}
const spread = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length)
const correlationWithPast = (values: readonly number[]): number =>
  values.slice(1).reduce((sum, x, i) => sum + x * (values[i] as number), 0) / values.length / spread(values) ** 2

test('temperature 0 changes nothing', () => {
  const utterance = phrases(3)
  expect(createProsodyVariation({ ...sampling, temperature: 0 }, createRandom())(utterance)).toEqual(utterance)
})

test('every utterance gets a reading of its own, as far from the usual one as the temperature says', () => {
  const vary = createProsodyVariation({ ...sampling, temperature: 0.7, topP: 0.5 }, createRandom())
  const [one, other] = [vary(phrases(1)).variation, vary(phrases(1)).variation]
  expect(one).toEqual({ seed: expect.any(Number), spread: 0.7, longestTail: expect.closeTo(0.61, 2) })
  expect(other?.seed).not.toBe(one?.seed)
  expect(createProsodyVariation(sampling, createRandom())(phrases(1)).variation?.longestTail).toBe(3)
})

test('the words of a phrase vary together, phrases apart', () => {
  const [a, b, , c] = createProsodyVariation(sampling, createRandom())(phrases(2)).segments as Word[]
  expect(a).toEqual(b)
  expect(c?.pitch).not.toBe(a?.pitch)
  expect(c?.rate).not.toBe(a?.rate)
})

test('a phrase that goes on in the next utterance keeps its draw, one after a pause does not', () => {
  const vary = createProsodyVariation(sampling, createRandom())
  const part: Utterance = { ...phrases(0), segments: [word] }
  const [first, second, afterPause] = [part, { ...part, pauseAfterMs: 120 }, part].map((one) => vary(one).segments[0])
  expect(second).toEqual(first)
  expect(afterPause).not.toEqual(first)
})

test('pauses vary between 0.82 and 1.29 of their length; those that the text asks for do not', () => {
  const vary = createProsodyVariation(sampling, createRandom())
  const pauses = Array.from({ length: 200 }, () => vary({ ...phrases(1), pauseAfterMs: 500 }).pauseAfterMs)
  expect(new Set(pauses).size).toBeGreaterThan(50)
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(410)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(645)
  expect(vary({ ...phrases(0), segments: [], pauseAfterMs: 500 }).pauseAfterMs).toBe(500)
})

test('temperature scales the spread', () => {
  expect(spread(pitchesInSemitones({ temperature: 1 })) / spread(pitchesInSemitones({ temperature: 0.5 }))).toBeCloseTo(
    2,
    0,
  )
})

test('top_p takes the tails away', () => {
  const max = (topP: number) => Math.max(...pitchesInSemitones({ topP }).map(Math.abs))
  expect(max(0.5)).toBeLessThan(max(1) / 3)
})

test('repetition_penalty above 1 moves away from the draw before, below 1 towards it, 1 ignores it', () => {
  expect(correlationWithPast(pitchesInSemitones({ repetitionPenalty: 3 }))).toBeLessThan(-0.3)
  expect(correlationWithPast(pitchesInSemitones({ repetitionPenalty: 0.3 }))).toBeGreaterThan(0.3)
  expect(Math.abs(correlationWithPast(pitchesInSemitones({ repetitionPenalty: 1 })))).toBeLessThan(0.1)
})

test('no temperature makes speech unintelligible', () => {
  for (const pitch of pitchesInSemitones({ temperature: 1000 })) expect(Math.abs(pitch)).toBeLessThanOrEqual(5.01)
})

test('a seed gives the same variation every time, another seed another one', () => {
  const read = (seed: string, random: () => number) => createProsodyVariation({ ...sampling, seed }, random)(phrases(3))
  expect(read('a', createRandom(1))).toEqual(read('a', createRandom(2)))
  expect(read('b', createRandom(1))).not.toEqual(read('a', createRandom(1)))
})
