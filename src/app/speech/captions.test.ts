import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Language } from '../../core/language.ts'
import { NO_MARKUP } from '../../core/request.ts'
import { captionsOf } from './captions.ts'
import { placedWordTimes } from './word-times.ts'

/** Words of `perWord` seconds each, at ten samples a second. */
function timed(text: string, language: Language, perWord: number, pieces = /[\p{L}\p{N}]+/gu) {
  const read = [...text.matchAll(pieces)]
  const wordStarts = read.map(({ 0: word, index }, i) => ({
    span: { start: index, end: index + word.length },
    startSample: Math.round(10 * perWord * i),
  }))
  const samples = Math.max(2, Math.round(10 * perWord * read.length))
  return placedWordTimes(text, language, { wordStarts, samples, sampleRateHz: 10, markup: NO_MARKUP })
}

const shown = (text: string, { perWord = 0.4, language = 'eng' as Language, pieces = /[\p{L}\p{N}]+/gu } = {}) =>
  captionsOf(text, language, timed(text, language, perWord, pieces)).map(({ lines }) => lines.join(' / '))

test.each([
  ['Hello there, my friend.', ['Hello there, my friend.']],
  [
    'The first sentence is this one. The second is another.',
    ['The first sentence is this one.', 'The second is another.'],
  ],
  [
    'Dr. Smith came in, and the whole room, which had been loud before, was silent. Nobody moved at all.',
    ['Dr. Smith came in, and the whole room, / which had been loud before, was silent.', 'Nobody moved at all.'],
  ],
  ['No. Yes. Well, I think so.', ['No. Yes. Well, I think so.']],
  ['A title of its own\n\nand a paragraph', ['A title of its own', 'and a paragraph']],
  ['', []],
])('%j is shown as %j', (text, captions) => {
  expect(shown(text)).toEqual(captions)
})

test('Japanese, which has no spaces, is parted where words are, in lines of 21 characters', () => {
  const text = '「今日はとてもいい天気ですね。」明日は朝から雨が降るそうなので、傘を持って出かけましょう。'
  const pieces = /今日|は|とても|いい|天気|です|ね|明日|朝|から|雨|が|降る|そう|なので|傘|を|持って|出かけ|ましょう/g
  expect(shown(text, { language: 'jpn', perWord: 0.25, pieces })).toEqual([
    '「今日はとてもいい天気ですね。」',
    '明日は朝から雨が降るそうなので、 / 傘を持って出かけましょう。',
  ])
})

test('a pause of minutes is not shown as a caption of minutes', () => {
  expect(captionsOf('Wait. Go.', 'eng', timed('Wait. Go.', 'eng', 100))).toEqual([
    { lines: ['Wait.'], startS: 0, endS: 7 },
    { lines: ['Go.'], startS: 100, endS: 107 },
  ])
})

test('a text of very short sentences is looked at for their ends once, not once a sentence', () => {
  const text = 'a\n\n'.repeat(3000)
  const times = timed(text, 'eng', 0.4)
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
  onTestFinished(() => segment.mockRestore())
  expect(captionsOf(text, 'eng', times)).toHaveLength(3000)
  expect(segment.mock.calls.reduce((sum, [input]) => sum + input.length, 0)).toBeLessThan(2 * text.length)
})

test('captions hold every word once, in order, in two short lines, and keep within the audio', () => {
  const word = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.constantFrom('a', 'word,', 'longer', 'sentence.', 'Mr.', '(so)', '"why?"', '—', '3.5', 'é'),
    },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(60), '今日', '🙂', '\u0001') },
  )
  const gap = fc.constantFrom(' ', ' ', ' ', '\n', '\n\n')
  const texts = fc.array(fc.tuple(word, gap), { maxLength: 80 }).map((all) => all.flat().join(''))
  fc.assert(
    fc.property(texts, fc.double({ min: 0, max: 3, noNaN: true }), (text, perWord) => {
      const times = timed(text, 'eng', perWord)
      const captions = captionsOf(text, 'eng', times)
      const total = times.end.at(-1) ?? 0
      let lastEnd = 0
      for (const { lines, startS, endS } of captions) {
        expect(startS).toBeGreaterThanOrEqual(lastEnd)
        expect(endS).toBeGreaterThan(startS)
        expect(endS - startS).toBeLessThanOrEqual(7.000001)
        expect(lines.length === 1 || lines.length === 2).toBe(true)
        for (const line of lines) expect(line.length <= 42 || !line.includes(' ')).toBe(true)
        lastEnd = endS
      }
      expect(lastEnd).toBeLessThanOrEqual(total)
      const heard = captions.flatMap(({ lines }) => lines.join(' ').split(' '))
      const said = text.replaceAll('\u0001', '').split(/\s+/).filter(Boolean)
      // Words of zero length, such as a final dash, may be omitted.
      if (perWord > 0.1) expect(said.filter((each) => /\w/.test(each))).toEqual(heard.filter((each) => /\w/.test(each)))
    }),
  )
})
