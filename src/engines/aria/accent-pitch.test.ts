import { expect, test } from 'vitest'
import type { SpokenWord } from '../sounds/spoken-word.ts'
import { accentPitches } from './accent-pitch.ts'

const word = (tones: SpokenWord['tones']): SpokenWord => ({
  shares: [],
  sounds: ['h', 'a', 'ɕ', 'i'],
  isLight: false,
  mark: '',
  rate: 1,
  pitch: 1,
  ...(tones && { tones }),
})
const high = { isHigh: true, falls: 0 }
const low = { isHigh: false, falls: 0 }
const semitones = (pitches: readonly number[]): number[] => pitches.map((pitch) => 12 * Math.log2(pitch))

test('sounds of high morae are four semitones above those of low ones, and the mean is the pitch of the voice', () => {
  const [pitches = []] = accentPitches([word([[high], [high], [low], [low]])]) ?? []
  expect(semitones(pitches).map((value) => Math.round(value * 1000) / 1000)).toEqual([2, 2, -2, -2])
})

test('a long vowel in which the pitch falls is between high and low', () => {
  const [pitches = []] = accentPitches([word([[high], [high, low], [low], [low]])]) ?? []
  const [first = 0, second = 0, third = 0] = semitones(pitches)
  expect(first - second).toBeCloseTo(2)
  expect(second - third).toBeCloseTo(2)
})

test('what follows a fall is lower', () => {
  const after = { isHigh: true, falls: 1 }
  const [, second = []] =
    accentPitches([word([[high], [high], [low], [low]]), word([[after], [after], [after], [after]])]) ?? []
  const [first = []] =
    accentPitches([word([[high], [high], [low], [low]]), word([[after], [after], [after], [after]])]) ?? []
  expect((semitones(first)[0] ?? 0) - (semitones(second)[0] ?? 0)).toBeCloseTo(1)
})

test('a language without accents of pitch keeps what the networks predict', () => {
  expect(accentPitches([word(undefined)])).toBeUndefined()
})
