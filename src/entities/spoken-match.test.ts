import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptedReadings } from './accepted-readings.ts'
import { parseEntities } from './entity-line.ts'
import { isSaid } from './spoken-match.ts'
import { isWritten } from './written-match.ts'

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

const writtenIn = (heard: string, kind: string, entity: string, readings: string, lang = 'eng'): boolean => {
  const [line] = parseEntities('set', `lang\tkind\ttext\treadings\n${lang}\t${kind}\tIt is [${entity}].\t${readings}`)
  return line !== undefined && isWritten(heard, line)
}

test.each([
  ['$100', 'amount', '$1', 'one dollar'],
  ['725%', 'amount', '7.25%', 'seven point two five percent'],
  ['$35 million', 'amount', '$3.5 million', 'three point five million dollars'],
  ['It is $15.', 'amount', '-$15', 'minus fifteen dollars'],
  ['12 cups', 'unit', '1/2 cup', 'half a cup'],
  ['$599', 'amount', '€5.99', 'five euros ninety nine'],
  ['$5.99', 'amount', '€5.99', 'five euros ninety nine'],
  ['17', 'amount', '7', 'seven'],
  ['99 dollars', 'amount', '99¢', 'ninety nine cents'],
  ['-$15', 'amount', '$15', 'fifteen dollars'],
  ['$17', 'amount', '17', 'seventeen'],
  ['Call 213 555 9275.', 'phone', '(213) 555-9274', 'two one three five five five nine two seven four'],
  ['1470', 'code', '470', 'four seven zero'],
])('%j is not the %s %j', (heard, kind, entity, readings) => {
  expect(writtenIn(heard, kind, entity, readings)).toBe(false)
})

test.each([
  ['Call 213 555 9274.', 'phone', '(213) 555-9274', 'two one three five five five nine two seven four'],
  ['It is $1.', 'amount', '$1', 'one dollar'],
  ['7.25 percent', 'amount', '7.25%', 'seven point two five percent'],
  ['99 cents', 'amount', '99¢', 'ninety nine cents'],
  ['It is -$15.', 'amount', '-$15', 'minus fifteen dollars'],
  ['It is $-15.', 'amount', '-$15', 'minus fifteen dollars'],
  ['½ cup', 'unit', '1/2 cup', 'half a cup'],
  ['3407 people', 'amount', '3,407', 'three thousand four hundred seven'],
  ['$3.5 million', 'amount', '$3.5 million', 'three point five million dollars'],
  ['$40-$60', 'amount', '$40-$60', 'forty to sixty dollars'],
  ['6:45 AM', 'time', '6:45 a.m.', 'six forty five a m'],
  ['12 kilograms', 'unit', '12 kg', 'twelve kilograms'],
])('%j is the %s %j', (heard, kind, entity, readings) => {
  expect(writtenIn(heard, kind, entity, readings)).toBe(true)
})

test.each([
  ['1250 euros', 'amount', '1 250 €', 'mille deux cent cinquante euros', 'fra'],
  ['3,99 €', 'amount', '3,99 €', 'drei euro neunundneunzig', 'ger'],
  ['人口は3407人です', 'amount', '3,407', '三千四百七', 'jpn'],
])('%j is the %s %j in other languages', (heard, kind, entity, readings, lang) => {
  expect(writtenIn(heard, kind, entity, readings, lang)).toBe(true)
})
