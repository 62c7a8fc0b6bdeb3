import { expect, test } from 'vitest'
import type { FindGivenReading } from '../../core/lexicon.ts'
import { createLexicon, readWordList } from '../../lexicon/lexicon.ts'
import { pronounceWord } from './pronounce-word.ts'

const ENTRIES: Readonly<Record<string, ReturnType<FindGivenReading>>> = {
  nginx: { spoken: 'engine x', phonemes: null },
  siobhan: { spoken: 'siobhan', phonemes: ['SH', 'IH0', 'V', 'AO1', 'N'] },
}
const parts = {
  lexicon: createLexicon({ wordList: readWordList(), predict: () => ['ZH', 'OY1'] }),
  entriesIn: () => (token: string) => ENTRIES[token.toLowerCase()],
}
const pronounce = (text: string) =>
  pronounceWord(text, parts).map(({ source, phonemes }) => `${source}: ${phonemes.join(' ')}`)

test('all that is known of a word is told, the usual one first', () => {
  expect(pronounce('read')).toEqual(['cmudict: R EH1 D', 'cmudict: R IY1 D'])
})

test.each([
  ['Siobhan', 'entry: SH IH0 V AO1 N'],
  ['nginx', 'entry: EH1 N JH AH0 N EH1 K S'],
  ['hashtags', 'inflection: HH AE1 SH T AE2 G Z'],
  ['blorbify', 'spelling: ZH OY1'],
  ['FAQ', 'letters: EH1 F EY1 K Y UW1'],
  ['42', 'cmudict: F AO1 R T IY0 T UW1'],
  ['hello-blorb', 'spelling: HH AH0 L OW1 ZH OY1'],
  ['“hello,”', 'cmudict: HH AH0 L OW1'],
])('%s', (word, pronunciation) => {
  expect(pronounce(word)[0]).toBe(pronunciation)
})

test.each(['', '...', '🎉'])('%j is not spoken', (text) => {
  expect(pronounce(text)).toEqual([])
})
