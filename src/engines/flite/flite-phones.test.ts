import { expect, test } from 'vitest'
import { flitePhonesOf } from './flite-phones.ts'

test.each([
  ['K AH1 M AH0', 'k ah1 m ax0'],
  ['F AO1 R W ER2 D', 'f ao1 r w er1 d'],
  ['HH AH L OW', 'hh ax0 l ow0'],
  ['ZH UH1 NG', 'zh uh1 ng'],
  ['IH2 N S T EH1 D', 'ih0 n s t eh1 d'],
  ['IH2 N V IH0 T EY1 SH AH0 N', 'ih1 n v ih0 t ey1 sh ax0 n'],
  ['TH ER1 D IY2', 'th er1 d iy0'],
  ['K AE1 T IY2 D', 'k ae1 t iy1 d'],
])('%s is %s to Flite', (arpabet, flite) => {
  expect(flitePhonesOf(arpabet.split(' '))).toBe(flite)
})

test.each([
  ['an unknown symbol', ['HH', 'XX1']],
  ['lower case', ['hh', 'ay1']],
  ['stress on a consonant', ['K1', 'AY1']],
  ['a stress that does not exist', ['AY3']],
  ['no vowel', ['P', 'S', 'T']],
  ['no phoneme', []],
  ['more than a word can have', new Array(61).fill('AY1')],
])('%s is not taken as a pronunciation', (_, phonemes) => {
  expect(flitePhonesOf(phonemes)).toBeNull()
})
