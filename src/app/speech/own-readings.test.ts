import { describe, expect, test } from 'vitest'
import type { Language } from '../../core/language.ts'
import { ownReadings } from './own-readings.ts'

const said = (language: Language, pronunciation: string): string | undefined =>
  ownReadings([{ spelling: 'Zyx', pronunciation }], language)(language)?.('Zyx')?.phonemes?.join(' ')

describe('pronunciations of a request', () => {
  test.each([
    ['eng', '/ˈiːfə/', 'IY1 F AH0'],
    ['eng', ' [ˈkuːbkənˌtroʊl] ', 'K UW1 B K AH0 N T R OW2 L'],
    ['spa', '/xoaˈkin/', 'x o a k ˈi n'],
    ['spa', '/xoakin/', 'x o ˈa k i n'],
    ['ger', '/ʃøːnˈbʁʊn/', 'ʃ øː n b ʁ ˈʊ n'],
    ['fra', '/ʁəno/', 'ʁ ə n ˈo'],
    ['por', '/ʒuˈɐ̃w̃/', undefined],
    ['ita', '/ˈkjanti/', 'k j ˈa n t i'],
    ['nld', '/ˈsxeːvənɪŋən/', 's x ˈeː v ə n ɪ ŋ ə n'],
  ] as const)('take IPA between slashes in %s: %s', (language, written, phonemes) => {
    if (phonemes === undefined) expect(said(language, written)).toMatch(/^ʒ u /)
    else expect(said(language, written)).toBe(phonemes)
  })

  test('are the same in X-SAMPA and in IPA', () => {
    expect(said('spa', '"tSa.no')).toBe(said('spa', '/ˈtʃano/'))
    expect(said('eng', '"ng@Uzi')).toBe(said('eng', '/ˈngoʊzi/'))
    expect(said('ita', 'dZa')).toBe(said('ita', '/d͡ʒa/'))
  })

  test.each([
    ['eng', '/wɪ5n/', 'customLexicon: entry 1 ("Zyx"): symbol "5" at place 3 is not in IPA (unknown-phoneme)'],
    ['spa', '/x€/', 'customLexicon: entry 1 ("Zyx"): symbol "€" at place 2 is not in IPA (unknown-phoneme)'],
    ['fra', '/ˈʁəno/', 'unexpected-stress'],
    ['spa', '//', 'empty-pronunciation'],
    ['ger', '/kst/', 'no-vowel'],
    ['eng', '" w ! n', 'is not in X-SAMPA (unknown-phoneme)'],
  ] as const)('name the fault in %s of %s', (language, written, message) => {
    expect(() => said(language, written)).toThrow(message)
  })

  const AMONG: readonly Language[] = ['eng', 'spa', 'fra', 'ita', 'jpn']
  const entry = (spelling: string, pronunciation: string) => ({ spelling, pronunciation })

  test('of a text in several languages hold in each where they can be written', () => {
    const entries = [entry('Aoife', '" i . f a'), entry('Renault', 'R @ . n o')]
    const ownIn = ownReadings(entries, 'jpn', AMONG)
    const known = (language: Language) => entries.map(({ spelling }) => ownIn(language)?.(spelling) !== undefined)
    expect(known('eng')).toEqual([true, true])
    expect(known('fra')).toEqual([false, true]) // French takes no stress marks
    expect(ownIn('jpn')).toBeUndefined()
    expect(ownIn('ger')).toBeUndefined()
  })

  test('are refused with those that can be written in none of its languages', () => {
    const entries = [entry('Aoife', '" i . f a'), entry('Zyx', '!'), entry(' ', 'a'), entry('Uno', '" u n . n o')]
    const message = /^customLexicon: entry 2 \("Zyx"\): [^\n]*\ncustomLexicon: entry 3 \(" "\): [^\n]*$/
    expect(() => ownReadings(entries, 'fra', AMONG)).toThrow(message)
    expect(() => ownReadings(entries.slice(0, 1), 'fra')).toThrow('unexpected-stress')
    expect(() => ownReadings(entries, 'jpn', ['hin'])).toThrow('customLexicon is not supported for language jpn')
  })
})
