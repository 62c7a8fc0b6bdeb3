import { describe, expect, test } from 'vitest'
import { utteranceOf } from '../../../test/contracts/speech-recording.ts'
import type { Utterance, Word } from '../../core/utterance.ts'
import type { Phrase } from './phrases.ts'
import { phrasesOf } from './phrases.ts'

/** Words as `spoken=PHONEMES` or without phonemes, and punctuation. */
function utterance(tokens: readonly string[], tuning: Partial<Word> = {}): Utterance {
  const plain = utteranceOf(
    'eng',
    tokens.map((token) => token.replace(/=.*/, '')),
  )
  const segments = plain.segments.map((segment, i) => {
    const given = /=(.+)/.exec(tokens[i] ?? '')?.[1]
    return segment.kind === 'word' ? { ...segment, ...tuning, phonemes: given?.split(' ') ?? null } : segment
  })
  return { ...plain, segments }
}

const only = (phrases: readonly Phrase[]): Phrase => {
  expect(phrases).toHaveLength(1)
  return phrases[0] as Phrase
}
const asText = ({ rows }: Phrase): string =>
  rows.map(({ symbol, stress, place, follows }) => `${symbol}${stress}${place}${follows}`).join(' ')
const symbols = (tokens: readonly string[]): string =>
  only(phrasesOf(utterance(tokens)))
    .rows.map(({ symbol }) => symbol)
    .join(' ')

const MANY = (count: number, boundary = ''): string[] =>
  Array.from({ length: count }, () => ['banana=B AH0 N AE1 N AH0', boundary].filter((token) => token !== '')).flat()

describe('what the acoustic model reads', () => {
  test('is what it was trained with: sounds, stress, place in the word, what follows the word', () => {
    const tokens = ['the', 'wolf=W UH1 L F', "dog's=D AO1 G Z", ',', "isn't=IH1 Z AH0 N T", 'it', '?']
    expect(asText(only(phrasesOf(utterance(tokens))))).toBe(
      '^000 DH010 AH130 W010 UH220 L020 F030 D011 AO221 G021 Z031 ,000 IH210 Z020 AH120 N020 T030 IH413 T033 ?000',
    )
  })

  test.each([
    [['go=G OW1', '.'], '^ G OW .'],
    [['go=G OW1', '!', '?'], '^ G OW ?'],
    [['go=G OW1', ','], '^ G OW , .'],
    [['go=G OW1'], '^ G OW - .'],
    [['go=G OW1', '。'], '^ G OW .'],
    [[',', 'go=G OW1', ';', ',', 'on', '…'], '^ G OW , AA N .'],
    [['where=W EH1 R', '?'], '^ W EH R .'],
    [['and', 'who=HH UW1', '?'], '^ AH N D HH UW .'],
    [['is', 'who=HH UW1', '?'], '^ IH Z HH UW ?'],
  ])('ends and pauses as its punctuation says: %j', (tokens, expected) => {
    expect(symbols(tokens)).toBe(expected)
  })

  test('of words without phonemes are the light forms, by what follows', () => {
    expect(symbols(['the', 'owl=AW1 L'])).toBe('^ DH IY AW L - .')
    expect(symbols(['the', 'cat=K AE1 T'])).toBe('^ DH AH K AE T - .')
    expect(symbols(['to', 'it', 'to', '.'])).toBe('^ T UW IH T T UW .')
    expect(symbols(['To', 'us'])).toBe('^ T UW AH S - .')
  })

  test('of other words without phonemes, or with wrong ones, are the names of letters and digits', () => {
    expect(symbols(['k2'])).toBe('^ K EY T UW - .')
    expect(symbols(['Éж'])).toBe('^ IY Z IY EY CH - .')
    expect(symbols(['b=B XX1'])).toBe('^ B IY - .')
    expect(symbols(['b=AH'])).toBe('^ B IY - .')
  })

  test('is nothing where nothing can be heard, and leaves silent words among others in their place', () => {
    expect(phrasesOf(utterance([]))).toEqual([])
    expect(phrasesOf(utterance(['🎉', '.', '—']))).toEqual([])
    const { words, rows } = only(phrasesOf(utterance(['go=G OW1', '🎉', ',', 'on', '🎉', '.'])))
    expect(words.map(({ segmentIndex, firstRow, endRow }) => [segmentIndex, firstRow, endRow])).toEqual([
      [0, 1, 3],
      [1, 4, 4],
      [3, 4, 6],
      [4, 6, 6],
    ])
    expect(rows[3]?.symbol).toBe(',')
  })

  test('has a boundary that is not heard before a word with a pause of its own', () => {
    const [first, second] = utterance(['go=G OW1', 'on']).segments as [Word, Word]
    const paused = { ...utterance([]), segments: [first, { ...second, pauseBeforeMs: 400 }] }
    expect(only(phrasesOf(paused)).rows.map(({ symbol, isMute }) => symbol + (isMute ? ' mute' : ''))).toEqual([
      ...['^', 'G', 'OW', '- mute', 'AA', 'N', '-', '.'],
    ])
  })

  test('carries the rate and pitch of its word, and pauses those of the word before', () => {
    const [first, second] = utterance(['go=G OW1', 'on']).segments as [Word, Word]
    const segments = [
      { ...first, rate: 2 },
      { kind: 'punctuation', mark: ',' },
      { ...second, pitch: 1.2 },
    ] as const
    const { rows } = only(phrasesOf({ ...utterance([]), segments }))
    expect(rows.map(({ rate }) => rate)).toEqual([2, 2, 2, 2, 1, 1, 1, 1])
    expect(rows.map(({ pitch }) => pitch)).toEqual([1, 1, 1, 1, 1.2, 1.2, 1.2, 1.2])
  })
})

describe('a long utterance', () => {
  test('is read in parts, cut after a comma where there is one', () => {
    const phrases = phrasesOf(utterance([...MANY(20), ',', ...MANY(20), '.']))
    expect(phrases.map(({ words }) => words.length)).toEqual([20, 20])
    expect(phrases.map(({ rows, endRow }) => rows.slice(endRow - 1).map(({ symbol }) => symbol))).toEqual([
      [',', '.'],
      ['AH', '.'],
    ])
  })

  test('without a comma is cut between words, and every word is in one part', () => {
    const phrases = phrasesOf(utterance([...MANY(200), '.']))
    const indexes = phrases.flatMap(({ words }) => words.map(({ segmentIndex }) => segmentIndex))
    expect(indexes).toEqual(Array.from({ length: 200 }, (_, i) => i))
    for (const { rows } of phrases) expect(rows.length).toBeLessThan(170)
  })

  test('of one word without end is bounded', () => {
    const endless = `endless=${'B AH1 '.repeat(5000).trim()}`
    expect(only(phrasesOf(utterance([endless]))).rows.length).toBeLessThan(310)
    expect(only(phrasesOf(utterance(['w'.repeat(100_000)]))).rows.length).toBeLessThan(800)
  })
})
