import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Pronunciation } from '../core/lexicon.ts'
import { isPhoneme } from '../core/phonemes.ts'
import { createLexicon, readWordList } from './lexicon.ts'

/** A guess that can be told from everything else. */
const GUESS = ['ZH', 'OY1']
const guessed: string[] = []
const lexicon = createLexicon({
  wordList: readWordList(),
  predict(word) {
    guessed.push(word)
    return GUESS
  },
})
const said = ({ source, phonemes }: Pronunciation): string => `${source}: ${phonemes.join(' ')}`
const first = (word: string): string => said(lexicon.pronounce(word)[0])

describe('pronounce', () => {
  test('knows all that the word list has of a word, in its order', () => {
    expect(lexicon.pronounce('read').map(said)).toEqual(['cmudict: R EH1 D', 'cmudict: R IY1 D'])
  })

  test.each([
    ['Hello', 'cmudict: HH AH0 L OW1'],
    ['Ōsaka', 'cmudict: OW0 S AA1 K AH0'],
    ['ｈｅｌｌｏ', 'cmudict: HH AH0 L OW1'],
    ["don't", 'cmudict: D OW1 N T'],
    ['don’t', 'cmudict: D OW1 N T'],
    ['don´t', 'cmudict: D OW1 N T'],
    ["'bout", 'cmudict: B AW1 T'],
    ["'hello'", 'cmudict: HH AH0 L OW1'],
    ['U.S.A.', 'cmudict: Y UW2 EH2 S EY1'],
  ])('%s is found however it is written', (word, pronunciation) => {
    expect(first(word)).toBe(pronunciation)
  })

  test.each([
    ['résumé', 'supplement: R EH1 Z AH0 M EY2'],
    ['Re\u0301sume\u0301’s', 'inflection: R EH1 Z AH0 M EY2 Z'],
    ['RÉSUMÉS', 'supplement: R EH1 Z AH0 M EY2 Z'],
    ['resume', 'cmudict: R IH0 Z UW1 M'],
    ['Jesús', 'supplement: HH EY0 S UW1 S'],
    ['Jesus', 'cmudict: JH IY1 Z AH0 S'],
    ['Zürich', 'supplement: Z UH1 R IH0 K'],
    ['São', 'supplement: S AW1'],
  ])('a word with accents is looked up as written before it is folded: %s', (word, pronunciation) => {
    expect(first(word)).toBe(pronunciation)
  })

  test.each([
    ['Siobhan', 'SH IH0 V AO1 N'],
    ['Niamh', 'N IY1 V'],
    ['Nguyen', 'W IH1 N'],
    ['Xiaomi', 'SH AW1 M IY0'],
    ['Hermès', 'EH0 R M EH1 Z'],
    ['gnocchi', 'N Y OW1 K IY0'],
    ['Worcestershire', 'W UH1 S T ER0 SH ER0'],
    ['Huawei', 'HH W AA1 W EY0'],
    ['Kubernetes', 'K UW2 B ER0 N EH1 T IY0 Z'],
    ['nginx', 'EH2 N JH IH0 N EH1 K S'],
    ['PostgreSQL', 'P OW1 S T G R EH0 S K Y UW0 EH2 L'],
    ['Qatar', 'K AA1 T AA0 R'],
  ])('the supplement has the usual pronunciation of %s', (word, phonemes) => {
    expect(first(word)).toBe(`supplement: ${phonemes}`)
  })

  test.each([
    ['hashtags', 'inflection: HH AE1 SH T AE2 G Z'],
    ['kerfuffles', 'inflection: K ER0 F AH1 F AH0 L Z'],
    ["aardvark's", 'inflection: AA1 R D V AA2 R K S'],
    ['aardvarks’', 'inflection: AA1 R D V AA2 R K S'],
    ['tweeting', 'inflection: T W IY1 T IH0 NG'],
    ['yodeled', 'inflection: Y OW1 D AH0 L D'],
    ['googler', 'inflection: G UW1 G L ER0'],
    ["googler's", 'inflection: G UW1 G L ER0 Z'],
    ['dumbly', 'inflection: D AH1 M L IY0'],
    ["blorbify's", 'spelling: ZH OY1 Z'],
    ["blorbify'd", 'spelling: ZH OY1 D'],
  ])('an ending is put to the word before it: %s', (word, pronunciation) => {
    expect(first(word)).toBe(pronunciation)
  })

  test.each([
    ['F', 'letters: EH1 F'],
    ['A', 'letters: EY1'],
    ['Fs', 'letters: EH1 F S'],
    ['Ms', 'letters: EH1 M Z'],
    ['As', 'cmudict: AE1 Z'],
    ['QXR', 'letters: K Y UW1 EH1 K S AA1 R'],
    ['tsk', 'letters: T IY1 EH1 S K EY1'],
    ['NASA', 'cmudict: N AE1 S AH0'],
  ])('letters that make no word are named: %s', (word, pronunciation) => {
    expect(first(word)).toBe(pronunciation)
  })

  test.each([
    ['well-known', 'cmudict: W EH1 L N OW1 N'],
    ['wolf-whistle', 'cmudict: W UH1 L F W IH1 S AH0 L'],
    ['hello-googler', 'inflection: HH AH0 L OW1 G UW1 G L ER0'],
    ['hello-blorb', 'spelling: HH AH0 L OW1 ZH OY1'],
    ['--hello--', 'cmudict: HH AH0 L OW1'],
    ['k8', 'cmudict: K EY1 EY1 T'],
  ])('a compound is read part by part, and is as sure as its least sure part: %s', (word, pronunciation) => {
    expect(first(word)).toBe(pronunciation)
  })

  test.each([
    ['Zhixuan', 'spelling: JH ER2 SH W EH1 N'],
    ['Qiaowei', 'spelling: CH AW2 W EY1'],
    ['xenon', 'cmudict: Z IY1 N AA0 N'],
    ['Zhivex', 'spelling: ZH OY1'],
  ])('what can only be pinyin is read by its syllables: %s', (word, pronunciation) => {
    expect(first(word)).toBe(pronunciation)
  })

  test('accents that change the sound of a letter are respelled for the prediction', () => {
    guessed.length = 0
    for (const word of ['Blorbañita', 'Zorkić', 'Frobłu', 'Blorbé', 'Blorbè']) lexicon.pronounce(word)
    expect(guessed).toEqual(['blorbanyita', 'zorkich', 'frobwu', 'blorbay', 'blorbe'])
  })

  test('spelling is asked for words of a to z alone, and of bounded length', () => {
    guessed.length = 0
    for (const word of ['Blorbé', "zhx-o'grafe", 'Жоглок', 'blorb’er', 'z'.repeat(10_000), 'za'.repeat(5000)]) {
      expect(lexicon.pronounce(word)[0].phonemes.length).toBeGreaterThan(0)
    }
    expect(guessed).not.toHaveLength(0)
    for (const word of guessed) expect(word).toMatch(/^[a-z'~]{1,100}$/)
  })

  test('anything at all has a pronunciation, and the same every time', () => {
    const pieces = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.stringMatching(/^[a-zA-Z'’.\- ]{0,20}$/),
      fc.stringMatching(/^[a-z]{1,12}('s|s'|s|es|ed|ing|er|bly|'ll)$/),
    )
    fc.assert(
      fc.property(pieces, (word) => {
        const pronunciations = lexicon.pronounce(word)
        expect(pronunciations.length).toBeGreaterThan(0)
        for (const { phonemes } of pronunciations) {
          expect(phonemes.length).toBeGreaterThan(0)
          expect(phonemes.every(isPhoneme)).toBe(true)
        }
        expect(lexicon.pronounce(word)).toEqual(pronunciations)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('has', () => {
  test.each(['hello', 'HELLO', 'café', 'don’t', "dogs'", 'u.s.a.', 'well-known'])('the word list lists %s', (word) => {
    expect(lexicon.has(word)).toBe(true)
  })

  test.each(['kubectl', 'googler', 'hello-hello', '', "'", 'x'.repeat(10_000)])('not so %j', (word) => {
    expect(lexicon.has(word)).toBe(false)
  })
})
