import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { isPhoneme, isVowel } from '../../core/phonemes.ts'
import { cmudictEntries } from './cmudict.ts'
import { readSupplement, supplementText, withSupplement } from './supplement.ts'
import { WORD_BREAK } from './word-list-file.ts'

const lines = readSupplement(supplementText())
const { dictionary } = createRequire(import.meta.url)('cmu-pronouncing-dictionary')
const cmudict = new Map(cmudictEntries(dictionary).map(([word, pronunciations]) => [word, pronunciations]))

const KIND = /^(?:own|(?:rule|anglicized):[a-z]{3})$/
/** What fits into the word list and can be the key of a word. */
const WORD = /^[a-z0-9'.\xc0-\xff-]+(?: [a-z0-9'.\xc0-\xff-]+){0,5}$/

test('every line of the supplement is a word, pronunciations with one primary stress, and a kind of source', () => {
  const wrong = lines.filter(
    ({ word, pronunciations, kind }) =>
      !WORD.test(word) ||
      !KIND.test(kind) ||
      !pronunciations.every(
        (phonemes) =>
          phonemes.every((phoneme) => isPhoneme(phoneme) || phoneme === WORD_BREAK) &&
          phonemes.filter((phoneme) => /1$/.test(phoneme)).length === 1,
      ),
  )
  expect(wrong).toEqual([])
})

test('pronunciations are about as long as their words', () => {
  const wrong = lines.filter(({ word, pronunciations }) =>
    pronunciations.some(
      (phonemes) =>
        phonemes.length < word.length / 2.6 || phonemes.length > 2 * word.length + 1 || !phonemes.some(isVowel),
    ),
  )
  expect(wrong.filter(({ pronunciations }) => (pronunciations[0]?.length ?? 0) > 12)).toEqual([])
  expect(wrong.length).toBeLessThan(lines.length / 50)
})

test('a phrase has the sounds of each of its words', () => {
  const wrong = lines.filter(({ word, pronunciations }) =>
    pronunciations.some(
      (phonemes) =>
        phonemes.filter((phoneme) => phoneme === WORD_BREAK).length !== word.split(' ').length - 1 ||
        phonemes
          .join(' ')
          .split(WORD_BREAK)
          .some((said) => said.trim() === ''),
    ),
  )
  expect(wrong).toEqual([])
})

test('a word is in one file only, once, and none has the pronunciation that CMUdict has first', () => {
  const words = lines.map(({ word }) => word)
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
  expect(
    lines.filter(({ word, pronunciations }) => cmudict.get(word)?.[0]?.join(' ') === pronunciations[0]?.join(' ')),
  ).toEqual([])
})

test('an entry of the supplement takes the place of one of CMUdict', () => {
  const entries = withSupplement(
    [
      ['qin', [['K', 'IH1', 'N']]],
      ['read', [['R', 'EH1', 'D']]],
    ],
    readSupplement('# comment\nqin\tCH IH1 N|K IH1 N\trule:cmn\n'),
  )
  expect(entries).toEqual([
    ['read', [['R', 'EH1', 'D']]],
    [
      'qin',
      [
        ['CH', 'IH1', 'N'],
        ['K', 'IH1', 'N'],
      ],
      'supplement',
    ],
  ])
})
