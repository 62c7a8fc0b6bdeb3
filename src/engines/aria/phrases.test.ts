import { describe, expect, test } from 'vitest'
import { utteranceOf } from '../../../test/contracts/speech-recording.ts'
import type { SpokenWord } from '../sounds/spoken-word.ts'
import { phrasesOf } from './phrases.ts'

const word = (sounds: string, segmentIndices: readonly number[], mark = ''): SpokenWord => ({
  shares: segmentIndices.map((segmentIndex) => ({ segmentIndex, weight: 1 })),
  sounds: [...sounds],
  isLight: false,
  mark,
  rate: 1,
  pitch: 1,
})
const symbols = (rows: readonly { readonly symbol: string }[]): string => rows.map(({ symbol }) => symbol).join('')

describe('words in sounds, as phrases', () => {
  test('have silence around them, pauses after marks, and an end', () => {
    const [phrase] = phrasesOf([word('ab', [0], ','), word('ta', [2], '?')], utteranceOf('spa', ['ab', ',', 'ta', '?']))
    expect(symbols(phrase?.rows ?? [])).toBe('^ab,ta?')
    expect(phrase?.rows.map(({ follows }) => follows)).toEqual([0, 1, 1, 0, 3, 3, 0])
    expect(phrase?.endRow).toBe(6)
    expect(phrase?.words.map(({ segmentIndex, firstRow, endRow }) => [segmentIndex, firstRow, endRow])).toEqual([
      [0, 1, 3],
      [2, 4, 6],
    ])
  })

  test('that end without a mark stay up', () => {
    const [phrase] = phrasesOf([word('ab', [0])], utteranceOf('spa', ['ab']))
    expect(symbols(phrase?.rows ?? [])).toBe('^ab,.')
    expect(phrase?.rows[1]?.follows).toBe(1)
  })

  test('share the time of a word that is several, and place those of which nothing is said', () => {
    const [phrase] = phrasesOf([word('ka', [0, 2], '.')], utteranceOf('jpn', ['a', 'b', 'c', 'd', '.']))
    expect(phrase?.words.map(({ segmentIndex, from, to }) => [segmentIndex, from, to])).toEqual([
      [0, 0, 0.5],
      [1, 0.5, 0.5],
      [2, 0.5, 1],
      [3, 0, 0],
    ])
  })

  test('are cut where they are long, after a mark if there is one', () => {
    const words = Array.from({ length: 60 }, (_, i) => word('tatata', [i], i === 20 ? ';' : i === 59 ? '.' : ''))
    const phrases = phrasesOf(
      words,
      utteranceOf(
        'fra',
        words.map((_, i) => `w${i}`),
      ),
    )
    expect(phrases.map(({ words: placed }) => placed.length)).toEqual([21, 26, 13])
    expect(phrases.map(({ rows }) => rows.at(-2)?.symbol)).toEqual([',', ',', 'a'])
    expect(phrases.flatMap(({ words: placed }) => placed.map(({ segmentIndex }) => segmentIndex))).toEqual([
      ...words.keys(),
    ])
  })

  test.each([
    ['spa', 'es verdad', 3, '?'],
    ['spa', 'cuándo vienes', 4, '.'],
    ['fra', 'est-ce que', 3, '?'],
    ['fra', 'où es-tu', 4, '.'],
    ['jpn', 'なに です', 3, '?'],
  ] as const)('of a question in %s rise where it asks for yes or no: %s', (language, text, follows, end) => {
    const utterance = utteranceOf(language, [...text.split(' '), '?'])
    const [phrase] = phrasesOf([word('ta', [0]), word('ka', [1], '?')], utterance)
    expect(phrase?.rows.at(-2)?.follows).toBe(follows)
    expect(phrase?.rows.at(-1)?.symbol).toBe(end)
  })

  test.each([
    ['eng', 'tea or coffee', 0],
    ['eng', 'by card or in cash', 1],
    ['spa', 'té o café', 0],
    ['fra', 'thé ou café', 0],
    ['por', 'chá ou café', 0],
    ['ger', 'Tee oder Kaffee', 0],
    ['hin', 'चाय या कॉफ़ी', 0],
  ] as const)(
    'of a question in %s fall at the end of what they offer, and rise before: %s',
    (language, text, risen) => {
      const tokens = text.split(' ')
      const said = tokens.map((_, i) => ({ ...word('', [i], i === tokens.length - 1 ? '?' : ''), sounds: ['t', 'ˈa'] }))
      const [phrase] = phrasesOf(said, utteranceOf(language, [...tokens, '?']))
      expect(phrase?.rows.at(-1)?.symbol).toBe('.')
      expect(phrase?.rows.at(-2)?.follows).toBe(4)
      expect(phrase?.risesFrom).toBeUndefined()
      const risenWords = tokens.flatMap((_, i) => ((phrase?.rows[2 + 2 * i]?.pitch ?? 0) > 1.2 ? [i] : []))
      expect(risenWords).toEqual([risen])
    },
  )

  test.each([
    ['eng', 'or tea'],
    ['eng', 'five or so'],
    ['eng', 'some tea or something'],
    ['eng', 'is he or she at home'],
    ['ger', 'du kommst oder'],
    ['eng', 'is my brother or my sister coming to the party on sunday'],
  ] as const)('of a question in %s rise that offers nothing at its end: %s', (language, text) => {
    const tokens = text.split(' ')
    const said = tokens.map((_, i) => word('ta', [i], i === tokens.length - 1 ? '?' : ''))
    expect(phrasesOf(said, utteranceOf(language, [...tokens, '?']))[0]?.rows.at(-1)?.symbol).toBe('?')
  })

  test('of an exclamation are livelier, higher and louder', () => {
    const said = (mark: string) => phrasesOf([word('ta', [0], mark)], utteranceOf('eng', ['ta', mark]))[0]
    const [plain, exclaimed] = [said('.'), said('!')]
    expect(exclaimed?.tune).toBeGreaterThan(1.2 * (plain?.tune ?? 0))
    expect(exclaimed?.rows[1]?.pitch).toBeGreaterThan(1.05)
    expect(exclaimed?.levelDb).toBeGreaterThan(plain?.levelDb ?? 0)
  })

  test('rise in pitch from the last stressed vowel of a question on, and in no other sentence', () => {
    const said = (mark: string) => [
      { ...word('', [0]), sounds: ['t', 'ˈa'] },
      { ...word('', [1], mark), sounds: ['k', 'ˈa', 't', 'a'], pitch: 1.1 },
    ]
    const pitches = (mark: string) =>
      phrasesOf(said(mark), utteranceOf('spa', ['ta', 'kata', mark]))[0]?.rows.map(({ pitch }) => pitch) ?? []
    expect(pitches('.')).toEqual([1, 1, 1, 1.1, 1.1, 1.1, 1.1, 1.1])
    const asked = pitches('?')
    expect(asked.slice(0, 4)).toEqual([1, 1, 1, 1.1])
    expect(asked.slice(3).every((pitch, i, all) => i === 0 || pitch > (all[i - 1] ?? 0))).toBe(true)
    expect(12 * Math.log2((asked.at(-1) ?? 0) / 1.1)).toBeCloseTo(5)
  })

  test('are slower where a question rises on a vowel without stress', () => {
    const rates = (sounds: readonly string[], mark: string) =>
      phrasesOf([{ ...word('', [0], mark), sounds }], utteranceOf('jpn', ['ます', mark]))[0]?.rows.map(
        ({ rate }) => rate,
      )
    expect(rates(['m', 'a', 's', 'ɨ'], '?')).toEqual([1, 1, 0.7, 0.7, 0.7, 0.7])
    expect(rates(['m', 'a', 's', 'ɨ'], '.')).toEqual([1, 1, 1, 1, 1, 1])
    expect(rates(['m', 'ˈa', 's', 'ɨ'], '?')).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('have only sounds that the networks know', () => {
    const strange: SpokenWord = { ...word('', [0], '.'), sounds: ['c\u0327', 'ˈɑ\u0303ˤ', '\u02e4'] }
    const [phrase] = phrasesOf([strange], utteranceOf('ger', ['ich', '.']))
    expect(phrase?.rows.map(({ symbol, stress, modifier }) => [symbol, stress, modifier])).toEqual([
      ['^', 0, 0],
      ['ç', 0, 0],
      ['ɑ', 2, 2],
      ['.', 0, 0],
    ])
  })

  test('of nothing are none', () => expect(phrasesOf([], utteranceOf('fra', ['…']))).toEqual([]))
})
