import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Markup } from '../core/request.ts'
import { NO_MARKUP } from '../core/request.ts'
import type { Word } from '../core/utterance.ts'
import { plainText } from './markup.ts'
import { planUtterances } from './plan-utterances.ts'

const PAUSES: Markup = { ...NO_MARKUP, pauses: true }
const PLAIN = { language: 'eng', rate: 1, markup: NO_MARKUP, isNormalized: true, isBusy: false } as const
const plan = (text: string, markup: Markup) =>
  [...planUtterances(text, { ...PLAIN, markup })].filter((utterance) => utterance !== undefined)
const wordsOf = (text: string, markup: Markup): Word[] =>
  plan(text, markup).flatMap(({ segments }) => segments.filter((segment) => segment.kind === 'word'))
const pausesOf = (text: string, markup = PAUSES) =>
  wordsOf(text, markup).flatMap(({ spoken, pauseBeforeMs }) => (pauseBeforeMs > 0 ? [[spoken, pauseBeforeMs]] : []))

describe('pauses', () => {
  test('come before the word after them', () => {
    expect(pausesOf('Hello <500> there <250>, friend.')).toEqual([
      ['there', 500],
      ['friend', 250],
    ])
  })

  test('C-synth-7: may have decimals', () => expect(pausesOf('a <1500.0> b')).toEqual([['b', 1500]]))
  test('add up', () => expect(pausesOf('a <100> <200>b')).toEqual([['b', 300]]))
  test('carry over sentences', () => expect(pausesOf('One. <700> Two.')).toEqual([['Two', 700]]))
  test('at the end are spoken too', () => expect(plan('Bye <900>', PAUSES).at(-1)?.pauseAfterMs).toBe(900))
  test('alone are silence', () => expect(plan('<900>', PAUSES)).toMatchObject([{ segments: [], pauseAfterMs: 900 }]))
  test('are bounded, together', () =>
    expect(pausesOf('a <50000> b <999999999> c')).toEqual([
      ['b', 50_000],
      ['c', 10_000],
    ]))
  test('with the flag off are none', () => expect(pausesOf('a <500> b', NO_MARKUP)).toEqual([]))

  test.each(['a < 500> b', 'a <-5> b', 'a <five> b', 'a <500 b', 'a <> b', 'a <1e3> b'])('%s has none', (text) => {
    expect(pausesOf(text)).toEqual([])
  })
})

describe('inline speed', () => {
  const ratesOf = (text: string, inlineRates: readonly number[]) =>
    wordsOf(text, { ...PAUSES, inlineRates }).map(({ spoken, rate }) => `${spoken} ${rate}`)

  test('holds for the words in brackets, in order', () => {
    expect(ratesOf('say [this] and [that thing] now', [0.5, 2])).toEqual([
      'say 1',
      'this 0.5',
      'and 1',
      'that 2',
      'thing 2',
      'now 1',
    ])
  })

  test('leaves groups without a value as they are', () => {
    expect(ratesOf('[a] [b]', [2])).toEqual(['a 2', 'b 1'])
  })

  test('spans a pause', () => {
    expect(pausesOf('[slow <300> words]', { ...PAUSES, inlineRates: [0.5] })).toEqual([['words', 300]])
  })
})

describe('phonemes', () => {
  const PHONEMES: Markup = { ...NO_MARKUP, phonemes: true }
  const phonemesOf = (text: string, markup = PHONEMES) =>
    wordsOf(text, markup).map(({ spoken, phonemes }) => phonemes?.join(' ') ?? spoken)

  test('stand in braces', () => {
    expect(phonemesOf('A {k1Ast0xm}, {h0El1o w1Rld}!')).toEqual(['A', 'K AH1 S T AH0 M', 'HH EH0 L OW1', 'W ER1 L D'])
  })

  test('may stand within a group of their own speed', () => {
    const [word] = wordsOf('[{h0El1o} you]', { ...PHONEMES, inlineRates: [0.5] })
    expect(word).toMatchObject({ phonemes: ['HH', 'EH0', 'L', 'OW1'], rate: 0.5, span: { start: 2, end: 8 } })
  })

  test('are read at the speed and after the pause that the text asks for', () => {
    const [, word] = wordsOf('wait <300> {h0El1o}', { ...PHONEMES, pauses: true })
    expect(word).toMatchObject({ pauseBeforeMs: 300, phonemes: ['HH', 'EH0', 'L', 'OW1'] })
  })

  test('with the flag off, or without an end, are text', () => {
    expect(phonemesOf('a {b} c', NO_MARKUP)).toEqual(['a', 'b', 'c'])
    expect(phonemesOf('a {b c')).toEqual(['a', 'b', 'c'])
  })

  test.each([
    ['{k1Qst}', 'phoneme "Q" at place 3 of {k1Qst} is not in the phonetic alphabet'],
    ['{}', 'phonemes in {} must not be empty'],
  ])('that are none are refused before anything is spoken: %s', (text, message) => {
    const fails = () => planUtterances(`Hello. ${text}`, { ...PLAIN, markup: PHONEMES }).next()
    expect(fails).toThrow(expect.objectContaining({ code: 'request.invalid', message }))
  })
})

test.each([
  ['{h0El1o}, world', 'hElo , world'],
  ['{h0El1o}. {w1Rld}!', 'hElo . wRld !'],
  ['[hello], [world]', 'hello , world'],
  ['[hello] <100>, world', 'hello , world'],
  ['"[hello]", world', 'hello , world'],
  ['wait <100> .5 km', 'wait point five kilometers'],
])('what ends a clause after markup is heard: %s', (text, spoken) => {
  const segments = plan(text, { ...PAUSES, phonemes: true, inlineRates: [1, 1] }).flatMap((one) => one.segments)
  expect(segments.map((one) => (one.kind === 'word' ? one.spoken : one.mark)).join(' ')).toBe(spoken)
})

test('any text: the parts are in order, do not overlap and leave out nothing but markup', () => {
  const piece = fc.constantFrom('<', '>', '[', ']', '12', '1.5', 'word', ' ', '.', '<50>', '[x]', '😀')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('')
      let end = 0
      const plain = plainText(text, { ...PAUSES, inlineRates: [2, 3] })
      for (const { span } of plain.parts) {
        expect(plain.text.slice(end, span.start)).toMatch(/^[[\]]{0,2}$/)
        expect(span.end).toBeGreaterThan(span.start)
        end = span.end
      }
      expect(plain.text.slice(end)).toMatch(/^\]?$/)
    }),
  )
})
