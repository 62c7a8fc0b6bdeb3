import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPhoneme, isVowel } from '../core/phonemes.ts'
import { loadG2p } from './g2p.ts'

const g2p = loadG2p()
const say = (word: string): string => g2p.predict(word).join(' ')

test.each([
  ['cat', 'K AE1 T'],
  ['shining', 'SH AY1 N IH0 NG'],
  ['photograph', 'F OW1 T AH0 G R AE2 F'],
  ['nation', 'N EY1 SH AH0 N'],
  ['telephone', 'T EH1 L AH0 F OW2 N'],
  ['knight', 'N AY1 T'],
  ["baker's", 'B EY1 K ER0 Z'],
])('%s is read as %s', (word, phonemes) => {
  expect(say(word)).toBe(phonemes)
})

test.each([
  ['blorf', 'B L AO1 R F'],
  ['snandling', 'S N AE1 N D L IH0 NG'],
  ['prute', 'P R UW1 T'],
])('%s, a word that nobody has ever written, is read as %s', (word, phonemes) => {
  expect(say(word)).toBe(phonemes)
})

test('accents, capitals and kinds of apostrophes make no difference', () => {
  expect(say('Café')).toBe(say('cafe'))
  expect(say('BAKER’S')).toBe(say("baker's"))
})

test('other scripts are read by their nearest letters', () => {
  expect(say('зима')).toBe(say('zima'))
  expect(say('東京')).toBe(say('DongJing'))
})

test.each(['', "'", '42', '!?', '\u0000', '\ud800', '😀'])(
  '%j, which has no letters or odd ones, still has a sound',
  (word) => {
    expect(g2p.predict(word).some(isVowel)).toBe(true)
  },
)

const spellings = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz'") }),
  fc.string({ unit: fc.constantFrom(..."bcdfghjklmnpqrstvwxz'-"), minLength: 1 }),
)

test('whatever the string, there are phonemes with one primary stress', () => {
  fc.assert(
    fc.property(spellings, (word) => {
      const phonemes = g2p.predict(word)
      expect(phonemes.every(isPhoneme)).toBe(true)
      expect(phonemes.filter((phoneme) => phoneme.endsWith('1'))).toHaveLength(1)
    }),
  )
})

test('what was asked before has no effect', () => {
  fc.assert(
    fc.property(spellings, spellings, (word, other) => {
      const before = g2p.predict(word)
      g2p.predict(other)
      expect(g2p.predict(word)).toEqual(before)
      expect(loaded.predict(word)).toEqual(before)
    }),
    { numRuns: 30 },
  )
})
const loaded = loadG2p()

test('a word of 10,000 letters is read to its end, piece by piece', () => {
  const phonemes = g2p.predict('banana'.repeat(1_667))
  expect(phonemes.length).toBeGreaterThan(9_000)
  expect(phonemes.filter((phoneme) => phoneme.endsWith('1'))).toHaveLength(1)
})

test('a file that is no model is refused', () => {
  expect(() => loadG2p(new URL('./g2p.ts', import.meta.url))).toThrow('another format')
})
