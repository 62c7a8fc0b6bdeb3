import { describe, expect, test } from 'vitest'
import { mixtureOf } from './mixture.ts'

const SPEAKERS = [
  { name: 'am_low', language: 'eng', pitchMeanHz: 80 },
  { name: 'am_high', language: 'eng', pitchMeanHz: 160 },
  { name: 'bm_one', language: 'eng-GB', pitchMeanHz: 120 },
]

describe('a mixture of speakers', () => {
  test('of one is that one', () => {
    const { weights, language, pitchMeanHz } = mixtureOf('bm_one', SPEAKERS)
    expect([...weights]).toEqual([0, 0, 1])
    expect(language).toBe('eng-GB')
    expect(pitchMeanHz).toBeCloseTo(120)
  })

  test('lies between them in octaves, whatever its weights add up to', () => {
    const { weights, pitchMeanHz } = mixtureOf('am_low*3+am_high*1', SPEAKERS)
    expect([...weights]).toEqual([0.75, 0.25, 0])
    expect(pitchMeanHz).toBeCloseTo(80 * 2 ** 0.25)
  })

  test('has the accent of most of it', () => {
    expect(mixtureOf('am_low*0.3+am_high*0.3+bm_one*0.4', SPEAKERS).language).toBe('eng')
  })

  test.each(['', 'nobody', 'am_low+', 'am_low*0', 'am_low*x', '+', 'am_low*0.5+nobody*0.5'])('%s is none', (base) => {
    expect(() => mixtureOf(base, SPEAKERS)).toThrow(/has no voice/)
  })
})
