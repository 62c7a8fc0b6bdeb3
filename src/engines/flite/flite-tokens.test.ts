import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { utteranceOf } from '../../../test/contracts/speech-recording.ts'
import { fliteTokensOf } from './flite-tokens.ts'

const namesOf = (...spoken: string[]) => fliteTokensOf(utteranceOf('eng', spoken)).map(({ name }) => name)

describe('the tokens that Flite is given', () => {
  test('whatever the words are, their names are short, printable ASCII without spaces', () => {
    const words = fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 5 })
    fc.assert(
      fc.property(words, (spoken) => {
        const tokens = fliteTokensOf(utteranceOf('eng', spoken))
        for (const { name } of tokens) expect(name).toMatch(/^[!-~]{0,40}$/)
        const letters = tokens.reduce((sum, { name }) => sum + name.length, 0)
        expect(letters).toBeLessThanOrEqual(100 * spoken.length)
      }),
    )
  })

  test('a long word becomes several tokens of its segment, and is not read past its bound', () => {
    const tokens = fliteTokensOf(utteranceOf('eng', ['so', 'x'.repeat(5000)]))
    expect(tokens.map(({ segmentIndex, name }) => [segmentIndex, name.length])).toEqual([
      [0, 2],
      [1, 40],
      [1, 40],
      [1, 20],
    ])
  })

  test('punctuation belongs to the token before it, as the nearest mark that Flite knows', () => {
    const tokens = fliteTokensOf(utteranceOf('eng', ['.', 'one', ',', 'two', '…', 'three', '？']))
    expect(tokens.map(({ name, punctuation }) => name + punctuation)).toEqual(['one,', 'two.', 'three?'])
  })

  test('quotes, brackets and edges of words are dropped; accents, pictures and invisible characters too', () => {
    expect(namesOf('“quoted”', '(hi)', 'naïve', 're\u0301sume\u0301', 'ex\u00adample', 'end-')).toEqual([
      'quoted',
      'hi',
      'naive',
      'resume',
      'example',
      'end',
    ])
    expect(namesOf('well-known', '$5.50', '50%', "don't", 'C++', '&')).toEqual([
      'well-known',
      '$5.50',
      '50%',
      "don't",
      'C++',
      '&',
    ])
  })

  test('a word that nothing is left of keeps its place; words that nothing is left of are no tokens', () => {
    expect(namesOf('one', '🎉👩‍👩‍👧', 'two')).toEqual(['one', '', 'two'])
    expect(namesOf('🎉', '\u0000', '')).toEqual([])
  })

  test('a word with phonemes is one token under its dictionary name', () => {
    const phonemes = ['W', 'ER1', 'L', 'D']
    const utterance = utteranceOf('eng', ['Hello World', '漢', '🎉'], { phonemes })
    expect(fliteTokensOf(utterance).map(({ name, phones }) => [name, phones])).toEqual([
      ['hello', 'w er1 l d'],
      ['han', 'w er1 l d'],
      ['word', 'w er1 l d'],
    ])
  })
})
