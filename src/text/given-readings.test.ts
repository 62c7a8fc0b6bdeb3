import { describe, expect, test } from 'vitest'
import type { FindGivenReading, GivenReading } from '../core/lexicon.ts'
import { NO_MARKUP } from '../core/request.ts'
import { planUtterances } from './plan-utterances.ts'
import { spokenText, spokenTokens } from './spoken-tokens.ts'

const READINGS: Readonly<Record<string, GivenReading>> = {
  nginx: { spoken: 'engine x', phonemes: null },
  k8s: { spoken: 'kubernetes', phonemes: null },
  'node.js': { spoken: 'node jay ess', phonemes: null },
  'c++': { spoken: 'see plus plus', phonemes: null },
  produce_nou: { spoken: 'produce', phonemes: ['P', 'R', 'OW1', 'D', 'UW0', 'S'] },
  'los ': { spoken: '', phonemes: null },
  'los feliz': { spoken: 'los feliz', phonemes: ['L', 'AO1', 'S', 'F', 'IY1', 'L', 'IH0', 'Z'] },
  'echo ': { spoken: '', phonemes: null },
  'echo park': { spoken: 'eck oh park', phonemes: null },
  nguyen: { spoken: 'nguyen', phonemes: ['W', 'IH1', 'N'] },
}
const given: FindGivenReading = (token) => READINGS[token.toLowerCase()]
const wordsOf = (text: string, isNormalized = true) =>
  [
    ...planUtterances(text, {
      language: 'eng',
      rate: 1,
      markup: NO_MARKUP,
      isNormalized,
      isBusy: false,
      givenIn: () => given,
    }),
  ]
    .flatMap((utterance) => utterance?.segments ?? [])
    .flatMap((segment) => (segment.kind === 'word' ? [segment] : []))

describe('a reading that is given', () => {
  test.each([
    ['Nginx, 2 of them.', 'engine x, two of them.'],
    ['Run K8s!', 'Run kubernetes!'],
    ['node.js and Node.js.', 'node jay ess and node jay ess.'],
    ['C++ (nginx)', 'see plus plus, engine x'],
    ['an nginx-based anti-nginx', 'an engine x based anti engine x'],
    ['nginxes cnginx', 'nginxes cnginx'],
  ])('goes before every rule: %s', (text, reading) => expect(spokenText(text, () => given)).toBe(reading))

  test('is of the category "given" and spans what it stands for', () => {
    expect([...spokenTokens('so K8s.', () => given)][1]).toEqual({
      category: 'given',
      spoken: 'kubernetes',
      span: { start: 3, end: 6 },
    })
  })

  test.each([true, false])('reaches the engine with its phonemes, normalization: %s', (isNormalized) => {
    const words = wordsOf('Fresh produce_nou from Nguyen near nginx', isNormalized)
    expect(words.map(({ spoken, phonemes }) => phonemes?.join(' ') ?? spoken)).toEqual([
      'Fresh',
      'P R OW1 D UW0 S',
      'from',
      'W IH1 N',
      'near',
      'engine',
      'x',
    ])
    expect(words[1]?.span).toEqual({ start: 6, end: 17 })
    expect(words[5]?.span).toEqual(words[6]?.span)
  })
})

test.each([true, false])('entries of several words reach the engine, normalization: %s', (isNormalized) => {
  const words = wordsOf('In Los Feliz, echo parks and Echo Park-like los', isNormalized)
  expect(words.map(({ spoken, phonemes }) => phonemes?.join(' ') ?? spoken)).toEqual([
    'In',
    'L AO1 S F IY1 L IH0 Z',
    'echo',
    'parks',
    'and',
    ...(isNormalized ? ['eck', 'oh', 'park', 'like'] : ['Echo', 'Park-like']),
    'los',
  ])
  expect(words[1]?.span).toEqual({ start: 3, end: 12 })
})

test('a word keeps its accents beside its spelling without them', () => {
  expect(wordsOf('My résumé, of Jesu\u0301s').map(({ spoken, accented }) => [spoken, accented])).toEqual([
    ['My', undefined],
    ['resume', 'résumé'],
    ['of', undefined],
    ['Jesus', 'jesús'],
  ])
})

test.each([
  ['霜花亭で霜花亭', 'ほげでほげ'],
  ['その霜花亭は', 'そのほげは'],
  ['か\u3099っこう', 'ぴよ'],
])('of Japanese that stands together, nothing is looked up that is longer than all entries: %s', (text, reading) => {
  const entries: Readonly<Record<string, string>> = { 霜花亭: 'ほげ', がっこう: 'ぴよ' }
  let longest = 0
  const find = (token: string): GivenReading | undefined => {
    longest = Math.max(longest, token.trim().normalize('NFC').length)
    const spoken = entries[token.normalize('NFC')]
    return spoken === undefined ? undefined : { spoken, phonemes: null }
  }
  expect(
    spokenText(`${text}${'と長い文が続く'.repeat(9)}`, () => Object.assign(find, { maxLength: 4 }), 'jpn'),
  ).toContain(reading)
  // Two of each, for letters whose marks are written apart
  expect(longest).toBeLessThanOrEqual(8)
})
