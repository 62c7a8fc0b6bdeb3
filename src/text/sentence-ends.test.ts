import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../core/language.ts'
import { splitSentences } from './segment/sentences.ts'
import {
  decidedLength,
  endOfCompleteSentence,
  endOfSentence,
  endOfSentencesWithin,
  seemsComplete,
} from './sentence-ends.ts'

const complete = (text: string, language: (typeof LANGUAGES)[number] = 'eng') =>
  text.slice(0, endOfCompleteSentence(text, language))

describe('a sentence is complete', () => {
  test.each([
    ['Hello. ', 'Hello. '],
    ['Hello! ', 'Hello! '],
    ['Is it? ', 'Is it? '],
    ['It costs 2. ', 'It costs 2. '],
    ['Hello. And', 'Hello. '],
    ['One. Two. Thr', 'One. '],
    ['At 5 p.m. The doors', 'At 5 p.m. '],
    ['He said "Stop!" Then', 'He said "Stop!" '],
    ['First line.\nSecond', 'First line.\n'],
    ['A heading\n\nText ', 'A heading\n'],
  ])('in %j with %j', (text, sentence) => {
    expect(complete(text)).toBe(sentence)
  })

  test.each([
    '',
    'Hello',
    'Hello.',
    'It costs 2.',
    'It costs 2.5 ',
    'Ask Dr.',
    'Ask Dr. ',
    'Ask Dr. S',
    'Fruit, e.g. ',
    'Fruit, e.g. apples ',
    'At 5 p.m. ',
    'At 5 p.m. Th',
    'J. ',
    '1. ',
    'A line that goes on\n',
    'see www.example.com for ',
  ])('not yet in %j', (text) => {
    expect(complete(text)).toBe('')
  })

  test.each([
    ['jpn', 'こんにちは。', 'こんにちは。'],
    ['hin', 'नमस्ते। ', 'नमस्ते। '],
    ['ara', 'كيف حالك؟ ', 'كيف حالك؟ '],
    ['spa', '¿Qué tal? ', '¿Qué tal? '],
    ['spa', 'El Sr. ', ''],
    ['ger', 'Das kostet z.B. ', ''],
    ['fra', 'Bonjour. ', 'Bonjour. '],
  ] as const)('%s: %j has %j', (language, text, sentence) => {
    expect(complete(text, language)).toBe(sentence)
  })

  test('however long it has no end', () => {
    expect(endOfCompleteSentence('word '.repeat(1000), 'eng')).toBeGreaterThan(3000)
  })
})

test.each([
  ['Hello.', true],
  ['Hello. ', true],
  ['Hello', false],
  ['It costs 2.', true],
  ['Ask Dr.', false],
  ['Fruit, e.g.', false],
  ['He came at 5 p.m.', false],
  ['I said no.', true],
  ['Really?!', true],
  ['', false],
])('%j seems complete: %s', (text, isComplete) => {
  expect(seemsComplete(text, 'eng')).toBe(isComplete)
})

const WORDS = fc.constantFrom(
  'Hello',
  'The',
  'Dr.',
  'E.g.',
  '2.5',
  'P.m.',
  'J.',
  'Smith',
  'Now.',
  'What?',
  'No!',
  '\n',
  '😀',
)

test('a text that is written piece by piece is cut where the whole of it is cut', () => {
  fc.assert(
    fc.property(fc.array(WORDS, { maxLength: 60 }), fc.array(fc.nat(5), { maxLength: 200 }), (words, sizes) => {
      const text = `${words.join(' ')} `
      let pending = ''
      let decided = 0
      const cuts: string[] = []
      for (let at = 0, i = 0; at < text.length; i++) {
        const size = 1 + (sizes[i] ?? 3)
        pending += text.slice(at, at + size)
        at += size
        const nextEnd = () => endOfCompleteSentence(pending, 'eng', decided)
        for (let end = nextEnd(); end > 0; end = nextEnd()) {
          cuts.push(pending.slice(0, end))
          pending = pending.slice(end)
          decided = 0
        }
        decided = decidedLength(pending)
      }
      const ofWhole = [...splitSentences(text, 'eng')].map(({ start, end }) => text.slice(start, end))
      const spoken = (sentences: readonly string[]) => sentences.map((one) => one.trim()).filter((one) => one !== '')
      expect(spoken(cuts)).toEqual(spoken(ofWhole).slice(0, spoken(cuts).length))
    }),
    { seed: 5, numRuns: 500 },
  )
})

test('sentences are gathered up to a length, and one that is longer by itself', () => {
  expect(endOfSentencesWithin(100, 'One. Two.', 'eng')).toBe(9)
  expect(endOfSentencesWithin(10, 'One. Two. Three.', 'eng')).toBe(10)
  expect(endOfSentencesWithin(9, 'A long one at first. Two.', 'eng')).toBe(21)
})

test('in every language what ends one of many sentences is found', () => {
  for (const language of LANGUAGES) expect(endOfSentence('Abc. Def.', language)).toBe(5)
})
