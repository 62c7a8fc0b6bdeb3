import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptedReadings } from './accepted-readings.ts'
import { isSaid, isWritten } from './spoken-match.ts'

test('a pattern has readings, words that may be left out, and words of which one is said', () => {
  expect(acceptedReadings('two hundred (and) six | two zero/oh six')).toEqual([
    'two hundred six',
    'two hundred and six',
    'two zero six',
    'two oh six',
  ])
  expect(acceptedReadings("(h t) example | o'clock")).toEqual(['example', 'h t example', "o'clock"])
})

test('any reading of a pattern is said where it stands among other words', () => {
  const word = fc.stringMatching(/^[a-z]{1,5}$/)
  const words = fc.array(word, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(words, words, words, (before, reading, after) => {
      expect(isSaid([...before, ...reading, ...after].join(' '), [reading.join(' ')], 'eng')).toBe(true)
    }),
  )
})

test.each([
  ['It is fifty, six.', 'fifty six', 'eng', true],
  ['It is fifty sixty.', 'fifty six', 'eng', false],
  ['It is fiftysix', 'fifty six', 'eng', true],
  ['At ten o’clock', "ten o'clock", 'eng', true],
  ['Das sind zwölf-hundert Euro', 'zwölfhundert euro', 'ger', true],
  ['番号はヨン ナナです', 'よん なな', 'jpn', true],
  ['三千四百七十人', '三千四百七', 'jpn', false],
  ['三千四百七人', '三千四百七', 'jpn', true],
  ['पांच किलोग्राम', 'पाँच किलोग्राम', 'hin', true],
  ['أَرْبَعَة', 'أربعة', 'ara', true],
] as const)('%j says %j in %s: %s', (said, reading, language, expected) => {
  expect(isSaid(said, [reading], language)).toBe(expected)
})

test('what is written is found without its signs', () => {
  expect(isWritten('Call 213 555 9274.', '(213) 555-9274')).toBe(true)
  expect(isWritten('Call 213 555 9275.', '(213) 555-9274')).toBe(false)
})
