import { afterAll, beforeAll, expect, test } from 'vitest'
import { utteranceOf } from '../../../test/contracts/speech-recording.ts'
import { JapaneseReader } from './japanese-reader.ts'

let reader: JapaneseReader
beforeAll(async () => {
  reader = await JapaneseReader.load()
})
afterAll(() => reader[Symbol.dispose]())

const spoken = (text: string) => reader.read(utteranceOf('jpn', [text]))
/** High and low by mora, words parted by spaces. */
const tones = (text: string): string =>
  spoken(text)
    .map((word) => (word.tones ?? []).map(({ isHigh }) => (isHigh ? 'H' : 'L')).join(''))
    .join(' ')

test.each([
  ['箸を', 'HLL'],
  ['橋を', 'LHL'],
  ['桜が', 'LHHH'],
  ['花が', 'LHL'],
  ['食べて', 'HLL'],
  ['食べます', 'LHHL'],
  ['食べません', 'LHHHL'],
  ['落として', 'LHLL'],
  ['行きました', 'LHHLL'],
  ['旅をしました', 'LHL LHLL'],
  ['見ています', 'HLLLL'],
  ['旅行する', 'LHH HH'],
  ['心配しました', 'LHHH HHLL'],
  ['東京都知事', 'LHHH HHL'],
  ['三月', 'HLLL'],
  ['二百五十円', 'LHHLHLLL'],
  ['一人', 'LHL'],
])('the pitch of %s is %s', (text, pattern) => {
  expect(tones(text)).toBe(pattern)
})

test('a name that is not known falls after the last mora but two', () => {
  expect(tones('ヌケラモテが')).toBe('LHHLLL')
})

test('each mora of kana has a tone, and each fall since the last mark lowers what follows', () => {
  const words = spoken('雨が降る春、花が咲く。')
  for (const { text, tones: own } of words) expect(own).toHaveLength([...text].length)
  const falls = words.map(({ tones: own }) => own?.[0]?.falls)
  expect(falls[0]).toBe(0)
  expect(falls[1]).toBe(1)
  expect(falls.at(-2)).toBe(0)
})
