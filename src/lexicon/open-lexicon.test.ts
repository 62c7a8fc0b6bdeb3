import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPhoneme, isVowel } from '../core/phonemes.ts'
import { openLexicon } from './open-lexicon.ts'

const lexicon = openLexicon()

test('a word that nobody has listed is guessed from its spelling', () => {
  const [{ source, phonemes }] = lexicon.pronounce('blorbify')
  expect(source).toBe('spelling')
  expect(phonemes.slice(0, 2)).toEqual(['B', 'L'])
  expect(lexicon.pronounce("blorbify's")[0].phonemes).toEqual([...phonemes, 'Z'])
})

test('any word is pronounced by phonemes with a vowel, unless the word list has it without', () => {
  const words = fc.oneof(
    fc.stringMatching(/^[a-z]{1,20}$/),
    fc.stringMatching(/^[A-Za-z'’-]{1,20}$/),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.tuple(fc.stringMatching(/^[a-z]{1,4}$/), fc.nat(5000)).map(([part, times]) => part.repeat(times)),
  )
  fc.assert(
    fc.property(words, (word) => {
      const [{ source, phonemes }] = lexicon.pronounce(word)
      expect(phonemes.every(isPhoneme)).toBe(true)
      expect(source === 'cmudict' || phonemes.some(isVowel)).toBe(true)
      expect(phonemes.length).toBeLessThan(1500)
    }),
    { numRuns: 300 },
  )
})
