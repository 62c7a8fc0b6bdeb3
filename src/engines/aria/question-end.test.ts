import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { levelsOf, raiseQuestionEnd } from './question-end.ts'

const BINS = 4
const ROW_FRAMES = 5

/** Frames of a row for each symbol, whose level falls by a quarter of a neper a frame from `fromRow` on, at a constant pitch. */
function dyingEnd(symbols: readonly string[], fromRow: number) {
  const frameCount = symbols.length * ROW_FRAMES
  const dying = (frame: number): number => -0.25 * Math.max(0, frame - fromRow * ROW_FRAMES)
  const mels = Float32Array.from(
    { length: BINS * frameCount },
    (_, i) => dying(i % frameCount) - Math.floor(i / frameCount),
  )
  return {
    mels,
    isVoiced: Array.from({ length: frameCount }, () => false),
    pitchesHz: new Float32Array(frameCount).fill(100),
    end: { fromRow, symbols, rowStarts: [...symbols, '.'].map((_, row) => row * ROW_FRAMES), to: frameCount },
  }
}

describe('the end of a question', () => {
  test('keeps its level and its voice in vowels and sonorants, and rises by 8 semitones', () => {
    const { mels, isVoiced, pitchesHz, end } = dyingEnd(['t', 'u', 'n', 'a', 't'], 1)
    raiseQuestionEnd(mels, isVoiced, pitchesHz, end)
    const levels = levelsOf(mels, isVoiced.length)
    expect(isVoiced.map(Number).join('')).toBe('0000011111111111111100000')
    expect(Math.min(...levels.slice(5, 18))).toBeGreaterThan(-1)
    expect(12 * Math.log2((pitchesHz[19] as number) / 100)).toBeCloseTo(8, 1)
    expect(pitchesHz[4]).toBe(100)
  })

  test('has risen before what is left of a whispered vowel', () => {
    const { mels, isVoiced, pitchesHz, end } = dyingEnd(['m', 'a', 's', 'u'], 1)
    const rowStarts = [0, 5, 15, 18, 20]
    raiseQuestionEnd(mels, isVoiced, pitchesHz, { ...end, rowStarts })
    expect(12 * Math.log2((pitchesHz[14] as number) / 100)).toBeCloseTo(8, 1)
  })

  test('leaves other sounds, earlier ones and a larger rise as they are', () => {
    const { mels, isVoiced, pitchesHz, end } = dyingEnd(['a', 's', 'a', 's'], 2)
    for (const i of pitchesHz.keys()) pitchesHz[i] = 100 * 2 ** (Math.max(0, i - 10) / 4)
    const [before, pitches] = [mels.slice(), pitchesHz.slice()]
    raiseQuestionEnd(mels, isVoiced, pitchesHz, end)
    expect(pitchesHz).toEqual(pitches)
    for (const [i, value] of mels.entries()) {
      const frame = i % isVoiced.length
      if (frame < 10 || frame >= 15) expect(value).toBe(before[i])
    }
  })

  test('changes nothing without a vowel or frames', () => {
    for (const symbols of [['t', 's'], ['t']]) {
      const { mels, isVoiced, pitchesHz, end } = dyingEnd(symbols, 0)
      const before = mels.slice()
      raiseQuestionEnd(mels, isVoiced, pitchesHz, end)
      raiseQuestionEnd(mels, isVoiced, pitchesHz, { ...end, to: 0 })
      expect([mels, isVoiced.includes(true)]).toEqual([before, false])
    }
  })
})

test('never lowers a level or a pitch, lifts by 30 dB at most, and stays finite', () => {
  const symbols = fc.array(fc.constantFrom('a', 'n', 't', 's', ',', 'u'), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(symbols, fc.nat(7), fc.nat(40), (some, fromRow, to) => {
      const { mels, isVoiced, pitchesHz, end } = dyingEnd(some, fromRow % some.length)
      const before = levelsOf(mels, isVoiced.length)
      raiseQuestionEnd(mels, isVoiced, pitchesHz, { ...end, to: Math.min(to, isVoiced.length) })
      const after = levelsOf(mels, isVoiced.length)
      for (const [i, level] of after.entries()) {
        expect(level - (before[i] as number)).toBeGreaterThanOrEqual(-1e-4)
        expect(level - (before[i] as number)).toBeLessThanOrEqual(3.5 + 1e-4)
        expect(pitchesHz[i]).toBeGreaterThanOrEqual(100 - 1e-3)
      }
      expect(mels.every(Number.isFinite)).toBe(true)
    }),
  )
})
