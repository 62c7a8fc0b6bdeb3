import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Markup } from '../core/request.ts'
import { NO_MARKUP } from '../core/request.ts'
import type { Word } from '../core/utterance.ts'
import { parseMarkup } from './markup.ts'
import { planUtterances } from './plan-utterances.ts'

const PAUSES: Markup = { pauses: true, inlineRates: [] }
const plan = (text: string, markup: Markup) =>
  [...planUtterances(text, { language: 'eng', rate: 1, markup, isNormalized: true, isBusy: false })].filter(
    (utterance) => utterance !== undefined,
  )
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
    wordsOf(text, { pauses: true, inlineRates }).map(({ spoken, rate }) => `${spoken} ${rate}`)

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
    expect(pausesOf('[slow <300> words]', { pauses: true, inlineRates: [0.5] })).toEqual([['words', 300]])
  })
})

test('any text: the parts are in order, do not overlap and leave out nothing but markup', () => {
  const piece = fc.constantFrom('<', '>', '[', ']', '12', '1.5', 'word', ' ', '.', '<50>', '[x]', '😀')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('')
      let end = 0
      for (const { span } of parseMarkup(text, { pauses: true, inlineRates: [2, 3] })) {
        expect(text.slice(end, span.start)).toMatch(/^[[\]]{0,2}$/)
        expect(span.end).toBeGreaterThan(span.start)
        end = span.end
      }
      expect(text.slice(end)).toMatch(/^\]?$/)
    }),
  )
})
