import { expect, test } from 'vitest'
import { utteranceOf } from '../../../test/contracts/speech-recording.ts'
import { JapaneseReader } from './japanese-reader.ts'

test('Japanese is read in kana by pronunciation, with the words of the utterance that each spoken word is made of', async () => {
  using reader = await JapaneseReader.load()
  const words = reader.read(utteranceOf('jpn', ['今日', 'は', '三', '匹', 'です', 'パーティー', 'Windows', '。']))
  expect(words.map(({ text, kind, punctuation }) => [text, kind, punctuation])).toEqual([
    ['キョーワ', 'kana', ''],
    ['サンビキデス', 'kana', ''],
    ['パーティー', 'kana', ''],
    ['Windows', 'english', '。'],
  ])
  expect(words.map(({ shares }) => shares.map(({ segmentIndex }) => segmentIndex))).toEqual([
    [0, 1],
    [2, 3, 4],
    [5],
    [6],
  ])
  expect(words[0]?.shares.map(({ weight }) => weight)).toEqual([2, 1])
})
