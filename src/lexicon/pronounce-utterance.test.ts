import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utteranceOf } from '../../test/contracts/speech-recording.ts'
import { createLexicon, readWordList } from './lexicon.ts'
import { createPronouncer } from './pronounce-utterance.ts'

const GUESS = ['ZH', 'OY1']
const pronounce = createPronouncer(createLexicon({ wordList: readWordList(), predict: () => GUESS }))
const phonemesOf = (...tokens: string[]) =>
  pronounce(utteranceOf('eng', tokens)).segments.map((segment) =>
    segment.kind === 'word' ? (segment.phonemes?.join(' ') ?? null) : segment.mark,
  )

test('words get their pronunciation, and what sounds by its place in the sentence is left to the engine', () => {
  expect(phonemesOf('The', 'ferry', 'to', 'Blorbify', 'crosses', 'a', 'bay', '.')).toEqual([
    null,
    'F EH1 R IY0',
    null,
    'ZH OY1',
    'K R AO1 S IH0 Z',
    null,
    'B EY1',
    '.',
  ])
})

test('a word of several readings is read by its neighbours', () => {
  expect(phonemesOf('They', 'record', 'a', 'record')).toEqual([null, 'R IH0 K AO1 R D', null, 'R EH1 K ER0 D'])
})

test('accents decide between the readings of a word', () => {
  const utterance = utteranceOf('eng', ['Send', 'your', 'resume', '.'])
  const segments = utterance.segments.map((segment) =>
    segment.kind === 'word' && segment.spoken === 'resume' ? { ...segment, accented: 'résumé' } : segment,
  )
  expect(pronounce({ ...utterance, segments }).segments[2]).toMatchObject({
    spoken: 'resume',
    phonemes: ['R', 'EH1', 'Z', 'AH0', 'M', 'EY2'],
  })
})

test('the letter A is told from the article', () => {
  expect(phonemesOf('A', 'F', 'A', 'Q', 'is', 'a', 'list')).toEqual([
    'EY1',
    'EH1 F',
    'EY1',
    'K Y UW1',
    null,
    null,
    'L IH1 S T',
  ])
  expect(phonemesOf('A', 'list')[0]).toBeNull()
})

test('phonemes that are there stay, and so do other languages', () => {
  const phonemes = ['HH', 'OY1']
  const given = utteranceOf('eng', ['hello'], { phonemes })
  expect(pronounce(given)).toEqual(given)
  const spanish = utteranceOf('spa', ['hola'])
  expect(pronounce(spanish)).toBe(spanish)
})

test.each(['42', '$5', 'a@b.c', '🎉', '...', '4th', '', 'R&D'])('%j is left to the engine', (token) => {
  expect(phonemesOf(token)).toEqual([null])
})

test('whatever the words, segments keep their number and all but their phonemes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { maxLength: 12 }), (tokens) => {
      const utterance = utteranceOf('eng', tokens)
      const bare = pronounce(utterance).segments.map((segment) =>
        segment.kind === 'word' ? { ...segment, phonemes: null } : segment,
      )
      expect(bare).toEqual(utterance.segments)
    }),
  )
})
