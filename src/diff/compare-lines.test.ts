import { describe, expect, test } from 'vitest'
import { compareLines, DEFAULT_LIMITS, failedLine, worstFirst } from './compare-lines.ts'
import type { SpokenLine } from './spoken-line.ts'

const LINE: SpokenLine = {
  text: 'Take two now.',
  reading: null,
  words: [
    { word: 'Take', startS: 0, endS: 0.3 },
    { word: 'two', startS: 0.3, endS: 0.6 },
    { word: 'now.', startS: 0.6, endS: 1 },
  ],
  heard: null,
  durationS: 1,
  lufs: -20,
  sha256: 'a',
  mel: new Uint8Array(320).fill(120),
  readSound: async () => new Uint8Array(),
}

const changesOf = (after: Partial<SpokenLine>, limits = {}) => {
  const line = compareLines(LINE, { ...LINE, sha256: 'b', ...after }, { ...DEFAULT_LIMITS, ...limits })
  return 'changes' in line ? [line.status, ...line.changes] : [line.status]
}

describe('a line is', () => {
  test.each([
    [{ sha256: 'a' }, {}, ['same']],
    [{}, {}, ['similar']],
    [{}, { isExact: true }, ['changed', 'samples']],
    [{ durationS: 1.04 }, {}, ['similar']],
    [{ durationS: 1.06 }, {}, ['changed', 'duration']],
    [{ durationS: 0.94 }, { durationPercent: 7 }, ['similar']],
    [{ lufs: -21.5 }, {}, ['changed', 'loudness']],
    [{ words: LINE.words.slice(0, 2) }, {}, ['changed', 'missing words']],
    [{ words: [...LINE.words, { word: 'Now', startS: 1, endS: 1.2 }] }, {}, ['changed', 'added words']],
    [{ words: [] }, {}, ['similar']],
    [
      { words: LINE.words.map(({ word }, i) => ({ word, startS: i * 0.4, endS: i * 0.4 })) },
      {},
      ['changed', 'word times'],
    ],
    [{ mel: new Uint8Array(320).fill(140) }, {}, ['changed', 'spectrum']],
  ] as const)('with %j and %j %j', (after, limits, expected) => {
    expect(changesOf(after, limits)).toEqual(expected)
  })
})

test('the pronunciation of a word is shown where it alone differs', () => {
  const read = (two: string) => [
    { word: 'Take', phonemes: ['T', 'EY1', 'K'] },
    { word: two, phonemes: two === 'two' ? ['T', 'UW1'] : ['T', 'UW2'] },
  ]
  const readingOf = (before: string, after: readonly { word: string; phonemes: readonly string[] }[]) => {
    const line = compareLines({ ...LINE, reading: read(before) }, { ...LINE, reading: after }, DEFAULT_LIMITS)
    return 'differences' in line ? line.differences.reading?.map(({ kind, words }) => `${kind} ${words.join(' ')}`) : []
  }
  const other = [read('two')[0] as ReturnType<typeof read>[number], { word: 'two', phonemes: ['T', 'OW1'] }]
  expect(readingOf('two', other)).toEqual(['same Take', 'removed two [T UW1]', 'added two [T OW1]'])
  expect(readingOf('two', read('too'))).toEqual(['same Take', 'removed two', 'added too'])
})

test('lines that failed or miss words come first, and lines that are the same not at all', () => {
  const compared = (text: string, after: Partial<SpokenLine>) =>
    compareLines({ ...LINE, text }, { ...LINE, sha256: 'b', ...after, text }, DEFAULT_LIMITS)
  const call = { kind: 'failed', failure: 'hung', reason: 'no audio', tookMs: 1 } as const
  const lines = [
    compared('loud', { lufs: -10 }),
    compared('same', { sha256: 'a' }),
    compared('short', { words: LINE.words.slice(1) }),
    failedLine('failed', 'second', call),
  ]
  expect(worstFirst(lines).map(({ text }) => text)).toEqual(['failed', 'short', 'loud'])
})
